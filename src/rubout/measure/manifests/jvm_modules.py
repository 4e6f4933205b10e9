"""What does the build file of a Java or Kotlin module say of other modules, and of its own source sets?

Read are `pom.xml` and Gradle's scripts, of which nothing is run.
Source    kotlinlang.org/docs/multiplatform-hierarchy.html, docs.gradle.org (project dependencies), maven.apache.org/pom
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SCRIPTS = ("*.gradle", "*.gradle.kts")
POM = "pom.xml"
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*|<!--.*?-->", re.DOTALL)
_PIECE = re.compile(
    r"""(?P<brace>[{}])
        |\bgroup\s*\(\s*["'](?P<group>\w+)["']
        |\bproject\s*\(\s*(?:path\s*[=:]\s*)?["']:?(?P<project>[\w.:-]+)["']|\bprojects(?P<accessor>(?:\.\w+)+)
        |(?:(?:\(\s*["'](?P<text>\w+)["']\s*\)|\b(?P<word>\w+))\s*\.\s*)?\bdependsOn\b\s*\(?\s*
         (?:sourceSets\s*(?=[.\[]))?(?:\.?\s*\w*\s*[(\[]\s*["'](?P<quoted>\w+)["']|\.?(?P<bare>\w+))""",
    re.VERBOSE,
)
_HEADER = re.compile(
    r"""\bval\s+(\w+)\s+by\b|(?:["'])(\w+)["']\s*\)?[^"'()]*\Z|(?:\A|[\s.])(\w+)(?:\.apply|\.configure)?\s*\Z""",
    re.VERBOSE,
)
_OUTER = re.compile(r"<(parent|dependencies|dependencyManagement|build|profiles)>.*?</\1>", re.DOTALL)
_DEPENDENCY = re.compile(r"<dependency>(.*?)</dependency>", re.DOTALL)
_TEST_SCOPE = re.compile(r"<scope>\s*test\s*</scope>")
_TEST = re.compile(r"[tT]est|jmh|[bB]enchmark")
_ARTIFACT = re.compile(r"<artifactId>\s*([\w.-]+)\s*</artifactId>")


@dataclass(frozen=True, slots=True)
class Module:
    """What it says of one module.

    `name`: that of a Maven artifact, else "". `needs`: names of artifacts, or paths of Gradle's projects, that not only
    tests need. `order`: pairs of source sets, of which the first one sees the second.
    """

    name: str = ""
    needs: tuple[str, ...] = ()
    order: tuple[tuple[str, str], ...] = ()


def is_of_tests(name: str) -> bool:
    """Whether a source set, or a configuration of a build, is for tests alone."""
    return _TEST.search(name) is not None


def of_pom(text: str) -> Module:
    """The artifact that a `pom.xml` builds, and those that it needs."""
    text = _COMMENT.sub("", text)
    own = _ARTIFACT.search(_OUTER.sub("", text))
    needs = (_ARTIFACT.search(one) for one in _DEPENDENCY.findall(text) if not _TEST_SCOPE.search(one))
    return Module(own[1] if own else "", tuple(dict.fromkeys(match[1] for match in needs if match)))


def of_script(text: str) -> Module:
    """The projects that a script names, and what it says of source sets."""
    script = _Script(_COMMENT.sub("", text))
    return Module(needs=tuple(script.needs), order=tuple(script.order))


class _Script:
    """A script of Gradle as far as it was read, block by block."""

    def __init__(self, text: str) -> None:
        self.needs: dict[str, None] = {}
        self.order: dict[tuple[str, str], None] = {}
        self._blocks: list[tuple[str, str]] = []  # what opened each: a source set or the like, a group of a template
        self._group = ""  # whose block comes next
        for match in _PIECE.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if match["brace"]:
                self._cross(line, match["brace"])
            elif match["group"]:
                self._nest(match["group"])
            elif project := match["project"] or (match["accessor"] or "")[1:].replace(".", ":"):
                self._need(line, project)
            else:
                own = next((name for name, _ in reversed(self._blocks) if name), "")
                self.order[match["text"] or match["word"] or own, match["quoted"] or match["bare"]] = None

    def _cross(self, line: str, brace: str) -> None:
        if brace == "{":
            self._blocks.append((_opened(line), self._group))
            self._group = ""
        else:
            del self._blocks[-1:]

    def _nest(self, group: str) -> None:
        """A group of a template sees the one around it."""
        around = next((outer for _, outer in reversed(self._blocks) if outer), "common")
        self.order.update({(f"{group}{suffix}", f"{around}{suffix}"): None for suffix in ("Main", "Test")})
        self._group = group

    def _need(self, line: str, project: str) -> None:
        if not any(map(is_of_tests, (line, *(name for name, _ in self._blocks)))):
            self.needs[project] = None


def _opened(header: str) -> str:
    """What the line before a brace gives the block as a name, "" for none."""
    match = _HEADER.search(header.rstrip())
    return "" if match is None else next(filter(None, match.groups()), "")
