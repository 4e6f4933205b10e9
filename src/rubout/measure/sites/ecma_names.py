"""Which names does a TypeScript or JavaScript module declare and hand on?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Reexport
from rubout.measure.nodes import child_in_field, children, first_line, kind_name, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

# Node kind at the top level: the kind that the record names.
_DECLARATIONS = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "function_signature": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "type_alias_declaration": "type",
    "internal_module": "namespace",
    "module": "module",
}
_VARIABLES = frozenset({"lexical_declaration", "variable_declaration"})
_WRAPPERS = frozenset({"export_statement", "ambient_declaration", "expression_statement"})
_PATTERNS = frozenset({"object_pattern", "array_pattern"})
_BINDERS = _PATTERNS | {"pair_pattern", "rest_pattern"}
_MODULE_STATEMENTS = frozenset({"import_statement", "export_statement"})


def declared(tree: FlatTree) -> tuple[Declared, ...]:
    """The names of the top level in document order; an ambient `declare module "x"` has the kind `module`."""
    local = frozenset(_exported_later(tree))
    found = []
    for statement in children(tree, 0):
        exported = kind_name(tree, statement) == "export_statement"
        for node, marks in _declarations(tree, statement):
            for name, line, kind in _names(tree, node):
                found.append(Declared(name, line, kind, exported or name in local, marks))
    return tuple(found)


def reexports(tree: FlatTree, source_field: int) -> tuple[Reexport, ...]:
    """What `export { name } from "spec"` hands on; `export *` names nothing."""
    found = []
    for statement in children(tree, 0):
        if kind_name(tree, statement) != "export_statement":
            continue
        source = child_in_field(tree, statement, source_field)
        if source is None:
            continue
        spec = text(tree, source)[1:-1]
        for there, here, line in _specifiers(tree, statement):
            found.append(Reexport(here, spec, there, line))
    return tuple(found)


def marks(tree: FlatTree) -> tuple[str, ...]:
    """What sort of file it is.

    `global`: it declares names of the global scope. `module`: it has an import or export at its top level. `shebang`:
    it starts with `#!`.
    """
    found = set()
    for child in children(tree, 0):
        kind = kind_name(tree, child)
        if kind in _MODULE_STATEMENTS:
            found.add("module")
        elif kind == "hash_bang_line":
            found.add("shebang")
        elif kind == "ambient_declaration" and any(text(tree, part) == "global" for part in children(tree, child)):
            found.add("global")
    return tuple(sorted(found))


def _specifiers(tree: FlatTree, statement: int) -> Iterator[tuple[str, str, int]]:
    """The name on the left, the name on the right and the line of each `a as b` of an export clause."""
    name_field, alias_field = tree.grammar.field("name"), tree.grammar.field("alias")
    for clause in children(tree, statement):
        if kind_name(tree, clause) != "export_clause":
            continue
        for specifier in children(tree, clause):
            if kind_name(tree, specifier) != "export_specifier":
                continue
            name = child_in_field(tree, specifier, name_field)
            there = text(tree, specifier if name is None else name)  # JavaScript's `default` has no node of its own
            alias = child_in_field(tree, specifier, alias_field)
            here = text(tree, specifier).rpartition(" ")[2] if alias is None else text(tree, alias)
            yield there.partition(" ")[0], here, first_line(tree, specifier)


def _exported_later(tree: FlatTree) -> Iterator[str]:
    """The names in `export { a, b as c }`, `export default a` and `export = a`."""
    source_field = tree.grammar.field("source")
    for statement in children(tree, 0):
        if kind_name(tree, statement) != "export_statement" or child_in_field(tree, statement, source_field):
            continue
        for child in children(tree, statement):
            if kind_name(tree, child) == "identifier":
                yield text(tree, child)
        for there, _, _ in _specifiers(tree, statement):
            yield there


def _declarations(tree: FlatTree, node: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The declarations in a statement, each with the decorators before it."""
    kind = kind_name(tree, node)
    if kind in _DECLARATIONS or kind in _VARIABLES:
        yield node, _decorators(tree, node)
    elif kind in _WRAPPERS:
        outer = _decorators(tree, node)
        for child in children(tree, node):
            yield from ((inner, (*outer, *marks)) for inner, marks in _declarations(tree, child))


def _decorators(tree: FlatTree, node: int) -> tuple[str, ...]:
    found = (text(tree, child) for child in children(tree, node) if kind_name(tree, child) == "decorator")
    return tuple(decorator[1:].partition("(")[0].strip() for decorator in found)


def _names(tree: FlatTree, node: int) -> Iterator[tuple[str, int, str]]:
    kind = kind_name(tree, node)
    name_field = tree.grammar.field("name")
    if kind not in _VARIABLES:
        name = child_in_field(tree, node, name_field)
        if name is not None:
            yield text(tree, name).strip("\"'"), first_line(tree, name), _DECLARATIONS[kind]
        return
    named = "constant" if text(tree, node + 1) == "const" else "variable"
    for declarator in children(tree, node):
        if kind_name(tree, declarator) != "variable_declarator":
            continue
        name = child_in_field(tree, declarator, name_field)
        for bound in () if name is None else _bound(tree, name):
            yield text(tree, bound), first_line(tree, bound), named


def _bound(tree: FlatTree, name: int) -> Iterator[int]:
    """The identifiers that a name or a destructuring pattern binds."""
    if kind_name(tree, name) not in _PATTERNS:
        yield name
        return
    for index in range(name + 1, tree.afters[name]):
        kind = kind_name(tree, index)
        named = kind == "identifier" and kind_name(tree, tree.parents[index]) in _BINDERS
        if named or kind == "shorthand_property_identifier_pattern":
            yield index
