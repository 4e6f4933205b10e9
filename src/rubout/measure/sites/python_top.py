"""Which names does a Python file bind at its top level, and what else does it say there of its use?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Reexport, References
from rubout.measure.nodes import child_in_field, children, first_line, is_named, kind_name, text
from rubout.measure.sites.collect import script_marks
from rubout.measure.sites.python_names import PATTERN_MARK, module_text, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.references import Site
    from rubout.measure.tree import FlatTree

_DEFINITIONS = {"function_definition": "function", "class_definition": "class"}
# What holds statements of the same scope.
_HOLDERS = frozenset(
    {
        "block",
        "case_clause",
        "elif_clause",
        "else_clause",
        "except_clause",
        "except_group_clause",
        "finally_clause",
        "for_statement",
        "if_statement",
        "match_statement",
        "try_statement",
        "while_statement",
        "with_statement",
    }
)
_TARGETS = frozenset(
    {"as_pattern_target", "list", "list_pattern", "list_splat_pattern", "pattern_list", "tuple", "tuple_pattern"}
)
_WARNINGS = frozenset({"warn", "warnings.warn"})
_LISTS = frozenset({"list", "set", "tuple"})


@dataclass(slots=True)
class _Top:
    """What was found so far."""

    declared: list[Declared] = field(default_factory=list)
    reexports: list[Reexport] = field(default_factory=list)
    imported: set[str] = field(default_factory=set)
    public: list[str] = field(default_factory=list)
    is_public_literal: bool = True  # every statement about `__all__` can be read
    marks: set[str] = field(default_factory=set)


def top_level(tree: FlatTree, sites: tuple[Site, ...]) -> References:
    """The references of a file, given its sites.

    Marks: `main` (a main guard), `shebang`, `acts` (it calls something when it is loaded), `warns` (it calls `warn`
    then, as what is kept for others' imports does), and `plugin:MODULE` for each of a literal `pytest_plugins`.
    """
    top = _Top(marks=set(script_marks(tree)))
    for index in children(tree, 0):
        _statement(tree, index, top)
        top.marks.update(_acts(tree, index))
    names = {declared.name for declared in top.declared}
    public = tuple(top.public) if "__all__" in names and top.is_public_literal else None
    return References(
        sites=sites,
        declared=tuple(top.declared),
        reexports=tuple(top.reexports),
        bindings=tuple(sorted(names | top.imported)),
        public=public,
        marks=tuple(sorted(top.marks)),
    )


def _statement(tree: FlatTree, index: int, top: _Top) -> None:
    kind = kind_name(tree, index)
    if kind in _HOLDERS:
        _held(tree, index, kind, top)
    elif kind == "expression_statement":
        for child in children(tree, index):
            _assigned(tree, child, top)
    elif kind == "import_from_statement":
        _imported_from(tree, index, top)
    elif kind == "import_statement":
        for child in children(tree, index):
            if is_named(tree, child):
                top.imported.add(_bound(tree, child).partition(".")[0])
    elif kind == "decorated_definition":
        decorators = tuple(_decorators(tree, index))
        inner = child_in_field(tree, index, tree.grammar.field("definition"))
        if inner is not None:
            _defined(tree, inner, decorators, top)
    else:
        _defined(tree, index, (), top)


def _held(tree: FlatTree, index: int, kind: str, top: _Top) -> None:
    """What a compound statement binds itself, and its own statements."""
    if kind == "if_statement" and _is_main_guard(tree, index):
        top.marks.add("main")
    for child in children(tree, index):
        if kind == "for_statement" and tree.fields[child] == tree.grammar.field("left"):
            _targets(tree, child, top)
        elif kind_name(tree, child) in ("with_clause", "as_pattern", "named_expression", "parenthesized_expression"):
            _in_header(tree, child, top)
        else:
            _statement(tree, child, top)


def _in_header(tree: FlatTree, index: int, top: _Top) -> None:
    """The names that `with ... as`, `except ... as` and `:=` bind."""
    for inner in range(index, tree.afters[index]):
        kind = kind_name(tree, inner)
        if kind == "as_pattern_target":
            _targets(tree, inner, top)
        elif kind == "named_expression":
            name = child_in_field(tree, inner, tree.grammar.field("name"))
            if name is not None:
                _targets(tree, name, top)


def _is_main_guard(tree: FlatTree, index: int) -> bool:
    condition = child_in_field(tree, index, tree.grammar.field("condition"))
    asked = "" if condition is None else "".join(text(tree, condition).split()).replace("'", '"').strip("()")
    return asked in ('__name__=="__main__"', '"__main__"==__name__')


def _decorators(tree: FlatTree, index: int) -> Iterator[str]:
    for child in children(tree, index):
        if kind_name(tree, child) == "decorator":
            yield text(tree, child).removeprefix("@").partition("(")[0].strip()


def _defined(tree: FlatTree, index: int, decorators: tuple[str, ...], top: _Top) -> None:
    kind = kind_name(tree, index)
    if kind == "type_alias_statement":
        left = child_in_field(tree, index, tree.grammar.field("left"))
        if left is not None:
            _declare(tree, left, "constant", top)
    elif kind in _DEFINITIONS:
        name = child_in_field(tree, index, tree.grammar.field("name"))
        if name is not None:
            _declare(tree, name, _DEFINITIONS[kind], top, decorators)


def _declare(tree: FlatTree, index: int, kind: str, top: _Top, marks: tuple[str, ...] = ()) -> None:
    name = text(tree, index).partition("[")[0].strip()
    top.declared.append(Declared(name, first_line(tree, index), kind, not name.startswith("_"), marks))


def _targets(tree: FlatTree, index: int, top: _Top) -> None:
    """The names an assignment's left side binds; `a.b` and `a[0]` bind none."""
    kind = kind_name(tree, index)
    if kind == "identifier":
        _declare(tree, index, "constant", top)
    elif kind in _TARGETS:
        for child in children(tree, index):
            _targets(tree, child, top)


def _assigned(tree: FlatTree, index: int, top: _Top) -> None:
    kind = kind_name(tree, index)
    if kind == "call":
        _extended(tree, index, top)
    elif kind == "named_expression":
        _in_header(tree, index, top)
    if kind not in ("assignment", "augmented_assignment"):
        return
    left = child_in_field(tree, index, tree.grammar.field("left"))
    right = child_in_field(tree, index, tree.grammar.field("right"))
    if left is None:
        return
    _targets(tree, left, top)
    name = text(tree, left)
    if name == "__all__":
        _publish(tree, right, top)
    elif name == "pytest_plugins" and right is not None:
        top.marks.update(f"plugin:{module}" for module in _literals(tree, right) or ())
    if right is not None and kind_name(tree, right) == "assignment":
        _assigned(tree, right, top)


def _extended(tree: FlatTree, index: int, top: _Top) -> None:
    """`__all__.extend(...)` and the like: what they add may be anything."""
    called = child_in_field(tree, index, tree.grammar.field("function"))
    if called is not None and text(tree, called).startswith("__all__."):
        top.is_public_literal = False


def _acts(tree: FlatTree, index: int) -> Iterator[str]:
    """The marks of a statement that is nothing but a call."""
    call = index + 1
    if kind_name(tree, index) == "expression_statement" and kind_name(tree, call) == "call":
        called = child_in_field(tree, call, tree.grammar.field("function"))
        yield "acts"
        if called is not None and text(tree, called) in _WARNINGS:
            yield "warns"


def _publish(tree: FlatTree, right: int | None, top: _Top) -> None:
    names = None if right is None else _literals(tree, right)
    if names is None:
        top.is_public_literal = False
    else:
        top.public.extend(names)


def _literals(tree: FlatTree, index: int) -> list[str] | None:
    """The texts of a literal list, or of one text; None when part of it can be anything."""
    if kind_name(tree, index) not in _LISTS:
        found = [spelled(tree, index)]
    else:
        inside = (child for child in children(tree, index) if is_named(tree, child))
        found = [spelled(tree, child) for child in inside if kind_name(tree, child) != "comment"]
    return None if any(PATTERN_MARK in name for name in found) else found


def _bound(tree: FlatTree, index: int) -> str:
    """The name that one import target is known by afterwards."""
    alias = child_in_field(tree, index, tree.grammar.field("alias"))
    return module_text(tree, index if alias is None else alias)


def _imported_from(tree: FlatTree, index: int, top: _Top) -> None:
    module = child_in_field(tree, index, tree.grammar.field("module_name"))
    spec = "" if module is None else module_text(tree, module)
    for child in children(tree, index):
        if tree.fields[child] != tree.grammar.field("name"):
            continue
        bound = _bound(tree, child)
        inner = child_in_field(tree, child, tree.grammar.field("name"))
        source = module_text(tree, child if inner is None else inner)
        top.imported.add(bound)
        top.reexports.append(Reexport(bound, spec, source, first_line(tree, child)))
