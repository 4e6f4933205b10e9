"""Where names without a path are declared."""

from __future__ import annotations

from rubout.measure.resolve.declarations import Declarations
from tests.worlds import world


def test_a_double_is_no_answer_but_keeps_both_alive() -> None:
    tree = world({"a/X.java": "package p; class X {}", "b/X.java": "package p; class X {}"})
    assert [place.path for place in Declarations(tree, {"java"}, ".").of("p.X.Y")] == ["a/X.java", "b/X.java"]


def test_a_full_name_starts_with_the_longest_namespace_that_declares_the_rest() -> None:
    files = {"a.php": "<?php namespace A; class B {}", "b.php": r"<?php namespace A\B; class C {}"}
    found = Declarations(world(files), {"php"}, "\\", "\\")
    assert [place.path for place in found.of(r"A\B\C")] == ["b.php"]
    assert [place.path for place in found.of(r"A\B")] == ["a.php"]
    assert found.of(r"A\D") == ()


def test_names_are_known_in_full_and_bare() -> None:
    files = {
        "a.cs": "namespace A { class X {} } namespace B { class Y {} }",
        "b.cs": "class X {}",
        "c.java": "class X {}",
    }
    found = Declarations(world(files), {"csharp"}, ".", "global::")
    assert found.by_simple_name == {"X": ("a.cs", "b.cs"), "Y": ("a.cs",)}
    assert found.namespaces("a.cs") == ("A", "B")
    assert [found.declares(space) for space in ("A", "B", "", "C")] == [True, True, True, False]
