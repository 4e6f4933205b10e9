"""The passes over flat arrays against the rules of docs/methodology/scan.md read word for word, by recursion."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.kernels.metrics import RECEIVERS
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.metrics import metrics
from rubout.measure.units import bare_name, function_nodes
from tests.measure.conftest import flat_tree, only_function
from tests.nodes import root_of, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import tree_sitter

    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

BY_NAME = {language.name: language for language in LANGUAGES if language.units}
SAME_OPERATOR = {"and": "&&", "or": "||"}
SIDES = (("left", "left_operand"), ("right", "right_operand"))
CALLEES = ("function", "method", "name")


class Twin:
    """Measures of one syntax tree, node by node, with the names of the language table."""

    def __init__(self, tree: FlatTree) -> None:
        self.language: Language = tree.language
        self.source = tree.source
        self.root: tree_sitter.Node = root_of(tree.language, tree.source)
        self.called = [bare_name(tree, unit) for unit in function_nodes(tree)]
        self.deepest = 0

    def all_measures(self) -> list[tuple[int, int, int]]:
        """Outside every unit, then of each unit in preorder."""
        units = [node for node in walk(self.root) if self.is_unit(node)]
        outside = self.measures(self.root, "")
        return [outside, *(self.measures(unit, name) for unit, name in zip(units, self.called, strict=True))]

    def measures(self, unit: tree_sitter.Node, name: str) -> tuple[int, int, int]:
        self.deepest = 0
        own = list(self.own(unit))
        cyclomatic = 1 + sum(self.cyclomatic(node) for node in own if node.is_named)
        cognitive = sum(self.visit(child, 0) for child in unit.children)
        recursive = not self.is_accessor(unit) and any(self.calls(node, name) for node in own)
        return cyclomatic, cognitive + recursive, self.deepest

    def is_unit(self, node: tree_sitter.Node) -> bool:
        field = self.language.units_with_field.get(node.type)
        has_field = field is None or node.child_by_field_name(field) is not None
        return node.is_named and node.type in self.language.units and has_field

    def is_accessor(self, node: tree_sitter.Node) -> bool:
        return node.type in self.language.accessors

    def own(self, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        yield node
        for child in node.children:
            if not self.is_unit(child):
                yield from self.own(child)

    def cyclomatic(self, node: tree_sitter.Node) -> int:
        if node.type in self.language.decisions:
            return int(self.decides(node))
        if node.type in self.language.chains:
            return len(self.named(node)) - 1
        return int(self.operator(node) in self.language.decision_operators)

    def decides(self, node: tree_sitter.Node) -> bool:
        language, kind = self.language, node.type
        if kind in language.decisions_with_field:
            return node.child_by_field_name(language.decisions_with_field[kind]) is not None
        if kind in language.decisions_with_named_child:
            return bool(self.named(node))
        if kind in language.decisions_with_token:
            return language.decisions_with_token[kind] in [child.type for child in node.children]
        if kind in language.decisions_unless_value:
            values = [text(value) for value in node.children_by_field_name("value")]
            return values != [language.decisions_unless_value[kind]]
        return True

    def visit(self, node: tree_sitter.Node, nesting: int) -> int:
        language, kind, parent = self.language, node.type, node.parent
        if not node.is_named or self.is_unit(node):
            return 0
        cost, inner = 0, nesting
        if self.is_boolean(node):
            cost = 0 if parent is not None and self.is_boolean(parent) else len(list(groupby(self.operators(node))))
        elif kind in language.chains:
            cost = 1
        elif kind in language.nesting:
            alternative = self.alternative(node)
            if kind in language.ifs and alternative and alternative.type not in language.flat | language.ifs:
                cost += 1
            if self.is_else_if(node):
                cost += 1
            else:
                cost += 1 + nesting
                inner = nesting + 1
                self.deepest = max(self.deepest, inner)
        elif kind in language.flat and (parent is None or parent.type not in language.flat_except_under.get(kind, ())):
            cost = int(not any(child.type in language.ifs for child in node.children))
        elif kind in language.nest_only:
            inner = nesting + 1
        elif kind in language.jumps:
            cost = int(any(self.is_label(child) for child in node.children))
        return cost + sum(self.visit(child, inner) for child in node.children)

    def is_label(self, node: tree_sitter.Node) -> bool:
        texts = self.language.label_texts
        return node.is_named and node.type in self.language.labels and (not texts or text(node) in texts)

    def is_else_if(self, node: tree_sitter.Node) -> bool:
        above = node.parent
        if above is None or node.type not in self.language.ifs:
            return False
        return above.type in self.language.flat or (above.type in self.language.ifs and self.alternative(above) == node)

    def alternative(self, node: tree_sitter.Node) -> tree_sitter.Node | None:
        keyword = self.language.alternative_keyword
        if keyword is None:
            return node.child_by_field_name("alternative")
        after = False
        for child in node.children:
            if after and child.is_named and child.type not in self.language.comments:
                return child
            after = after or (not child.is_named and child.type == keyword)
        return None

    def operator(self, node: tree_sitter.Node) -> str | None:
        if node.type in self.language.boolean_lists:
            tokens = [child.type for child in node.children if not child.is_named]
            return next((token for token in tokens if token in self.language.boolean_operators), None)
        found = node.child_by_field_name("operator")
        return None if found is None else text(found).lower()

    def is_boolean(self, node: tree_sitter.Node) -> bool:
        return self.operator(node) in self.language.boolean_operators

    def operators(self, node: tree_sitter.Node) -> list[str]:
        """In order: those of the left side, the node's own, those of the right side."""
        sides: list[tree_sitter.Node | None] = [*self.named(node)]
        if node.type not in self.language.boolean_lists:
            sides = [next(filter(None, map(node.child_by_field_name, names)), None) for names in SIDES]
        own = self.operator(node) or ""
        before, after = (
            self.operators(side) if side is not None and self.is_boolean(side) else [] for side in (sides[0], sides[-1])
        )
        return [*before, SAME_OPERATOR.get(own, own), *after]

    def named(self, node: tree_sitter.Node) -> list[tree_sitter.Node]:
        return [child for child in node.named_children if child.type not in self.language.comments]

    def calls(self, node: tree_sitter.Node, name: str) -> bool:
        if not node.is_named or node.type not in self.language.calls or not name or name.startswith("("):
            return False
        in_field = [child for child in node.children if field_of(node, child) in CALLEES]
        callee = next(iter(in_field or node.named_children), None)
        if callee is None:
            return False
        said = self.source[node.start_byte : callee.end_byte]
        return said in {receiver + name.encode() for receiver in RECEIVERS}


def field_of(node: tree_sitter.Node, child: tree_sitter.Node) -> str | None:
    return node.field_name_for_child(node.children.index(child))


def text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode(errors="replace")


def fast_measures(tree: FlatTree) -> list[tuple[int, int, int]]:
    measured = metrics(tree)
    top = measured.toplevel
    functions = [(row.cyclomatic, row.cognitive, row.max_nesting) for row in measured.functions]
    return [(top.cyclomatic, top.cognitive, top.max_nesting), *functions]


# Programs are nested tuples, (form, *parts); each language spells the same ones.
ATOM = st.sampled_from([("name",), ("call",)])
EXPRESSIONS = st.recursive(
    ATOM,
    lambda inner: (
        st.tuples(st.sampled_from(["and", "or"]), inner, inner)
        | st.tuples(st.sampled_from(["not", "group", "lambda"]), inner)
        | st.tuples(st.just("choice"), inner, inner, inner)
    ),
    max_leaves=8,
)
BRANCHES = st.lists(EXPRESSIONS, min_size=1, max_size=3)


def statements(inner: st.SearchStrategy[tuple]) -> st.SearchStrategy[tuple]:
    block = st.lists(inner, min_size=1, max_size=3)
    return (
        st.tuples(st.just("if"), BRANCHES, block, st.none() | block)
        | st.tuples(st.sampled_from(["loop", "function"]), EXPRESSIONS, block)
        | st.tuples(st.just("try"), block, block)
    )


PROGRAMS = st.lists(st.recursive(st.tuples(st.just("do"), EXPRESSIONS), statements, max_leaves=12), max_size=4)


def python(program: list[tuple], margin: str = "") -> str:
    return "".join(margin + line + "\n" for node in program for line in python_lines(node))


def python_lines(node: tuple) -> Iterator[str]:
    def block(program: list[tuple]) -> list[str]:
        return python(program, " ").splitlines()

    match node:
        case ("do", value):
            yield python_expression(value)
        case ("if", conditions, body, otherwise):
            for word, condition in zip(["if", *["elif"] * len(conditions)], conditions, strict=False):
                yield f"{word} {python_expression(condition)}:"
                yield from block(body)
            if otherwise:
                yield "else:"
                yield from block(otherwise)
        case ("loop", value, body):
            yield f"while {python_expression(value)}:"
            yield from block(body)
        case ("function", value, body):
            yield f"def f(a={python_expression(value)}):"
            yield from block(body)
        case ("try", body, handler):
            yield from ["try:", *block(body), "except A:", *block(handler)]


def python_expression(node: tuple) -> str:
    form, *parts = node
    inner = [python_expression(part) for part in parts]
    spelling = {
        "name": "a",
        "call": "f(a)",
        "and": "{} and {}",
        "or": "{} or {}",
        "not": "not {}",
        "group": "({})",
        "lambda": "(lambda: {})",
        "choice": "({} if {} else {})",
    }
    return spelling[form].format(*inner)


def braced(spelling: dict[str, str]) -> Callable[[list[tuple]], str]:
    """A printer for a language with braces, from a format a form."""

    def expression(node: tuple) -> str:
        form, *parts = node
        return spelling[form].format(*map(expression, parts))

    def block(program: list[tuple]) -> str:
        return "".join(map(statement, program))

    def statement(node: tuple) -> str:
        match node:
            case ("do", value):
                return spelling["do"].format(expression(value))
            case ("if", conditions, body, otherwise):
                chain = " else ".join(spelling["if"].format(expression(value), block(body)) for value in conditions)
                return chain + (f" else {{ {block(otherwise)} }}\n" if otherwise else "\n")
            case (form, value, body) if form in {"loop", "function"}:
                return spelling[form].format(expression(value), block(body))
            case (_, body, handler):
                return spelling["try"].format(block(body), block(handler))
        raise AssertionError(node)

    return block


BOOLEANS = {"name": "a", "call": "f(a)", "and": "{} && {}", "or": "{} || {}", "not": "!{}", "group": "({})"}
C_LIKE = BOOLEANS | {
    "choice": "({} ? {} : {})",
    "do": "g({});\n",
    "if": "if ({}) {{ {} }}",
    "loop": "while ({}) {{ {} }}\n",
    "try": "try {{ {} }} catch (e) {{ {} }}\n",
}
PRINTERS: dict[str, Callable[[list[tuple]], str]] = {
    "python": python,
    "typescript": braced(C_LIKE | {"lambda": "(() => {})", "function": "function f(a = {}) {{ {} }}\n"}),
    "javascript": braced(
        C_LIKE | {"lambda": "(function () {{ return {} }})", "function": "f = (a = {}) => {{ {} }};\n"}
    ),
    "kotlin": braced(
        C_LIKE
        | {
            "lambda": "g {{ {} }}",
            "choice": "(if ({}) {} else {})",
            "function": "fun f(a: Int = {}) {{ {} }}\n",
            "try": "try {{ {} }} catch (e: E) {{ {} }}\n",
        }
    ),
    "go": braced(
        BOOLEANS
        | {
            "lambda": "func() bool {{ return {} }}()",
            "choice": "g({}, {}, {})",
            "do": "g({})\n",
            "if": "if {} {{ {} }}",
            "loop": "for {} {{\n{} }}\n",
            "function": "h := func(a int) {{ g({})\n{} }}\n",
            "try": "{{ {} }}\n{{ {} }}\n",
        }
    ),
    "rust": braced(
        BOOLEANS
        | {
            "lambda": "(|| {})()",
            "choice": "(if {} {{ {} }} else {{ {} }})",
            "do": "g({});\n",
            "if": "if {} {{ {} }}",
            "loop": "while {} {{ {} }}\n",
            "function": "fn f() {{ g({});\n{} }}\n",
            "try": "{{ {} }}\n{{ {} }}\n",
        }
    ),
}


@pytest.mark.parametrize("language", PRINTERS)
@settings(max_examples=60)
@given(program=PROGRAMS)
def test_the_passes_agree_with_the_rules_read_word_for_word(language: str, program: list[tuple]) -> None:
    body = PRINTERS[language](program)
    tree = flat_tree(language, f"package a\nfunc f() {{\n{body}}}\n" if language == "go" else body)
    assert fast_measures(tree) == Twin(tree).all_measures()


@pytest.mark.parametrize("language", PRINTERS)
@settings(max_examples=30)
@given(program=PROGRAMS, cut=st.integers(0, 400))
def test_they_agree_on_source_that_is_cut_off(language: str, program: list[tuple], cut: int) -> None:
    tree = flat_tree(language, PRINTERS[language](program)[:cut])
    assert fast_measures(tree) == Twin(tree).all_measures()


def test_they_agree_on_kotlin_that_is_cut_off_before_a_condition() -> None:
    tree = flat_tree("kotlin", "if (a) { g(a)\n } else if (")
    assert fast_measures(tree) == Twin(tree).all_measures()


TEXTS = st.lists(
    st.sampled_from(
        [
            "x = 1\n",
            "# a\n",
            "x = 1  # a\n",
            "\n",
            "def f():\n    y = 2  # b\n\n    z = 3\n",
            "import a\n",
            '"""\na\n"""\n',
        ]
    )
)


@given(pieces=TEXTS)
def test_rows_agree_with_a_count_by_row(pieces: list[str]) -> None:
    tree = flat_tree("python", "".join(pieces))
    measured = metrics(tree)
    rows = [row for piece in pieces for row in own_rows(piece)]
    own = [line for line, row in enumerate(rows, 1) if row]
    assert measured.comment_lines == sum(piece.count("#") for piece in pieces)
    assert measured.toplevel.lines == len(own)
    if own:
        assert (measured.toplevel.start_line, measured.toplevel.end_line) == (own[0], own[-1])


def own_rows(piece: str) -> list[bool]:
    """Of each row of a piece, whether code stands on it that is no function and no import."""
    code = not piece.startswith(("#", "\n", "def", "import"))
    return [code] * piece.count("\n")


DEPTH = 20_000


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        pytest.param("c", "int f() {" + "if (a) {" * DEPTH + "}" * DEPTH + "}", (DEPTH + 1, DEPTH), id="nested"),
        pytest.param(
            "python", "def f(): return " + "not (a and " * DEPTH + "a" + ")" * DEPTH, (DEPTH + 1, 0), id="groups"
        ),
        pytest.param("typescript", "const f = x => " + "a && " * DEPTH + "a", (DEPTH + 1, 0), id="one chain"),
        pytest.param(
            "java", "class K { void f() {" + "if (a) {} else " * DEPTH + "{} } }", (DEPTH + 1, 1), id="else-if"
        ),
    ],
)
def test_depth_costs_no_stack_and_no_square(language: str, source: str, expected: tuple[int, int]) -> None:
    function = only_function(language, source)
    assert (function.cyclomatic, function.max_nesting) == expected


@pytest.mark.parametrize("language", BY_NAME)
@pytest.mark.parametrize("source", ["", "\n", ")", "\0"])
def test_source_without_a_statement_is_measured(language: str, source: str) -> None:
    measured = metrics(flat_tree(language, source))
    assert measured.functions == ()
    assert (measured.toplevel.cyclomatic, measured.toplevel.cognitive) == (1, 0)
