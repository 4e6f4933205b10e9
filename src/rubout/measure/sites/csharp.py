"""What does a C# file say of others?

Use       its name is the alias that it makes known, its detail `global` and `static` where these words stand.
Probes    types by name, the detail of a generic one is "`" and the number of its arguments; of `attribute` detail those
          that may lack this ending, of `member` detail what is called on something and may be an extension method.
Declared  outermost types, marked with `partial`, with the number of parameters as above, and with the attributes on
          them, on their methods and on the types in them; `extension` is a static method that is called on its first
          parameter. A name that is not in the file's first namespace begins with `global::`.
Marks     `main` for a `static Main` and for statements outside of types.
Source    the node kinds of the pinned grammar, learn.microsoft.com/dotnet/csharp/language-reference.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, Mode, References
from rubout.measure.nodes import child_in_field, children, first_line, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.named_types import (
    Namespaces,
    Naming,
    has_child,
    marks_by_type,
    name_of,
    named_child,
    named_children,
    type_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

ROOT, ATTRIBUTE, MEMBER = "global::", "attribute", "member"
_TYPES = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "struct_declaration": "struct",
    "record_declaration": "record",
    "enum_declaration": "enum",
    "delegate_declaration": "delegate",
}
_SPACES = frozenset({"namespace_declaration", "file_scoped_namespace_declaration"})
_NAMES = frozenset({"identifier", "qualified_name", "alias_qualified_name", "member_access_expression"})
_QUALIFIED = ("qualified_name", "alias_qualified_name")
_NOT_TYPES = frozenset({"using_directive", *_SPACES})
_MEMBER_ACCESS = ("member_access_expression", "member_binding_expression")
_CHAIN = re.compile(r"(?:global::)?[A-Z]\w*(?:\.[A-Z]\w*)+")
_LEAST_CHAIN = 3  # names in `Space.Type.Member`
_CLASS_TEXT = re.compile(r'@?"(?P<name>[A-Z]\w*(?:\.[A-Z]\w*)+)(?:, ?[\w.]+)*"')
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")


def references(tree: FlatTree) -> References:
    """The namespaces that a parsed file uses, the types that it names, and its own."""
    spaces = Namespaces(tree, _SPACES, ".")
    found = [*_uses(tree), *type_names(_namings(tree)), *_texts(tree)]
    return References(
        sites=sites_of(tree, found),
        declared=tuple(_declared(tree, spaces)),
        namespace=spaces.first,
        marks=("main",) if _is_program(tree) else (),
    )


def _uses(tree: FlatTree) -> Iterator[Found]:
    for index, _ in nodes_of(tree, frozenset({"using_directive"})):
        parts = list(named_children(tree, index))
        if not parts:
            continue
        alias = name_of(tree, index) if len(parts) > 1 else ""
        flags = [word for word in ("global", "static") if has_child(tree, index, word)]
        yield Found(tree.starts[index], Kind.USE, _plain(text(tree, parts[-1])), alias, detail=" ".join(flags))


def _plain(written: str) -> str:
    """A dotted name without blanks, type arguments and what says that it starts from the root."""
    name, count = "".join(written.split()), 1
    while count:
        name, count = _TYPE_ARGUMENTS.subn("", name)
    return name.removeprefix(ROOT)


def _namings(tree: FlatTree) -> Iterator[Naming]:
    name = tree.grammar.field("name")
    for index, kind in nodes_of(tree, _NAMES):
        around = kind_name(tree, tree.parents[index])
        if around in _NOT_TYPES or around in _QUALIFIED:
            continue
        start = tree.starts[index]
        if kind in _QUALIFIED:
            last = next((child for child in named_children(tree, index, "generic_name")), None)
            detail = ATTRIBUTE if around == "attribute" else ""
            yield Naming(start, _plain(text(tree, index)), detail or _arity(tree, last, "type_argument_list"))
        elif kind == "member_access_expression":
            yield from _chain(tree, index, around)
        elif tree.source[start : start + 1].isupper():
            yield from _bare(tree, index, around, is_name=tree.fields[index] == name)


def _chain(tree: FlatTree, index: int, around: str) -> Iterator[Naming]:
    """Of the outermost of several accesses, which may begin with a namespace."""
    if around == "member_access_expression" or not tree.source[tree.starts[index] : tree.starts[index] + 1].isalpha():
        return
    match = _CHAIN.match(text(tree, index))
    if match is not None and match[0].count(".") + 1 >= _LEAST_CHAIN:
        yield Naming(tree.starts[index], match[0].removeprefix(ROOT))


def _bare(tree: FlatTree, index: int, around: str, *, is_name: bool) -> Iterator[Naming]:
    """A capitalised identifier, unless it is what a declaration calls its own, or a method of the same type."""
    start, name, parent = tree.starts[index], text(tree, index), tree.parents[index]
    if around == "attribute":
        yield Naming(start, name, ATTRIBUTE)
    elif around == "generic_name":
        yield from _generic(tree, parent, name)
    elif is_name and around in _MEMBER_ACCESS:
        if kind_name(tree, tree.parents[parent]) in ("invocation_expression", "conditional_access_expression"):
            yield Naming(start, name, MEMBER)
    elif is_name:
        if around in _TYPES and "partial" in _modifiers(tree, parent):  # it refers to the other parts
            yield Naming(start, name, _arity(tree, parent, "type_parameter_list"))
    elif around != "invocation_expression" or index > parent + 1:
        yield Naming(start, name)


def _generic(tree: FlatTree, index: int, name: str) -> Iterator[Naming]:
    """A type or method with type arguments, unless it is a part of a longer name."""
    around = kind_name(tree, tree.parents[index])
    if around in _MEMBER_ACCESS and tree.fields[index] == tree.grammar.field("name"):
        yield Naming(tree.starts[index], name, MEMBER)
    elif around not in _QUALIFIED:
        yield Naming(tree.starts[index], name, _arity(tree, index, "type_argument_list"))


def _arity(tree: FlatTree, index: int | None, kind: str) -> str:
    """The number of type parameters or arguments in a list of the kind, as the runtime writes it; "" for none."""
    listed = None if index is None else named_child(tree, index, kind)
    if listed is None:
        return ""
    return f"`{sum(kind_name(tree, child) == ',' for child in children(tree, listed)) + 1}"


def _modifiers(tree: FlatTree, index: int) -> frozenset[str]:
    return frozenset(text(tree, child) for child in named_children(tree, index, "modifier"))


def _texts(tree: FlatTree) -> Iterator[Found]:
    """The string literals that are the full name of a type, with or without its assembly."""
    for index, _ in nodes_of(tree, frozenset({"string_literal", "verbatim_string_literal"})):
        match = _CLASS_TEXT.fullmatch(text(tree, index))
        if match is not None:
            yield Found(tree.starts[index], Kind.STRING_REF, match["name"], mode=Mode.PROBE)


def _declared(tree: FlatTree, spaces: Namespaces) -> Iterator[Declared]:
    marked = marks_by_type(tree, frozenset(_TYPES), frozenset({"attribute"}), _attribute)
    for index, attributes in marked.items():
        words = _modifiers(tree, index)
        own = (_arity(tree, index, "type_parameter_list"), "partial" if "partial" in words else "")
        marks = (*filter(None, own), *attributes)
        name = spaces.known_as(index, name_of(tree, index), ROOT)
        yield Declared(name, first_line(tree, index), _TYPES[kind_name(tree, index)], "public" in words, marks)
    for index, _ in nodes_of(tree, frozenset({"method_declaration"})):
        if _is_extension(tree, index):
            name = spaces.known_as(index, name_of(tree, index), ROOT)
            yield Declared(name, first_line(tree, index), "extension")


def _attribute(tree: FlatTree, index: int) -> str:
    return f"[{name_of(tree, index)}]"


def _is_extension(tree: FlatTree, index: int) -> bool:
    parameters = child_in_field(tree, index, tree.grammar.field("parameters"))
    first = None if parameters is None else named_child(tree, parameters, "parameter")
    return first is not None and "this" in _modifiers(tree, first)


def _is_program(tree: FlatTree) -> bool:
    if next(nodes_of(tree, frozenset({"global_statement"})), None) is not None:
        return True
    methods = nodes_of(tree, frozenset({"method_declaration"}))
    return any(name_of(tree, index) == "Main" and "static" in _modifiers(tree, index) for index, _ in methods)
