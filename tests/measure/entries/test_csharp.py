"""Which C# files are entries."""

from __future__ import annotations

import pytest

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.csharp import flags
from tests.worlds import flagging, world

test_programs_and_what_is_compiled_by_itself_are_started = flagging(
    flags,
    """
    A.cs => class A { static void Main() {} } => main
    A.cs => System.Console.WriteLine(1); => main
    Properties/AssemblyInfo.cs => [assembly: A("b")] => main
    GlobalUsings.cs => global using A; => main
    Form.Designer.cs => partial class Form {} => main
    IsExternalInit.cs => namespace System.Runtime.CompilerServices; static class IsExternalInit {} => main
    Page.xaml.cs => partial class Page {} => main
    Other.cs => class Other {} =>
    """,
    {"Page.xaml": ""},
)


def test_a_page_without_its_markup_is_not_started() -> None:
    assert flags(world({"Page.xaml.cs": "partial class Page {}"})) == {}


@pytest.mark.parametrize(
    ("files", "bit"),
    [
        ({"ATests.cs": "class A {}"}, TEST),
        ({"p/A.Tests.csproj": "", "p/a/Aid.cs": "class A {}"}, TEST),
        ({"p/UnitTest.csproj": "", "p/Aid.cs": "class A {}"}, TEST),
        ({"p/a.csproj": '<PackageReference Include="xunit"/>', "p/Aid.cs": "class A {}"}, TEST),
        ({"p/Contest.csproj": "", "p/Aid.cs": "class A {}"}, 0),
        ({"p/Testing.csproj": "", "p/Aid.cs": "class A {}"}, 0),
        ({"p/Testing.csproj": "", "p/Aid.cs": "public class A {}"}, EXPORTED),
        ({"p/a.csproj": "<PackageId>A</PackageId>", "p/Aid.cs": "public class A {}"}, EXPORTED | MAIN),
        ({"p/a.csproj": "<PackageId>A</PackageId>", "p/Aid.cs": "class A {}"}, 0),
    ],
)
def test_a_test_project_has_tests_and_a_package_offers_what_is_public(files: dict[str, str], bit: int) -> None:
    assert flags(world(files)) == ({list(files)[-1]: bit} if bit else {})


def test_a_type_that_markup_names_is_mentioned() -> None:
    files = {"A.cs": "namespace N; class A {}", "B.cs": "class B {}", "v.xaml": "<local:A />", "Pages/x.cshtml": "@B.c"}
    assert flags(world(files)) == {"A.cs": MENTIONED, "B.cs": MENTIONED}
