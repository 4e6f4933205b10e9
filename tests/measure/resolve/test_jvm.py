"""Which file a name in a Java or Kotlin file means."""

from __future__ import annotations

from tests.worlds import answer, meaning, shown, world

FILES = {
    "p/A.java": "package p; public class A {}",
    "p/B.java": "package p; class B {}",
    "q/C.java": "package q; public class C { public static class D {} public static int f() { return 0; } }",
    "k/Fun.kt": "package k\nfun fun1() {}\nfun Int.ext() {}\nval prop = 1\nclass K\nprivate fun hidden() {}",
    "k/More.kt": "package k\nfun Long.ext() {}",
}


test_an_import_is_followed_by_its_package = meaning(
    FILES,
    """
    import q.C; => R1 q/C.java
    import q.C.D; => R1 q/C.java
    import static q.C.f; => R1 q/C.java
    import static q.C.*; => R1 q/C.java
    import q.*; => R3 q/
    import k.K; => R1 k/Fun.kt
    import static k.FunKt.fun1; => R1 k/Fun.kt
    import q.Gone; => out_of_scope
    import java.util.List; => R5 external
    import java.util.*; => R5 external
    import org.other.X; => R5 external
    import q.other.X; => R5 external
    """,
    path="p/X.java",
    written="package p; {}",
)


test_a_type_is_looked_for_in_its_own_package = meaning(
    FILES,
    """
    class X { B b; } => R2 p/B.java
    class X { C c; } => out_of_scope
    class X { q.C c; } => R1 q/C.java
    class X { X x; } => out_of_scope
    class X { int c = f("q.C"); } => R5 q/C.java
    """,
    path="p/X.java",
    written="package p; {}",
)


def test_an_import_comes_before_the_own_package_and_that_before_a_wildcard() -> None:
    files = {**FILES, "q/A.java": "package q; public class A {}", "q/B.java": "package q; public class B {}"}
    tree = world({**files, "p/X.java": "package p; import q.*; import q.B; class X { A a; B b; C c; }"})
    assert shown(tree, "p/X.java") == ["R3 q/", "R1 q/B.java", "R2 p/A.java", "out_of_scope", "R3 q/C.java"]


test_kotlin_imports_functions_properties_and_all_overloads = meaning(
    FILES,
    """
    import k.fun1 => R4 k/Fun.kt
    import k.ext => R4 k/Fun.kt k/More.kt
    import k.prop as other => R4 k/Fun.kt
    import k.hidden => out_of_scope
    import k.gone => out_of_scope
    import k.* => R3 k/
    import q.C => R1 q/C.java
    import kotlin.math.abs => R5 external
    """,
    path="x/X.kt",
    written="package x\n{}\n",
)


def test_a_function_of_the_package_needs_no_import() -> None:
    assert answer(FILES, "k/X.kt", "package k\nfun x() = fun1()\n") == "R4 k/Fun.kt"
    assert shown(world({**FILES, "x/X.kt": "import k.*\nval x = prop\n"}), "x/X.kt") == ["R3 k/", "R4 k/Fun.kt"]


def test_a_property_of_a_companion_stands_behind_a_dot() -> None:
    files = {"a.kt": "package k\nval F.Companion.SYSTEM: F get() = F()\n", "b.kt": "package k\nclass Deep\n"}
    found = shown(world({**files, "x.kt": "package k\nval x = F.SYSTEM\nval y = F.Deep\n"}), "x.kt")
    assert "ambiguous_name a.kt" in found
    assert shown(world({**files, "x.kt": "package k\nval y = F.Deep\n"}), "x.kt") == ["out_of_scope"] * 2


test_what_may_be_something_else_is_only_possible = meaning(
    {**FILES, "z/Z.kt": "package z\nclass Z { fun fun2() {} }", "k/Z.kt": "package k\nfun fun2() {}"},
    """
    val x = 1.ext() => ambiguous_name k/Fun.kt k/More.kt
    val x = 1 ext 2 => ambiguous_name k/Fun.kt k/More.kt
    val x = ext() => ambiguous_name k/Fun.kt k/More.kt
    val x = fun2() => ambiguous_name k/Z.kt
    val x = object { fun fun1() = fun1() } => ambiguous_name k/Fun.kt
    """,
    path="k/X.kt",
    written="package k\n{}\n",
)


def test_the_own_names_of_a_file_and_its_imports_come_before_its_package() -> None:
    own = "package k\nclass X { class K }\nval x: K = K()\n"
    assert shown(world({**FILES, "k/X.kt": own}), "k/X.kt") == ["out_of_scope"] * 2
    assert shown(world({**FILES, "k/X.kt": "package k\nimport o.fun1\nval x = fun1()\n"}), "k/X.kt") == [
        "R5 external",
        "ambiguous_name k/Fun.kt",
    ]


def test_a_package_comes_before_wildcards_unless_overloads_may_be_meant() -> None:
    files = {"a.kt": "package p\nclass A\nfun f() {}", "b.kt": "package q\nclass A\nfun f(x: Int) {}"}
    written = "package p\nimport q.*\nval x = {}\n"
    assert shown(world({**files, "x.kt": written.format("A()")}), "x.kt") == ["R3 /", "R2 a.kt"]
    assert shown(world({**files, "x.kt": written.format("f()")}), "x.kt")[1] == "ambiguous_name a.kt b.kt"


def test_what_a_script_declares_is_its_own() -> None:
    assert answer({"a.kts": "fun f() {}"}, "b.kt", "val x = f()\n") == "out_of_scope"


def test_the_functions_of_several_files_may_be_one_class_to_java() -> None:
    named = '@file:JvmName("F")\npackage p\nfun {}() {{}}\n'
    files = {"a.kt": named.format("f"), "b.kt": named.format("g")}
    assert answer(files, "X.java", "import p.F;") == "R1 a.kt b.kt"


def test_a_double_is_refused_and_both_stay_possible() -> None:
    files = {"a/X.java": "package p; class X {}", "b/X.java": "package p; class X {}"}
    assert answer(files, "Y.java", "import p.X;") == "ambiguous_name a/X.java b/X.java"
