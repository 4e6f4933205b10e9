"""Does the build file of a Java or Kotlin module make a program of it, or publish it?

Read are `pom.xml` and Gradle's scripts, of which nothing is run.
Source    maven.apache.org/pom.html, docs.gradle.org/current/userguide/application_plugin.html
"""

from __future__ import annotations

import re

NAMES = ("pom.xml", "build.gradle", "build.gradle.kts")
_PROGRAM = re.compile(
    r"""spring-boot-maven-plugin|exec-maven-plugin|<mainClass>|<packaging>war|org\.springframework\.boot["']|mainClass
        |com\.android\.application|\bapplication\s*[}\n]|id[ (]["']application["']|\bquarkus\b""",
    re.VERBOSE,
)


_PUBLISHED = re.compile(
    r"maven-publish|mavenPublish|com\.vanniktech|distributionManagement|central-publishing|nexus-staging"
    r"|\bpublishing\s*\{|POM_ARTIFACT_ID|bintray"
)


def publishes(text: str) -> bool:
    """Whether it has what others can install made of a module, or of many."""
    return _PUBLISHED.search(text) is not None


def is_program(text: str) -> bool:
    """Whether the module is started rather than used by others, as far as its build file tells."""
    return _PROGRAM.search(text) is not None
