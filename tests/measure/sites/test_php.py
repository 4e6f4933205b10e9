"""What a PHP file says of others."""

from __future__ import annotations

import pytest

from rubout.facts.references import Declared, Kind, References
from tests.tables import cases
from tests.worlds import references_of, said_sites, saying, specs_of


def read(source: str) -> References:
    return references_of("php", f"<?php {source}")


test_every_clause_of_a_use_declaration_is_a_site = saying(
    "php",
    r"""
    use A\B; => use A\B B
    use \A\B; => use A\B B
    use A\B as C, D; => use A\B C; use D D
    use A\{B, C\D as E}; => use A\B B; use A\C\D E
    use function A\f; => use A\f f
    class X { use A; } => type_name A
    """,
    written="<?php {}",
)


def test_functions_and_constants_are_told_apart_from_types() -> None:
    source = r"use A\B; use function A\f; use const A\C; use A\{function g, const D};"
    assert [site.detail for site in read(source).sites] == ["", "function", "const", "function", "const"]


@cases(
    "path expected",
    """
    'a.php' => include a.php
    ('a' . '/b.php') => include a/b.php
    __DIR__ . '/a.php' => include ./a.php
    __DIR__.'/../a.php' => include ./../a.php
    dirname(__FILE__) . '/a.php' => include ./a.php
    dirname(__DIR__) . '/a.php' => include ./../a.php
    dirname(__DIR__, 2).'/a.php' => include ./../../a.php
    $a => dynamic
    __DIR__ . "/$a.php" => dynamic
    ROOT . '/a.php' => dynamic
    """,
)
@pytest.mark.parametrize("word", ["require", "include_once"])
def test_an_include_is_followed_as_far_as_it_is_literal(word: str, path: str, expected: str) -> None:
    assert said_sites(read(f"{word} {path};")) == expected


@cases(
    "path expected",
    """
    __DIR__ . '/a/*.php' => ./a/*.php
    __DIR__.'/../a' => ./../a
    app_path('A/B') => /app/A/B
    base_path("a") => /a
    resource_path($a) =>
    __DIR__ =>
    'a/b.php' =>
    """,
)
def test_a_path_from_a_known_folder_is_a_probe(path: str, expected: str) -> None:
    found = [(site.kind, site.spec) for site in read(f"f({path});").sites]
    assert found == ([(Kind.STRING_REF, expected)] if expected else [])


test_a_file_may_list_its_own_folder = saying(
    "php",
    "$a->in(__DIR__) => ./*.php\nscandir(__DIR__) => ./*.php\nnew A(__DIR__) => ./*.php\ndirname(__DIR__) =>",
    specs_of(Kind.STRING_REF),
    written="<?php {};",
)


test_a_type_is_named_once_in_a_file_as_it_is_written = saying(
    "php",
    r"""
    class X extends A implements B, \C\D {} => A B \C\D
    interface X extends A {} => A
    class X { use A; private B|null $b; function f(?C $c): D {} } => A B C D
    function x() { new A; B::c(); C::$d; D::E; F::class; } => A B C D F
    function x() { $a instanceof A; try {} catch (B | C $e) {} } => A B C
    #[A(B::class)] class X {} => A B
    function x() { new namespace\A; new B\C; } => namespace\A B\C
    function x() { self::a(); new static; parent::b(); new $c; d(); } =>
    $x = new class extends A {}; => A
    """,
    specs_of(Kind.TYPE_NAME),
    written="<?php {}",
)


test_a_text_that_is_the_full_name_of_a_type_is_a_probe = saying(
    "php",
    r"""
    'A\B' => A\B
    'A\\B' => A\B
    "\\A\\B" => A\B
    'A\B@c' => A\B
    'A\B::c' => A\B
    'A' =>
    'see A\B' =>
    """,
    specs_of(Kind.STRING_REF),
    written="<?php f({});",
)


def test_names_are_declared_in_their_namespaces() -> None:
    source = r"""namespace A\B;
abstract class X { function f() {} }
if (true) { function g() { function h() {} } }
const C = 1;
namespace D;
trait T { const E = 1; }
"""
    found = read(source)
    assert found.namespace == "A\\B"
    assert [(one.name, one.kind, one.line) for one in found.declared] == [
        ("X", "class", 2),
        ("g", "function", 3),
        ("\\D\\T", "trait", 6),
        ("C", "constant", 4),
    ]
    assert found.declared[0] == Declared("X", 2, "class", exported=True)
