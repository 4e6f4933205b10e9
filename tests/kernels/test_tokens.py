from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.hashing import fnv1a64
from rubout.kernels.lines import newline_offsets
from rubout.kernels.tokens import COMMENT, CUT, LITERAL, PIECE, UNIT, token_columns


@dataclass(frozen=True)
class Kind:
    flags: int
    required: int = 0
    forbidden: int = 0


KINDS = (
    Kind(0),
    Kind(LITERAL),
    Kind(LITERAL | PIECE),
    Kind(COMMENT),
    Kind(UNIT),
    Kind(UNIT, required=1),
    Kind(CUT),
    Kind(CUT, required=1),
    Kind(CUT, forbidden=2),
)
FIRST_CODE = 10
TABLE = (
    array("H", range(FIRST_CODE, FIRST_CODE + len(KINDS))),
    array("B", [kind.flags for kind in KINDS]),
    array("H", [kind.required for kind in KINDS]),
    array("H", [kind.forbidden for kind in KINDS]),
)


@dataclass(frozen=True, eq=False)
class Node:
    kind: int
    field: int
    text: bytes  # of a leaf
    children: list[Node]


@dataclass
class Token:
    code: int
    start: int
    text: bytes
    end: int


@dataclass
class Flat:
    """The arrays of `flatten.flatten` for a tree made by hand."""

    source: bytes = b""
    kinds: array[int] = field(default_factory=lambda: array("H"))
    fields: array[int] = field(default_factory=lambda: array("H"))
    starts: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))
    parents: array[int] = field(default_factory=lambda: array("I"))
    afters: array[int] = field(default_factory=lambda: array("I"))
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, node: Node, parent: int) -> None:
        index = len(self.kinds)
        self.kinds.append(node.kind)
        self.fields.append(node.field)
        self.starts.append(len(self.source))
        self.parents.append(parent)
        self.ends.append(0)
        self.afters.append(0)
        self.source += b"" if node.children else node.text
        for child in node.children:
            self.add(child, index)
        self.ends[index] = len(self.source)
        self.spans[id(node)] = (self.starts[index], self.ends[index])
        self.source += b" "
        self.afters[index] = len(self.kinds)


@dataclass
class Recursion:
    """The rules told from the tree itself; `spans` are the bytes of each node, by identity."""

    source: bytes
    spans: dict[int, tuple[int, int]]
    tokens: list[Token] = field(default_factory=list)
    owner: Node | None = None
    whole: Node | None = None

    def visit(self, node: Node, ancestors: tuple[Node, ...], *, in_unit: bool, in_cut: bool) -> None:
        kind = KINDS[node.kind]
        if kind.flags & COMMENT:
            return
        held = {child.field for child in node.children}
        holds = (not kind.required or kind.required in held) and not (kind.forbidden and kind.forbidden in held)
        in_cut = in_cut or bool(kind.flags & CUT and holds and not in_unit)
        in_unit = in_unit or bool(kind.flags & UNIT and holds)
        for child in node.children:
            self.visit(child, (*ancestors, node), in_unit=in_unit, in_cut=in_cut)
        if not node.children:
            self.leaf(node, ancestors, in_cut=in_cut)

    def leaf(self, node: Node, ancestors: tuple[Node, ...], *, in_cut: bool) -> None:
        upward = [node, *reversed(ancestors)]
        strings = list(takewhile(lambda above: KINDS[above.kind].flags & PIECE, upward[1:]))
        whole = upward[len(strings)]
        owner = upward[min(len(strings) + 1, len(upward) - 1)]
        text = b"" if whole is self.whole else self.source[slice(*self.spans[id(whole)])]
        start, end = self.spans[id(node)]
        literal = KINDS[node.kind].flags & LITERAL
        if literal and owner is self.owner:
            self.tokens[-1].text += text
            self.tokens[-1].end = end
        else:
            self.tokens.append(Token(0 if in_cut else FIRST_CODE + node.kind, start, text, end))
        self.owner = owner if literal else None
        self.whole = whole


TEXTS = st.sampled_from([b"", b"x", b"yz", b"\n", b"a\nb", b"c\n"])
KIND_NUMBERS = st.integers(0, len(KINDS) - 1)
TREES = st.recursive(
    st.builds(Node, KIND_NUMBERS, st.integers(0, 2), TEXTS, st.just([])),
    lambda children: st.builds(
        Node, KIND_NUMBERS, st.integers(0, 2), st.just(b""), st.lists(children, min_size=1, max_size=4)
    ),
    max_leaves=25,
)


def flat(tree: Node) -> Flat:
    arrays = Flat()
    arrays.add(tree, 0)
    return arrays


@given(TREES)
def test_agrees_with_the_rules_told_from_the_tree(tree: Node) -> None:
    arrays = flat(tree)
    twin = Recursion(arrays.source, arrays.spans)
    twin.visit(tree, (), in_unit=False, in_cut=False)
    nodes = (arrays.kinds, arrays.fields, arrays.starts, arrays.ends, arrays.parents, arrays.afters)
    columns, cut = token_columns(arrays.source, newline_offsets(arrays.source), nodes, TABLE)
    assert list(zip(*columns, strict=True)) == [
        (
            token.code,
            fnv1a64(token.text),
            arrays.source[: min(token.start, len(arrays.source) - 1)].count(b"\n") + 1,
            arrays.source[: max(token.start, token.end - 1)].count(b"\n") + 1,
        )
        for token in twin.tokens
    ]
    assert cut == sum(token.code == 0 for token in twin.tokens)


def test_the_columns_have_the_item_types_of_the_facts() -> None:
    arrays = flat(Node(0, 0, b"x", []))
    nodes = (arrays.kinds, arrays.fields, arrays.starts, arrays.ends, arrays.parents, arrays.afters)
    columns, _ = token_columns(arrays.source, newline_offsets(arrays.source), nodes, TABLE)
    assert [column.typecode for column in columns] == ["H", "Q", "I", "I"]
