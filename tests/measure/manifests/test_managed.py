"""What manifests of Java, .NET, Ruby and PHP projects say."""

from __future__ import annotations

import pytest

from rubout.measure.manifests import composer, dotnet, gem, jvm_build
from tests.tables import cases


def test_composer_names_folders_files_and_classes() -> None:
    found = composer.read(
        r"""{
        "name": "a/b", "bin": "bin/x",
        "autoload": {"psr-4": {"A\\": "src/", "": ["."]}, "files": ["f.php"]},
        "autoload-dev": {"psr-0": {"B_": "./lib"}},
        "extra": {"laravel": {"providers": ["A\\P"], "aliases": {"P": "A\\F"}}, "branch": "main"}
    }"""
    )
    assert found == composer.Composer(
        name="a/b",
        psr4=(("A\\", "src"), ("", "")),
        psr0=(("B_", "lib"),),
        files=("f.php",),
        bin=("bin/x",),
        classes=("A\\P", "A\\F"),
        offered=frozenset({"src", ""}),
    )


def test_composer_that_is_no_object_is_broken() -> None:
    with pytest.raises(ValueError, match="no object"):
        composer.read("[]")


@cases(
    "text expected",
    """
    <PackageId>A</PackageId> => package
    <GeneratePackageOnBuild>true</GeneratePackageOnBuild> => package
    <IsPackable>True</IsPackable> => package
    <PackageId>A</PackageId><IsPackable>false</IsPackable> =>
    <PackageId>A</PackageId><OutputType>Exe</OutputType> =>
    <PackageReference Include="A" /> =>
    """,
)
def test_a_dotnet_project_may_be_a_package(text: str, expected: str) -> None:
    assert dotnet.read(text).is_package is bool(expected)


@cases(
    "text usings is_test",
    """
    <Using Include="A.B" /><Using Include="C" Static="true" /> => A.B =>
    <!-- <Using Include="A" /> --> => =>
    <PackageReference Include="xunit.core" Version="2" /> => => test
    <IsTestProject>true</IsTestProject> => => test
    <PackageReference Include="Polly" /> => =>
    """,
)
def test_a_dotnet_project_uses_namespaces_and_may_be_a_test(text: str, usings: str, is_test: str) -> None:
    assert dotnet.read(text) == dotnet.DotnetProject(tuple(usings.split()), bool(is_test))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('s.name = "a"\ns.require_paths = ["lib", "ext"]', gem.Gem("a", ("lib", "ext"))),
        ("s.require_path = 'source'", gem.Gem("", ("source",))),
        ("s.require_paths = %w[lib x/y]", gem.Gem("", ("lib", "x/y"))),
        (
            's.add_dependency "a", ">= 1"\ns.add_development_dependency("b")\n# gem "c"\n  gem "d"',
            gem.Gem(needs=("a", "b", "d")),
        ),
    ],
)
def test_a_gem_has_folders_and_needs(text: str, expected: gem.Gem) -> None:
    assert gem.read(text) == expected


def test_a_lock_lists_what_is_needed_indirectly() -> None:
    assert gem.locked("GEM\n  specs:\n    a (1.0)\n      b (>= 1)\n    b (2.0)\n").needs == ("a", "b")


@cases(
    "text expected",
    """
    <plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin> => program
    plugins { id("application") } => program
    plugins { application } => program
    plugins { id("java-library") } =>
    <packaging>jar</packaging> =>
    """,
)
def test_a_build_file_makes_a_program_or_a_library(text: str, expected: str) -> None:
    assert jvm_build.is_program(text) is bool(expected)


@cases(
    "text expected",
    """
    plugins { id("maven-publish") } => published
    <distributionManagement/> => published
    POM_ARTIFACT_ID=a => published
    plugins { id("java-library") } =>
    """,
)
def test_a_build_file_may_publish(text: str, expected: str) -> None:
    assert jvm_build.publishes(text) is bool(expected)
