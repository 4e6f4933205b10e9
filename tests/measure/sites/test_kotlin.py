"""What a Kotlin file says of others."""

from __future__ import annotations

import pytest

from rubout.facts.references import Declared, Kind, References
from tests.tables import cases
from tests.worlds import references_of, said_sites, saying, specs_of

LOST = "fun interface Lost { fun x() }\n"  # the grammar gives up here


def read(source: str) -> References:
    return references_of("kotlin", source)


@cases(
    "source expected",
    """
    import a.b.C => import a.b.C C
    import a.b.f as g => import a.b.f g
    import a.b.* => import a.b.* *
    import a.`-B` => import a.-B -B
    """,
)
@pytest.mark.parametrize("before", ["", LOST])
def test_an_import_is_one_site_even_where_the_parser_gives_up(before: str, source: str, expected: str) -> None:
    assert expected in said_sites(read(f"{before}{source}\n")).split("; ")


test_a_type_is_named_once_in_a_file = saying(
    "kotlin",
    """
    class X : A<B>(), C by D(1) => A B C D
    val x: A? = B(C.d) as E => A B C E
    val x: p.q.A = p.q.B.c() => p.q.A p.q.B
    val x = A.B => A
    @A fun x() { A::class } => A
    """,
    specs_of(Kind.TYPE_NAME, ""),
)


test_what_may_be_a_function_or_property_of_the_package_is_a_probe = saying(
    "kotlin",
    """
    fun x() = f() => f
    fun x() = f.g().h => f
    fun x() { a shl b } => a b
    fun x() { f(g = h) } => f h
    fun x(a: Int) { val b = 1 } =>
    fun x(a: Int) { val b = a; b() } => b
    """,
    specs_of(Kind.TYPE_NAME, "member"),
)


test_what_has_a_receiver_is_a_probe_of_its_own = saying(
    "kotlin",
    """
    fun x() = f.g().h => g h
    fun x() { a shl b } => shl
    fun x() { a.c() shl 2 } => c shl
    """,
    specs_of(Kind.TYPE_NAME, "extension"),
)


def test_what_is_declared_inside_is_bound() -> None:
    source = "class A(val b: Int, c: Int) { fun d() { val e = 1 }\n enum class F { G } }\nfun h() {}\n"
    assert read(source).bindings == ("F", "G", "b", "c", "d", "e")


def test_everything_of_the_top_level_is_declared() -> None:
    source = """package p
@A internal expect class X { class Y }
object O
private fun <T> List<T>.f() {}
val Int.g: Int get() = 1
typealias T = X
fun main() {}
"""
    found = read(source)
    assert (found.namespace, found.marks) == ("p", ("main",))
    assert found.declared == (
        Declared("X", 2, "class", marks=("expect", "@A")),
        Declared("O", 3, "object", exported=True),
        Declared("f", 4, "extension", marks=("private",)),
        Declared("g", 5, "extension", exported=True),
        Declared("T", 6, "typealias", exported=True),
        Declared("main", 7, "function", exported=True),
    )


def test_the_class_that_java_sees_is_declared() -> None:
    assert read('@file:JvmName("Okay")\nfun f() {}').declared[0] == Declared("Okay", 1, "facade", exported=True)


def test_a_declaration_that_is_parsed_as_an_expression_is_declared() -> None:
    found = read("@OptIn(A::class)\nactual class X {\n  fun f(a: Int) {}\n}\n")
    assert found.declared == (Declared("X", 2, "class", exported=True, marks=("actual",)),)


def test_what_the_parser_loses_is_declared_by_its_line() -> None:
    found = read(
        f"package p\n{LOST}@A(1) internal actual class X\nfun <T> List<T>.f() = A()\nclass Y {{\n  class Z\n}}\n"
    )
    assert found.declared == (
        Declared("Lost", 2, "class", exported=True),
        Declared("X", 3, "class", marks=("@A", "actual")),
        Declared("f", 4, "extension", exported=True),
        Declared("Y", 5, "class", exported=True),
    )
    assert "A" in [site.spec for site in found.sites]
    assert "Z" in found.bindings


def test_what_the_parser_loses_names_nothing_in_comments_and_texts() -> None:
    found = read(f'{LOST}// A f()\nfun x() = c("B", "${{D()}}").e()\n')
    assert not {"A", "f", "B"}.intersection(site.spec for site in found.sites)
    assert [(site.spec, site.detail) for site in found.sites if site.spec in "cDe"] == [
        ("c", "member"),
        ("D", ""),
        ("e", "extension"),
    ]
