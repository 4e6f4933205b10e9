"""What does a Kotlin file say of others?

Name      of an import the simple name that it makes known, or `*`; its mode is `type_only` when comments alone use it.
Probes    every name that no parameter or variable of the file has, and every one that is called or stands behind a
          dot; of `member` detail those that a function or property may have, of `extension` those that have a receiver.
Declared  `facade` is the class that Java sees the functions of the file in, where the file names it.
Bindings  the names of what is declared inside types and functions, sorted.
Marks     `main` for a top-level `main`.
Source    the node kinds of the pinned grammar, kotlinlang.org/docs/reference/grammar.html.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, References
from rubout.measure.nodes import first_line, kind_name, text, text_between
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.java import class_path, class_texts, code_of, for_comments
from rubout.measure.sites.named_types import Naming, has_child, marks_by_type, named_child, named_children, type_names
from rubout.measure.tree import error_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

MEMBER, EXTENSION = "member", "extension"
_DECLARATIONS = {
    "class_declaration": "class",
    "object_declaration": "object",
    "function_declaration": "function",
    "property_declaration": "property",
    "type_alias": "typealias",
}
_BEHIND = frozenset({"user_type", "navigation_expression", "infix_expression"})
_INNER = frozenset({*_DECLARATIONS, "class_parameter", "enum_entry"})
# Below these an identifier is the name that they bind; what stands behind it is no child of theirs.
_BINDERS = frozenset(
    {
        "class_declaration",
        "object_declaration",
        "function_declaration",
        "type_alias",
        "type_parameter",
        "parameter",
        "class_parameter",
        "variable_declaration",
        "enum_entry",
        "companion_object",
        "label",
        "qualified_identifier",
        "import",
    }
)
_PRIVATE = frozenset({"private", "internal"})
_KEPT = frozenset({"expect", "actual", "private"})
# The grammar gives up on some constructs, and the rest of the file is then no part of its tree; others it takes for
# calls: `@A actual class X { ... }`.
_LOST = re.compile(
    rb"""^(?P<before>(?:(?:@[\w.:]+(?:\([^)\n]*\))?|\w+)[ ])*?)
         (?P<kind>fun[ ]interface|class|interface|object|fun|val|var|typealias)[ ]
         (?:<[^>\n]*>[ ])?(?P<receiver>[\w.<>?*, ]+?\.)?(?P<name>\w+|`[^`\n]+`)""",
    re.MULTILINE | re.VERBOSE,
)
_LOST_KINDS = {
    b"fun interface": "class",
    b"interface": "class",
    b"fun": "function",
    b"val": "property",
    b"var": "property",
}
_LOST_IMPORT = re.compile(rb"^import ([\w.`-]*[\w`])(\.\*)?(?: as (\w+))?", re.MULTILINE)
_LOST_NAME = re.compile(rb"(?<![\w.])[A-Z]\w*|\b[a-z]\w*(?=[ ]?[({])|`[^`\n]+`")
_LOST_INNER = re.compile(
    rb"^[ \t]+[^\n=({]*?\b(?:fun|val|var|class|object|interface)[ ](?:<[^>\n]*>[ ])?(?:[\w.<>?*, ]+?\.)?(\w+)",
    re.MULTILINE,
)
_LOST_PACKAGE = re.compile(rb"^package ([\w.]+)", re.MULTILINE)


def references(tree: FlatTree) -> References:
    """The imports of a parsed file, the names that it uses, and its own."""
    found = [*for_comments(_imports(tree), tree.source), *class_texts(tree)]
    namings, declared = [*_namings(tree)], [*_declared(tree), *_facades(tree)]
    bindings = _bindings(tree)
    if error_nodes(tree):
        known = {one.spec for one in found}
        found += (one for one in _lost_imports(tree) if one.spec not in known)
        namings += _lost_namings(tree)
        bindings |= {match[1].decode() for match in _LOST_INNER.finditer(tree.source)}
    declared += _lost_declared(tree, {one.name for one in declared})
    return References(
        sites=sites_of(tree, [*found, *type_names(namings)]),
        declared=tuple(sorted(declared, key=lambda one: one.line)),
        bindings=tuple(sorted(bindings)),
        namespace=_package(tree),
        marks=("main",) if any(one.name == "main" and one.kind == "function" for one in declared) else (),
    )


def _package(tree: FlatTree) -> str:
    for index, _ in nodes_of(tree, frozenset({"package_header"})):
        named = named_child(tree, index, "qualified_identifier")
        if named is not None:
            return text(tree, named)
    match = _LOST_PACKAGE.search(tree.source)
    return "" if match is None else match[1].decode()


def _imports(tree: FlatTree) -> Iterator[Found]:
    for index, _ in nodes_of(tree, frozenset({"import"})):
        named = named_child(tree, index, "qualified_identifier")
        if named is None:
            continue
        spec, alias = text(tree, named).replace("`", ""), named_child(tree, index, "identifier")
        name = spec.rpartition(".")[2] if alias is None else text(tree, alias)
        yield _import(tree.starts[index], spec, name, everything=has_child(tree, index, "*"))


def _import(byte: int, spec: str, name: str, *, everything: bool) -> Found:
    return Found(byte, Kind.IMPORT, f"{spec}.*" if everything else spec, "*" if everything else name)


def _lost_imports(tree: FlatTree) -> Iterator[Found]:
    for match in _LOST_IMPORT.finditer(tree.source):
        spec = match[1].decode().replace("`", "")
        name = (match[3] or b"").decode() or spec.rpartition(".")[2]
        yield _import(match.start(), spec, name, everything=match[2] is not None)


def _lost_namings(tree: FlatTree) -> Iterator[Naming]:
    """What may be a name, wherever it stands outside of comments and texts."""
    source = code_of(tree.source)
    for match in _LOST_NAME.finditer(source):
        name, detail = _probe(match[0].decode().strip("`"))
        yield Naming(match.start(), name, EXTENSION if source[match.start() - 1 : match.start()] == b"." else detail)


def _namings(tree: FlatTree) -> Iterator[Naming]:
    bound = _bound(tree)
    for index, _ in nodes_of(tree, frozenset({"identifier"})):
        parent = tree.parents[index]
        around = kind_name(tree, parent)
        if around in _BINDERS or (around == "value_argument" and _is_label(tree, parent, index)):
            continue
        start, name = tree.starts[index], text(tree, index).strip("`")
        is_operand = around == "infix_expression" and tree.afters[index] == tree.afters[parent]
        if index > parent + 1 and around in _BEHIND and not is_operand:
            yield from _behind_a_dot(tree, parent, index, name)
        elif name not in bound or around == "call_expression":
            yield Naming(start, *_probe(name))


def _is_label(tree: FlatTree, argument: int, index: int) -> bool:
    """Whether an identifier names a parameter: `name = value`."""
    return index == argument + 1 and has_child(tree, argument, "=")


def _bound(tree: FlatTree) -> frozenset[str]:
    """The names of the parameters and variables of a file, wherever they hold."""
    binders = nodes_of(tree, frozenset({"parameter", "class_parameter", "variable_declaration"}))
    named = (named_child(tree, index, "identifier") for index, _ in binders)
    return frozenset(text(tree, index) for index in named if index is not None)


def _behind_a_dot(tree: FlatTree, parent: int, index: int, name: str) -> Iterator[Naming]:
    """A class with the package before it, and a member; what is nested in a class is known by that."""
    path = class_path("".join(text_between(tree, tree.starts[parent], tree.ends[index]).split()))
    if name[:1].isupper() and "." in path:
        yield Naming(tree.starts[index], path)
    if kind_name(tree, parent) != "user_type":
        yield Naming(tree.starts[index], name, EXTENSION)


def _probe(name: str) -> tuple[str, str]:
    return name, "" if name.rpartition(".")[2][:1].isupper() else MEMBER


def _declared(tree: FlatTree) -> Iterator[Declared]:
    marked = marks_by_type(tree, frozenset(_DECLARATIONS), frozenset({"annotation"}), _annotation)
    for child in named_children(tree, 0, *_DECLARATIONS):
        named = _name_node(tree, child)
        if named is None:
            continue
        modifiers = named_child(tree, child, "modifiers")
        words = set() if modifiers is None else {text(tree, word) for word in named_children(tree, modifiers)}
        marks = (*sorted(words & _KEPT), *marked.get(child, ()))
        kind = "extension" if has_child(tree, child, ".") else _DECLARATIONS[kind_name(tree, child)]
        name = text(tree, named).strip("`")
        yield Declared(name, first_line(tree, child), kind, _PRIVATE.isdisjoint(words), marks)


def _name_node(tree: FlatTree, declaration: int) -> int | None:
    holder = named_child(tree, declaration, "variable_declaration")
    return named_child(tree, declaration if holder is None else holder, "identifier")


def _bindings(tree: FlatTree) -> set[str]:
    inner = (index for index, _ in nodes_of(tree, _INNER) if tree.parents[index])
    named = (_name_node(tree, index) for index in inner)
    return {text(tree, index).strip("`") for index in named if index is not None}


def _annotation(tree: FlatTree, index: int) -> str:
    named = named_child(tree, index, "user_type", "constructor_invocation")
    return "@" if named is None else f"@{text(tree, named).partition('(')[0]}"


def _facades(tree: FlatTree) -> Iterator[Declared]:
    for index, _ in nodes_of(tree, frozenset({"file_annotation"})):
        match = re.search(r"\bJvmName\(\"(\w+)\"\)", text(tree, index))
        if match is not None:
            yield Declared(match[1], first_line(tree, index), "facade", exported=True)


def _lost_declared(tree: FlatTree, known: set[str]) -> Iterator[Declared]:
    """What stands at the beginning of a line, as declarations of the top level do."""
    for match in _LOST.finditer(tree.source):
        name = match["name"].decode().strip("`")
        if name in known:
            continue
        words = match["before"].decode().split()
        kind = "extension" if match["receiver"] else _LOST_KINDS.get(match["kind"], match["kind"].decode())
        marks = tuple(word.partition("(")[0] for word in words if word in _KEPT or word.startswith("@"))
        line = tree.source.count(b"\n", 0, match.start()) + 1
        yield Declared(name, line, kind, _PRIVATE.isdisjoint(words), marks)
