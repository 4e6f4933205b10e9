"""Which file a name in a C# file means."""

from __future__ import annotations

import pytest

from rubout.measure.resolve.csharp import part_arcs
from tests.worlds import answer, answers, meaning, shown, world

FILES = {
    "A.cs": "namespace N; class A {}",
    "B.cs": "namespace N.M; class B {}",
    "C.cs": "namespace Q; public class C { public class D {} }",
    "Ext.cs": "namespace E; static class Ext { public static void Do(this int a) {} }",
    "CAttribute.cs": "namespace N; class CAttribute {}",
}


test_a_name_is_looked_for_from_its_namespace_outwards = meaning(
    FILES,
    """
    class X { B b; } => R1 B.cs
    class X { A a; } => R1 A.cs
    class X { Q.C c; } => R1 C.cs
    class X { Q.C.D c; } => R1 C.cs
    class X { M.B b; } => R1 B.cs
    class X { C c; } => out_of_scope
    [C] class X {} => R1 CAttribute.cs
    class X { object o = F("Q.C, Q"); } => R5 C.cs
    using Q; => R4 /
    using System.Text; => R5 external
    using Other; => R5 external
    using Y = Q.C; => R3 C.cs
    using static Q.C; => R3 C.cs
    using E; => R4 /
    """,
    path="X.cs",
    written="namespace N.M { {} }",
)


def test_a_namespace_in_use_makes_its_types_and_extension_methods_known() -> None:
    tree = world(
        {
            **FILES,
            "X.cs": "using Q;\nclass X { void F(C c) { c.Do(); } }",
            "Y.cs": "using E;\nclass Y { int Z = 1.Do(); }",
        }
    )
    assert shown(tree, "X.cs") == ["R4 /", "R2 C.cs", "out_of_scope"]
    assert shown(tree, "Y.cs") == ["R4 /", "ambiguous_name Ext.cs"]
    assert [target.path for _, _, found in answers(tree, "Y.cs") for target in found.possible] == ["Ext.cs"] * 2


@pytest.mark.parametrize(
    "files",
    [
        {"p/G.cs": "global using Q;"},
        {"p/p.csproj": '<Using Include="Q" />'},
        {"Directory.Build.props": '<Using Include="Q" />'},
    ],
)
def test_a_project_may_use_a_namespace_in_all_of_its_files(files: dict[str, str]) -> None:
    files = {"p/p.csproj": "", "q/q.csproj": "", **FILES, **files}
    assert answer(files, "p/inner/X.cs", "class X { C c; }") == "R2 C.cs"


def test_a_project_does_not_use_what_another_one_does() -> None:
    files = {**FILES, "p/p.csproj": '<Using Include="Q" />', "q/q.csproj": ""}
    assert answer(files, "q/X.cs", "class X { C c; }") == "out_of_scope"


def test_the_parts_of_a_type_are_one_target() -> None:
    files = {"a.cs": "namespace N; partial class P {}", "b.cs": "namespace N; partial class P {}"}
    assert answer(files, "X.cs", "namespace N; class X { P p; }") == "R1 a.cs b.cs"
    assert shown(world(files), "a.cs") == ["out_of_scope"]
    assert list(part_arcs(world(files))) == [("a.cs", "b.cs"), ("b.cs", "a.cs")]


def test_types_of_one_name_are_told_apart_by_their_parameters() -> None:
    files = {"a.cs": "class P {}", "b.cs": "class P<T> {}", "c.cs": "class P<T, U> {}"}
    assert answer(files, "X.cs", "class X { P p; }") == "R1 a.cs"
    assert answer(files, "X.cs", "class X { P<int> p; }") == "R1 b.cs"
    assert answer(files, "X.cs", "class X { object o = typeof(P<,>); }") == "R1 c.cs"


def test_a_double_is_refused_and_both_stay_possible() -> None:
    files = {"a.cs": "namespace N; class P {}", "b.cs": "namespace N; class P {}"}
    assert answer(files, "X.cs", "namespace N; class X { P p; }") == "ambiguous_name a.cs b.cs"
