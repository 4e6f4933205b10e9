from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.kernels.hashing import fnv1a64
from rubout.measure import kinds
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.table import Scope
from rubout.measure.sources.content import total_lines
from rubout.measure.tokens import token_facts, token_texts
from tests.measure.conftest import flat_tree
from tests.nodes import root_of
from tests.tables import rows

if TYPE_CHECKING:
    import tree_sitter

    from rubout.measure.languages.table import Cut, Language

CUT = b"\x00"
BY_NAME = {language.name: language for language in LANGUAGES}


@dataclass
class Token:
    hashed: bytes  # what stands for its class, or CUT
    text: bytes
    start_line: int
    end_line: int


@dataclass(frozen=True)
class Stream:
    tokens: list[Token]
    masked: int

    @property
    def classes(self) -> str:
        """`-` is a token that is cut."""
        marks = {CUT: "-", b"\x01ID": "ID", b"\x02LIT": "LIT"}
        return " ".join(marks.get(token.hashed, token.hashed.decode()) for token in self.tokens)

    @property
    def lines(self) -> list[tuple[int, int]]:
        return [(token.start_line, token.end_line) for token in self.tokens]


def class_of(code: int) -> bytes:
    marks = {kinds.CUT: CUT, kinds.IDENTIFIER: b"\x01ID", kinds.LITERAL: b"\x02LIT"}
    return marks[code] if code in marks else kinds.names()[code - 3].encode()


def columns(name: str, source: bytes, *, keep_imports: bool) -> tuple[list[tuple[bytes, int, int, int]], int]:
    """(class, raw hash, start line, end line) a token, and the number of tokens cut."""
    facts = token_facts(flat_tree(name, source), keep_imports=keep_imports)
    codes, raws = array("H", facts.codes), array("Q", facts.raws)
    starts, ends = array("I", facts.starts), array("I", facts.ends)
    return list(zip(map(class_of, codes), raws, starts, ends, strict=True)), facts.masked


class Prose:
    """The rules of the page, told from the tree of nodes by recursion."""

    def __init__(self, name: str, source: bytes, *, keep_imports: bool) -> None:
        self.language: Language = BY_NAME[name]
        self.source = source
        self.keep_imports = keep_imports
        self.tokens: list[Token] = []
        self.masked = 0
        self.owner: int | None = None
        self.whole: int | None = None
        self.visit(root_of(self.language, source), in_unit=False, cut=False)

    @property
    def stream(self) -> Stream:
        return Stream(self.tokens, self.masked)

    def visit(self, node: tree_sitter.Node, *, in_unit: bool, cut: bool) -> None:
        if node.type in self.language.comments:
            return
        if not node.children:
            self.leaf(node, cut=cut or self.begins_cut(node, in_unit=in_unit))
            return
        cut = cut or self.begins_cut(node, in_unit=in_unit)
        in_unit = in_unit or self.is_unit(node)
        for child in node.children:
            self.visit(child, in_unit=in_unit, cut=cut)

    def is_unit(self, node: tree_sitter.Node) -> bool:
        if not node.is_named or node.type not in self.language.units:
            return False
        field = self.language.units_with_field.get(node.type)
        return field is None or node.child_by_field_name(field) is not None

    def begins_cut(self, node: tree_sitter.Node, *, in_unit: bool) -> bool:
        return not self.keep_imports and not in_unit and any(fits(node, cut) for cut in self.language.cuts)

    def leaf(self, node: tree_sitter.Node, *, cut: bool) -> None:
        hashed = self.hashed(node)
        owner = self.owner_of(node) if hashed == b"\x02LIT" else None
        text = self.text_of(node)
        if owner is not None and owner == self.owner:
            self.tokens[-1].text += text
            self.tokens[-1].end_line = max(self.tokens[-1].end_line, self.last_line(node))
        else:
            self.tokens.append(Token(CUT if cut else hashed, text, self.first_line(node), self.last_line(node)))
            self.masked += cut
        self.owner = owner

    def first_line(self, node: tree_sitter.Node) -> int:
        """What is empty may lie behind the last line feed, where no line is."""
        return min(node.start_point[0] + 1, total_lines(self.source) or 1)

    def last_line(self, node: tree_sitter.Node) -> int:
        """For the parser, what takes in its line feed ends where the next line begins."""
        return max(node.end_point[0] + (node.end_point[1] > 0), self.first_line(node))

    def hashed(self, node: tree_sitter.Node) -> bytes:
        kind = node.type
        if kind.endswith("identifier") or (node.is_named and kind in self.language.more_identifiers):
            return b"\x01ID"
        literal = (
            kind.endswith("literal")
            or (node.is_named and kind in {"integer", "float", "escape_sequence", "number"})
            or is_piece(kind)
            or kind in self.language.delimiters
            or (node.is_named and kind in self.language.more_literals)
        )
        return b"\x02LIT" if literal and kind != "null_literal" else kind.encode()

    def text_of(self, node: tree_sitter.Node) -> bytes:
        while node.parent is not None and is_piece(node.parent.type):
            node = node.parent
        again, self.whole = node.id == self.whole, node.id
        return b"" if again else self.source[node.start_byte : node.end_byte]

    def owner_of(self, node: tree_sitter.Node) -> int | None:
        owner = node.parent
        while owner is not None and is_piece(owner.type) and owner.parent is not None:
            owner = owner.parent
        return None if owner is None else owner.id


def fits(node: tree_sitter.Node, cut: Cut) -> bool:
    if not node.is_named or node.type != cut.kind:
        return False
    if cut.with_field is not None and node.child_by_field_name(cut.with_field) is None:
        return False
    return cut.without_field is None or node.child_by_field_name(cut.without_field) is None


def is_piece(kind: str) -> bool:
    return "string" in kind and kind.endswith(("content", "fragment", "start", "end"))


def stream(name: str, source: str | bytes, *, keep_imports: bool = False) -> Stream:
    """The tokens of a source, their raw hashes checked against their bytes as the prose has them."""
    source = source.encode() if isinstance(source, str) else source
    told = Prose(name, source, keep_imports=keep_imports).stream
    measured, masked = columns(name, source, keep_imports=keep_imports)
    assert measured == [(token.hashed, fnv1a64(token.text), token.start_line, token.end_line) for token in told.tokens]
    assert masked == told.masked
    return told


EXAMPLE_2 = {
    "python": {
        'def f(x): return "a" + f"b{x}c"': "def ID ( ID ) : return LIT + LIT { ID } LIT",
        'X = "abc"\n"""Attribute docstring."""\nY = 1': "ID = LIT LIT ID = LIT",
        r's = "a\n"': "ID = LIT",
        's = "a" "b"': "ID = LIT LIT",
    },
    "typescript": {
        "const a = 'x'\n'use strict'\nconst b = 2": "const ID = LIT LIT const ID = LIT",
        "let n: number = 1;": "let ID : number = LIT ;",
        "let t = `a${x}b`;": "let ID = LIT ${ ID } LIT ;",
    },
    "rust": {
        "fn f<'a>(x: &'a str) -> &'a str { x }": "fn ID < ' ID > ( ID : & ' ID primitive_type )"
        " -> & ' ID primitive_type { ID }",
        """let c = 'x'; let s = r#"q"#; let b = true;""": "let ID = LIT ; let ID = LIT ; let ID = true ;",
    },
    "c": {
        r"""a = "x\n"; b = 'q'; c = '\n'; e = "a" "b";""": "ID = LIT ; ID = LIT ; ID = LIT ; ID = LIT LIT ;",
    },
    "java": {
        "String b = null;": "ID ID = null_literal ;",
    },
}
OTHER_LEAVES = {
    "python": {
        "a = True\nb = None": "ID = true ID = none",
        "a = 1 # one\n# two\nb = 2": "ID = LIT ID = LIT",
    },
    "typescript": {
        'const a = "x" /* c */ + "y"': "const ID = LIT + LIT",
        "x = /a/g": "ID = / regex_pattern / regex_flags",
    },
    "go": {
        "var _ = nil\n": "var ID = nil",
        "x := []T{'a', 1.5, 2i}\n": "ID := [ ] ID { LIT , LIT , LIT }",
    },
    "haskell": {
        'f x = "a" ++ g 1 2.5': "variable variable = string operator variable LIT LIT",
    },
    "java": {
        "float f = 1.0f;": "float ID = LIT ;",
    },
    "php": {
        "<?php f(1.5, fn(float $x) => 'a');": "php_tag ID ( LIT , fn ( float $ ID ) => LIT ) ;",
    },
    "kotlin": {
        'val a = "p$q"': "val ID = LIT",
    },
    "cpp": {
        'auto s = R"(a)";': "auto ID = LIT ( LIT ) LIT ;",
        "auto p = nullptr;": "auto ID = nullptr ;",
    },
    "ruby": {
        "a = 'b' + :c.to_s": "ID = LIT + simple_symbol . ID",
    },
    "lua": {
        "local s = [[a]] .. 'b'": "local ID = LIT .. LIT",
    },
    "bash": {
        'a="b" && echo c': "ID = LIT && word word",
    },
    "csharp": {
        "var c = 'x'; int n = 1;": "var ID = LIT ; predefined_type ID = LIT ;",
    },
}


@pytest.mark.parametrize(("name", "source", "expected"), [*rows(EXAMPLE_2), *rows(OTHER_LEAVES)])
def test_example_2_leaves_become_classes_by_their_kind(name: str, source: str, expected: str) -> None:
    assert stream(name, source).classes == expected


def test_an_empty_file_is_one_token() -> None:
    assert stream("python", "").classes == "module"


def test_missing_leaves_and_errors_are_tokens_like_any_other() -> None:
    assert stream("c", "int a = 1").classes == "primitive_type ID = LIT ;"
    assert stream("python", "def f(:\n  ???\n").classes == "def ID ( : ERROR"


def test_the_text_of_a_literal_is_that_of_all_its_pieces() -> None:
    tokens = stream("python", r's = "a\n\tb" + f"b{x}c"').tokens
    assert [token.text for token in tokens] == [b"s", b"=", rb'"a\n\tb"', b"+", b'f"b', b"{", b"x", b"}", b'c"']


@pytest.mark.parametrize(
    ("name", "source", "other"),
    [
        ("python", r'"one\n"', r'"two\n"'),
        ("python", r'f"{x}one\n"', r'f"{x}two\n"'),
        ("python", r'f"one{{\n"', r'f"two{{\n"'),
        ("lua", r"x = 'one\n'", r"x = 'two\n'"),
    ],
)
def test_strings_that_differ_beside_an_escape_have_other_texts(name: str, source: str, other: str) -> None:
    ours, theirs = (columns(name, text.encode(), keep_imports=False)[0] for text in (source, other))
    assert [classed for classed, *_ in ours] == [classed for classed, *_ in theirs]
    assert sum(our[1] != their[1] for our, their in zip(ours, theirs, strict=True)) == 1


@pytest.mark.parametrize(("name", "source"), [row[:2] for row in (*rows(EXAMPLE_2), *rows(OTHER_LEAVES))])
def test_the_written_tokens_are_those_that_are_hashed(name: str, source: str) -> None:
    tree = flat_tree(name, source.encode())
    facts, written = token_facts(tree, keep_imports=True), token_texts(tree)
    assert [fnv1a64(token.text) for token in written] == array("Q", facts.raws).tolist()
    assert [token.code for token in written] == array("H", facts.codes).tolist()


def test_a_written_token_knows_where_it_stands() -> None:
    source = b"import a\ns = 'x\\n'  # c\n"
    written = token_texts(flat_tree("python", source))
    assert [token.text for token in written] == [b"import", b"a", b"s", b"=", b"'x\\n'"]
    assert [source[token.start : token.end] for token in written] == [token.text for token in written]


def test_the_columns_are_little_endian() -> None:
    facts = token_facts(flat_tree("python", b"\n" * 300 + b"x"), keep_imports=False)
    assert facts.codes == kinds.IDENTIFIER.to_bytes(2, "little")
    assert facts.raws == fnv1a64(b"x").to_bytes(8, "little")
    assert facts.starts == facts.ends == (301).to_bytes(4, "little")
    assert (facts.hashes, facts.positions) == (b"", b"")


# For each language with a cut: source that is cut, source that is not, and what stands before it in a file.
MASKS = [
    (
        "python",
        "import a\nfrom b import c as d\nfrom __future__ import e\n",
        "def f():\n    import a\n    return 1\n",
        "",
    ),
    (
        "typescript",
        "import a from 'b';\nexport * from 'c';\nexport { d } from 'e';\n",
        "export { d };\nexport const x = 1;\n",
        "",
    ),
    ("tsx", "import a from 'b';\nexport * from 'c';\n", "export const x = <a>b</a>;\n", ""),
    ("javascript", "import a from 'b';\nimport 'c';\nexport * from 'd';\n", "export default 1;\n", ""),
    ("rust", "use a::b;\nextern crate c;\n", "fn f() { use a::b; }\nmod x { struct S; }\n", ""),
    ("go", 'package a\nimport "b"\nimport (\n\t"c"\n)\n', "func f() {}\n", ""),
    ("haskell", "module A (f) where\nimport B\nimport qualified C as D\n", "f x = x\n", ""),
    ("c", '#include <a.h>\n#include "b.h"\n', '#define A 1\nint f(void) {\n#include "c.h"\n}\n', ""),
    ("cpp", "#include <a>\n", "using namespace std;\nint f() { return 1; }\n", ""),
    ("java", "package a.b;\nimport c.D;\nimport static e.F.*;\n", "class A { int f() { return 1; } }\n", ""),
    ("kotlin", "package a.b\nimport c.D\nimport e.F as G\n", "fun f() = 1\n", ""),
    ("csharp", "extern alias A;\nusing B.C;\nnamespace D;\n", "class E { void F() { using (var x = y) { } } }\n", ""),
    ("php", "namespace A;\nuse B\\C;\nuse function D\\e;\n", "function f() { return 1; }\n", "<?php\n"),
    ("php", "use B\\C;\n", "namespace A { function f() { return 1; } }\n", "<?php\n"),
]


@pytest.mark.parametrize(("name", "cut", "kept", "before"), MASKS)
def test_imports_outside_functions_are_cut_and_counted(name: str, cut: str, kept: str, before: str) -> None:
    whole = stream(name, before + cut + kept)
    opening = len(stream(name, before).tokens) if before else 0
    rest = stream(name, before + kept)
    assert rest.masked == 0
    assert whole.masked == len(whole.tokens) - len(rest.tokens) > 0
    classes = rest.classes.split(" ")
    assert whole.classes.split(" ") == [*classes[:opening], *["-"] * whole.masked, *classes[opening:]]


@pytest.mark.parametrize(("name", "cut", "kept", "before"), MASKS)
def test_with_keep_imports_nothing_is_cut(name: str, cut: str, kept: str, before: str) -> None:
    cut_out = stream(name, before + cut + kept)
    whole = stream(name, before + cut + kept, keep_imports=True)
    assert whole.masked == 0
    assert CUT not in {token.hashed for token in whole.tokens}
    assert [token.text for token in whole.tokens] == [token.text for token in cut_out.tokens]


def test_every_language_with_a_cut_is_tried() -> None:
    assert {name for name, *_ in MASKS} == {language.name for language in LANGUAGES if language.cuts}


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("x = 1\ny = 2\n", [(1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]),
        ("x = 1\r\ny = 2\r\n", [(1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]),
        ("\ufeffx = 1\ny = 2", [(1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]),
        ("if x:\n\ty = 'é→'\n\n\tz", [(1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2), (4, 4)]),
        ("\n\n  x", [(3, 3)]),
        ('x = """a\n\\n\nb""" + y', [(1, 1), (1, 1), (1, 3), (3, 3), (3, 3)]),
        ("x\ry\r\nz", [(1, 1), (1, 1), (2, 2)]),
    ],
    ids=["plain", "CRLF", "BOM, no final newline", "tabs and non-ASCII", "blank lines", "long string", "lone CR"],
)
def test_lines_are_counted_from_one_by_line_feeds(source: str, lines: list[tuple[int, int]]) -> None:
    assert stream("python", source).lines == lines


@pytest.mark.parametrize(
    ("language", "source", "lines"),
    [
        ("tsx", "<a>b\n</a>", [(1, 1), (1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]),
        ("php", "<?php f();\n?>\nb\nc\n", [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (2, 2), (3, 4)]),
        ("ruby", "x = <<A\nb\nA\n", [(1, 1), (1, 1), (1, 1), (1, 2), (3, 3)]),
        ("python", "\n", [(1, 1)]),
        ("go", "package a\nvar b = 1\n", [(1, 1), (1, 1), (2, 2), (2, 2), (2, 2), (2, 2)]),
    ],
)
def test_a_token_that_ends_in_a_newline_ends_on_the_line_that_it_ends(
    language: str, source: str, lines: list[tuple[int, int]]
) -> None:
    assert stream(language, source).lines == lines


@given(st.sampled_from(sorted(one.name for one in LANGUAGES if one.scope is Scope.JUDGED and one.grammar)), st.data())
def test_broken_source_has_the_tokens_of_whatever_tree_results(name: str, data: st.DataObject) -> None:
    pieces = st.sampled_from(
        [
            '"',
            "'",
            "\n",
            "\r\n",
            "\\n",
            "{",
            "}",
            "(",
            ")",
            "f'",
            "é",
            "\0",
            " ",
            "x",
            "1",
            "//",
            "#",
            "import x",
            "fn f",
        ]
    )
    source = "".join(data.draw(st.lists(pieces, max_size=20)))
    for keep_imports in (False, True):
        stream(name, source, keep_imports=keep_imports)
