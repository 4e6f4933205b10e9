"""What does a Go file import, which package is it of, and what does it declare?

Source    go.dev/ref/spec, pkg.go.dev/embed, pkg.go.dev/cmd/go#hdr-Build_constraints.
Marks     `embed:PATTERN` for each file that is built in, `build:CONSTRAINT` as written, `main` for a function `main`,
          `text` where a comment above the package clause says what the package is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, References
from rubout.measure.nodes import child_in_field, children, first_line, is_named, kind_name, last_line, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

# By the kind of a statement of the top level: the kind that the record names.
_DECLARATIONS = {
    "function_declaration": "function",
    "type_declaration": "type",
    "const_declaration": "constant",
    "var_declaration": "variable",
}
_NESTS = frozenset({"var_spec_list"})
_DIRECTIVE = re.compile(r"//(?:go:(embed|build)|\s*\+(build))\s+(.+)")
_PATTERN = re.compile(r"\"(?P<quoted>[^\"]+)\"|`(?P<raw>[^`]+)`|(?P<bare>\S+)")


def references(tree: FlatTree) -> References:
    """The imports and the top level of a parsed file."""
    found = tuple(_declared(tree))
    marks = set(_directives(tree))
    if any(declared.name == "main" and declared.kind == "function" for declared in found):
        marks.add("main")
    if _has_text(tree):
        marks.add("text")
    return References(
        sites=sites_of(tree, _imports(tree)), declared=found, namespace=_package(tree), marks=tuple(sorted(marks))
    )


def _imports(tree: FlatTree) -> Iterator[Found]:
    path = tree.grammar.field("path")
    for index, _ in nodes_of(tree, frozenset({"import_spec"})):
        literal = child_in_field(tree, index, path)
        if literal is not None:
            yield Found(tree.starts[index], Kind.IMPORT, text(tree, literal).strip('"`'))


def _package(tree: FlatTree) -> str:
    for clause in children(tree, 0):
        if kind_name(tree, clause) == "package_clause":
            return next((text(tree, child) for child in children(tree, clause) if is_named(tree, child)), "")
    return ""


def _has_text(tree: FlatTree) -> bool:
    above = -1  # the last line of the comment before
    for child in children(tree, 0):
        kind = kind_name(tree, child)
        if kind == "package_clause":
            return above + 1 == first_line(tree, child)
        above = last_line(tree, child) if kind == "comment" else -1
    return False


def _declared(tree: FlatTree) -> Iterator[Declared]:
    for statement in children(tree, 0):
        kind = _DECLARATIONS.get(kind_name(tree, statement))
        if kind is not None:
            for name in _names(tree, statement):
                spelled = text(tree, name)
                yield Declared(spelled, first_line(tree, name), kind, spelled[:1].isupper())


def _names(tree: FlatTree, index: int) -> Iterator[int]:
    """The names that a declaration gives, those of all its lines."""
    field = tree.grammar.field("name")
    for child in children(tree, index):
        if tree.fields[child] == field and is_named(tree, child):
            yield child
        elif kind_name(tree, child).endswith(("_spec", "_alias")) or kind_name(tree, child) in _NESTS:
            yield from _names(tree, child)


def _directives(tree: FlatTree) -> Iterator[str]:
    """Marks of the comments that the compiler reads."""
    if b"//go:" not in tree.source and b"+build" not in tree.source:
        return
    for index, _ in nodes_of(tree, frozenset({"comment"})):
        directive = _DIRECTIVE.fullmatch(text(tree, index).rstrip())
        if directive is None:
            continue
        kind, old, said = directive.groups()
        if kind != "embed":
            yield f"{kind or old}:{said.strip()}"
        else:
            for pattern in _PATTERN.finditer(said):
                yield f"embed:{pattern['quoted'] or pattern['raw'] or pattern['bare']}"
