"""What a C# file says of others."""

from __future__ import annotations

from rubout.facts.references import Declared, Kind, References
from tests.tables import cases
from tests.worlds import marks_of, references_of, said_sites, saying, specs, specs_of


def read(source: str) -> References:
    return references_of("csharp", source)


def probes(source: str, detail: str) -> list[str]:
    return specs(read(source), Kind.TYPE_NAME, detail)


@cases(
    "source expected detail",
    """
    using A.B; => use A.B =>
    using global::A.B; => use A.B =>
    global using A; => use A => global
    using static A.B; => use A.B => static
    using X = A.B; => use A.B X =>
    using X = A.B<int>; => use A.B X =>
    namespace N { using A; } => use A =>
    """,
)
def test_a_using_directive_is_one_site(source: str, expected: str, detail: str) -> None:
    found = read(source)
    assert said_sites(found) == expected
    assert found.sites[0].detail == detail


test_a_type_is_named_once_in_a_file = saying(
    "csharp",
    """
    class X : A<B>, C.D where T : E {} => B C.D T E
    class X { A a; B? B { get; } C[] M(D d) { } } => A B C D
    class X { void M() { new A(); (B)b; c = typeof(D); } } => A B D
    class X { void M() { A.B(); C.D.E.f(); g.H = 1; } } => A C.D.E C
    class X { void M() { if (a is A) { } switch (b) { case B c: break; } } } => A B
    class X { void M() { N(nameof(A)); } } => A
    class X { event A B; delegate A C(D d); } => A D
    class X { global::A.B b; } => A.B
    class X { void Y(int Z) { var A = 1; } } =>
    partial class X {} => X
    """,
    specs_of(Kind.TYPE_NAME, ""),
)


def test_a_generic_type_is_told_apart_by_its_number_of_arguments() -> None:
    source = "class X : A<B, C> { object o = typeof(D<,>), p = new E.F<G>(), q = I<J, K>.L(); } partial class H<T> {}"
    assert probes(source, "`2") == ["A", "D", "I"]
    assert probes(source, "`1") == ["E.F", "H"]


def test_an_attribute_may_lack_its_ending() -> None:
    assert probes("[A, B.C(1)] class X {}", "attribute") == ["A", "B.C"]


def test_what_is_called_on_something_may_be_an_extension() -> None:
    assert probes("class X { void M() { a.B(); a.C<int>(); a?.D(); E(); a.F = 1; } }", "member") == ["B", "C", "D"]


test_a_text_that_is_the_full_name_of_a_type_is_a_probe = saying(
    "csharp",
    '"A.B, C" => A.B\n"A.B" => A.B\n"A" =>\n"see A.B" =>',
    specs_of(Kind.STRING_REF),
    written="class X { object o = M({}); }",
)


def test_types_are_declared_in_their_namespaces() -> None:
    source = """namespace A.B {
    [C(1)] public partial class X<T> { class Nested {} }
    namespace D { enum E { F } }
}
struct G {}
delegate void H();
"""
    found = read(source)
    assert found.namespace == "A.B"
    assert found.declared == (
        Declared("X", 2, "class", exported=True, marks=("`1", "partial", "[C]")),
        Declared("global::A.B.D.E", 3, "enum"),
        Declared("global::G", 5, "struct"),
        Declared("global::H", 6, "delegate"),
    )


def test_a_type_is_marked_with_what_stands_on_its_methods_and_on_the_types_in_it() -> None:
    found = read(
        "class X { [A] void M([B] int a) {} [C] int f; class Y { [D] void N() {} } [E] struct Z {} }\n[F] class W {}"
    )
    assert [one.marks for one in found.declared] == [("[A]", "[D]", "[E]"), ("[F]",)]


def test_a_namespace_without_braces_holds_the_rest_of_the_file() -> None:
    found = read("namespace A;\nusing B;\nrecord X(int A);\n")
    assert (found.namespace, [one.name for one in found.declared]) == ("A", ["X"])


def test_an_extension_method_is_declared() -> None:
    found = read("static class X { public static void M(this int a) {} static void N(int a) {} }")
    assert [(one.name, one.kind) for one in found.declared] == [("X", "class"), ("M", "extension")]


test_a_program_has_a_static_main_or_statements_of_its_own = saying(
    "csharp",
    """
    class X { static void Main() {} } => main
    class X { void Main() {} } =>
    System.Console.WriteLine(1); => main
    """,
    marks_of,
)
