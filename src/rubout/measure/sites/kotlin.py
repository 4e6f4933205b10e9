"""What does a Kotlin file say of others?

Name      of an import the simple name that it makes known, or `*`.
Probes    every name that no parameter or variable of the file has, and every one that is called or stands behind a
          dot; of `member` detail those that a function or property may have.
Declared  `facade` is the class that Java sees the functions of the file in, where the file names it.
Marks     `main` for a top-level `main`.
Source    the node kinds of the pinned grammar, kotlinlang.org/docs/reference/grammar.html.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, References
from rubout.measure.nodes import first_line, kind_name, text, text_between
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.java import class_path, class_texts
from rubout.measure.sites.named_types import Naming, has_child, marks_by_type, named_child, named_children, type_names
from rubout.measure.tree import error_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

MEMBER = "member"
_DECLARATIONS = {
    "class_declaration": "class",
    "object_declaration": "object",
    "function_declaration": "function",
    "property_declaration": "property",
    "type_alias": "typealias",
}
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
         (?:<[^>\n]*>[ ])?(?:[\w.<>?*, ]+?\.)?(?P<name>\w+|`[^`\n]+`)""",
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
_LOST_PACKAGE = re.compile(rb"^package ([\w.]+)", re.MULTILINE)


def references(tree: FlatTree) -> References:
    """The imports of a parsed file, the names that it uses, and its own."""
    found = [*_imports(tree), *class_texts(tree)]
    namings, declared = [*_namings(tree)], [*_declared(tree), *_facades(tree)]
    if error_nodes(tree):
        known = {one.spec for one in found}
        found += (one for one in _lost_imports(tree) if one.spec not in known)
        names = ((match.start(), match[0].decode().strip("`")) for match in _LOST_NAME.finditer(tree.source))
        namings += (Naming(byte, *_probe(name)) for byte, name in names)
    declared += _lost_declared(tree, {one.name for one in declared})
    return References(
        sites=sites_of(tree, [*found, *type_names(namings)]),
        declared=tuple(sorted(declared, key=lambda one: one.line)),
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


def _namings(tree: FlatTree) -> Iterator[Naming]:
    bound = _bound(tree)
    for index, _ in nodes_of(tree, frozenset({"identifier"})):
        parent = tree.parents[index]
        around = kind_name(tree, parent)
        if around in _BINDERS:
            continue
        start, name = tree.starts[index], text(tree, index).strip("`")
        if index > parent + 1 and around in ("user_type", "navigation_expression"):
            yield from _behind_a_dot(tree, parent, index, name)
        elif name not in bound or around == "call_expression":
            yield Naming(start, *_probe(name))


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
    if kind_name(tree, parent) == "navigation_expression":
        yield Naming(tree.starts[index], name, MEMBER)


def _probe(name: str) -> tuple[str, str]:
    return name, "" if name.rpartition(".")[2][:1].isupper() else MEMBER


def _declared(tree: FlatTree) -> Iterator[Declared]:
    marked = marks_by_type(tree, frozenset(_DECLARATIONS), frozenset({"annotation"}), _annotation)
    for child in named_children(tree, 0, *_DECLARATIONS):
        kind = kind_name(tree, child)
        holder = named_child(tree, child, "variable_declaration") if kind == "property_declaration" else child
        named = None if holder is None else named_child(tree, holder, "identifier")
        if named is None:
            continue
        modifiers = named_child(tree, child, "modifiers")
        words = set() if modifiers is None else {text(tree, word) for word in named_children(tree, modifiers)}
        marks = (*sorted(words & _KEPT), *marked.get(child, ()))
        name = text(tree, named).strip("`")
        yield Declared(name, first_line(tree, child), _DECLARATIONS[kind], _PRIVATE.isdisjoint(words), marks)


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
        kind = _LOST_KINDS.get(match["kind"], match["kind"].decode())
        marks = tuple(word.partition("(")[0] for word in words if word in _KEPT or word.startswith("@"))
        line = tree.source.count(b"\n", 0, match.start()) + 1
        yield Declared(name, line, kind, _PRIVATE.isdisjoint(words), marks)
