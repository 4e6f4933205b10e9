"""The trees of units: worked examples of docs/methodology/near-miss.md, and a recursion over tree-sitter's nodes."""

from __future__ import annotations

from array import array
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from rubout.kernels.hashing import fnv1a64
from rubout.kernels.postorder import leaves_below
from rubout.measure import kinds
from rubout.measure.unit_trees import DIGEST_BYTES, tree_digest, unit_trees
from rubout.measure.units import unit_nodes
from tests.near_misses import TOTAL, as_method
from tests.nodes import root_of

if TYPE_CHECKING:
    import tree_sitter

    from rubout.measure.tree import FlatTree
    from tests.measure.conftest import Parsed

Shape = tuple[list[str], list[int], list[int]]  # names, leftmost leaves and lines in postorder

E1_LLD = "0 1 2 1 4 5 4 4 8 9 10 11 10 13 10 15 16 17 16 19 16 15 15 15 10 10 8 27 27 4 0"


def shapes(tree: FlatTree) -> dict[str, Shape]:
    """By unit, `key#nth`, the tree that its columns hold."""
    found = unit_nodes(tree)
    columns = unit_trees(tree, (node for _, node in found))
    labels, sizes = array("H", columns.labels), array("I", columns.sizes)
    lines = array("I", columns.lines)
    names = ("", "", "", *kinds.names())
    return {
        f"{unit.key}#{unit.nth}": (
            [names[label] for label in labels[root + 1 - sizes[root] : root + 1]],
            list(leaves_below(sizes, root)),
            list(lines[root + 1 - sizes[root] : root + 1]),
        )
        for (unit, _), root in zip(found, array("I", columns.roots), strict=True)
    }


def by_recursion(node: tree_sitter.Node) -> Shape:
    names: list[str] = []
    leaves: list[int] = []
    lines: list[int] = []

    def visit(node: tree_sitter.Node) -> None:
        first = len(names)
        for child in node.children:
            visit(child)
        if node.is_named:
            names.append(node.type)
            leaves.append(first)
            lines.append(node.start_point.row + 1)

    visit(node)
    return names, leaves, lines


def test_1_a_function_as_arrays(parsed: Parsed) -> None:
    names, lld, lines = shapes(parsed("python", TOTAL))["total/2#0"]
    assert " ".join(map(str, lld)) == E1_LLD
    assert names[:4] == ["identifier", "identifier", "identifier", "parameters"]
    assert names[-2:] == ["block", "function_definition"]
    assert (len(names), lines[0], lines[-1], max(lines)) == (31, 1, 1, 6)


def test_7_a_class_is_a_tree_around_that_of_its_method(parsed: Parsed) -> None:
    found = shapes(parsed("python", as_method("Cart", TOTAL)))
    assert [(name, len(names)) for name, (names, _, _) in found.items()] == [("Cart#0", 35), ("total/3#0", 32)]


def test_8_what_shares_a_line_with_a_unit_is_none_of_it(parsed: Parsed) -> None:
    found = shapes(parsed("rust", "fn f() {\n    g();\n} // end\nfn g() {}\n"))
    assert [(name, len(names)) for name, (names, _, _) in found.items()] == [("f/0#0", 8), ("g/0#0", 4)]


def test_10_the_code_of_a_kind_stands_for_its_name() -> None:
    assert kinds.code_hashes()[kinds.code_of("identifier")] == fnv1a64(b"identifier") == 0xF1567AAA3FA1099E


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", TOTAL),
        ("python", "class K:\n  def g(self): # c\n    return [1, (2\n  def h(self):\n    '''d'''\n"),
        (
            "typescript",
            "class C { m(a: number) { return [1].map((x) => { /* c */ return `${x}` }) } }\nconst f = () => 1",
        ),
        ("go", "package p\nfunc (t T) f(a, b int) { go func() { for { } }() } // c\n"),
        ("cpp", "template <class T> struct S { int f(int a = 1) { return [&](int b) { return a + b; }(2); } };\n"),
        ("bash", "f() { if a; then b | c; fi\n}\n"),
    ],
)
def test_a_tree_is_the_named_nodes_of_the_unit_s_own(language: str, source: str, parsed: Parsed) -> None:
    tree = parsed(language, source)
    by_place = {}
    pending = [root_of(tree.language, source.encode())]
    while pending:
        node = pending.pop()
        pending += node.children
        by_place[node.start_byte, node.end_byte, node.kind_id] = node
    found = shapes(tree)
    assert len(found) == len(unit_nodes(tree)) > 0
    for unit, index in unit_nodes(tree):
        node = by_place[tree.starts[index], tree.ends[index], tree.kinds[index]]
        assert found[f"{unit.key}#{unit.nth}"] == by_recursion(node)


def test_operators_are_nodes_without_a_name_but_brackets_separators_and_quotes(parsed: Parsed) -> None:
    tree = parsed("python", "x = 1\ndef f(a):\n    g(lambda b: b or 'c')\n    return not a[0] + b.c, 1\n")
    columns = unit_trees(tree, (node for _, node in unit_nodes(tree)))
    said = [kinds.name_of(code) for code in array("H", columns.operators)]
    assert said == ["def", ":", "lambda", ":", "or", "return", "not", "+", "."]
    assert array("I", columns.operator_lines).tolist() == [2, 2, 3, 3, 3, 4, 4, 4, 4]
    assert (array("I", columns.operator_starts)[0], array("I", columns.operator_ends)[0]) == (0, 9)


@pytest.mark.parametrize(
    ("language", "source", "said"),
    [
        ("python", "def f(a, b):\n    return a not in b\n", ["def", ":", "return", "not in"]),  # one, of two words
        ("rust", "fn f(a: bool) -> bool { a == true || a != false }", ["fn", ":", "->", "==", "||", "!="]),
    ],
)
def test_neither_parts_of_an_operator_nor_constants_are_operators(
    language: str, source: str, said: list[str], parsed: Parsed
) -> None:
    tree = parsed(language, source)
    columns = unit_trees(tree, (node for _, node in unit_nodes(tree)))
    assert [kinds.name_of(code) for code in array("H", columns.operators)] == said


def test_a_digest_is_of_the_kinds_and_the_shape_alone(parsed: Parsed) -> None:
    def digests(source: str) -> list[bytes]:
        tree = parsed("python", source)
        columns = unit_trees(tree, (node for _, node in unit_nodes(tree)))
        return [columns.digests[at : at + DIGEST_BYTES] for at in range(0, len(columns.digests), DIGEST_BYTES)]

    renamed = TOTAL.replace("items", "rows").replace("0", "17").replace("+=", "-=")
    assert digests(TOTAL) == digests(f"x = 1\n\n\n{renamed}")
    assert digests(TOTAL) != digests(TOTAL.replace("x.price > 0", "x > 0"))
    labels, sizes = bytes(range(6)), bytes(range(12))
    assert tree_digest(labels, sizes, 1, 3) == sha256(labels[2:6] + sizes[4:12]).digest()
