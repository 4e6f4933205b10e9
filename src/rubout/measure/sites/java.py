"""What does a Java file say of others?

Name      of an import the simple name that it makes known, or `*`; its detail is `static` for such an import, its mode
          `type_only` when comments alone use it.
Declared  a type is marked with the annotations on it, on its methods and on the types in it.
Bindings  the names of what is declared inside types, sorted.
Marks     `main` for a `static void main`.
Source    the node kinds of the pinned grammar, the Java Language Specification, chapters 6 and 7.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, Mode, References
from rubout.measure.nodes import child_in_field, first_line, kind_name, text, text_between
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.named_types import Naming, has_child, marks_by_type, name_of, named_child, type_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.tree import FlatTree

_TYPES = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
_INNER = frozenset({*_TYPES, "method_declaration", "variable_declarator", "enum_constant"})
_ANNOTATIONS = ("annotation", "marker_annotation")
_RECEIVERS = frozenset({"method_invocation", "field_access", "method_reference"})
_NAMES = frozenset({"type_identifier", "scoped_type_identifier", *_ANNOTATIONS, *_RECEIVERS})
_CLASSES = re.compile(r"(?:[a-z_]\w*\.)+[A-Z]\w*")  # a class with its package, as a whole text or at its beginning
# A text with an expression in it, as Kotlin has, is code.
_NO_CODE = re.compile(rb"""/\*.*?\*/|//[^\n]*|'(?:\\[^\n]|[^'\\\n])+'|"(?:\\[^\n]|[^"\\\n])*\"""", re.DOTALL)
_IMPORT = re.compile(rb"^[ \t]*import\b[^\n]*", re.MULTILINE)
_WORD = re.compile(rb"\w+")
_OUTER = re.compile(r"[A-Z]\w*")


def references(tree: FlatTree) -> References:
    """The imports of a parsed file, the types that it names, and its own."""
    package = next((index for index, _ in nodes_of(tree, frozenset({"package_declaration"}))), None)
    own = None if package is None else named_child(tree, package, "scoped_identifier", "identifier")
    imports = for_comments(_imports(tree), tree.source)
    found = [*imports, *type_names(_namings(tree)), *class_texts(tree)]
    return References(
        sites=sites_of(tree, found),
        declared=tuple(_declared(tree)),
        bindings=tuple(sorted({name_of(tree, index) for index, _ in nodes_of(tree, _INNER) if tree.parents[index]})),
        namespace="" if own is None else text(tree, own),
        marks=("main",) if _has_main(tree) else (),
    )


def code_of(source: bytes) -> bytes:
    """The source with spaces for its comments and texts."""
    return _NO_CODE.sub(_blank, source)


def for_comments(found: Iterable[Found], source: bytes) -> Iterator[Found]:
    """The imports of a file; those of types that nothing but comments name are marked so."""
    words = set(_WORD.findall(_IMPORT.sub(b"", code_of(source))))
    for one in found:
        is_named = not one.name[:1].isupper() or one.name.encode() in words
        yield one if is_named else one._replace(mode=Mode.TYPE_ONLY)


def _blank(match: re.Match[bytes]) -> bytes:
    is_code = match[0].startswith(b'"') and b"$" in match[0]
    return match[0] if is_code else b" " * len(match[0])


def class_texts(tree: FlatTree) -> Iterator[Found]:
    """The string literals that are the full name of a class."""
    for index, _ in nodes_of(tree, frozenset({"string_literal"})):
        inner = text_between(tree, tree.starts[index] + 1, tree.ends[index] - 1)
        match = _CLASSES.match(inner)
        if match is not None and inner[match.end() : match.end() + 1] in ("", "$", "#", ".", ","):
            yield Found(tree.starts[index], Kind.STRING_REF, match[0], mode=Mode.PROBE)


def class_path(written: str) -> str:
    """The part of a dotted text that is a class, with its package if that is there; "" for none."""
    match = _CLASSES.match(written) or _OUTER.match(written)
    return "" if match is None else match[0]


def _imports(tree: FlatTree) -> Iterator[Found]:
    for index, _ in nodes_of(tree, frozenset({"import_declaration"})):
        named = named_child(tree, index, "scoped_identifier", "identifier")
        if named is None:
            continue
        spec = "".join(text(tree, named).split())
        everything = has_child(tree, index, "asterisk")
        detail = "static" if has_child(tree, index, "static") else ""
        name = "*" if everything else spec.rpartition(".")[2]
        yield Found(tree.starts[index], Kind.IMPORT, f"{spec}.*" if everything else spec, name, detail=detail)


def _namings(tree: FlatTree) -> Iterator[Naming]:
    for index, kind in nodes_of(tree, _NAMES):
        name = class_path("".join(_written(tree, index, kind).split()))
        if name:
            yield Naming(tree.starts[index], name)


def _written(tree: FlatTree, index: int, kind: str) -> str:
    """What may begin with a type, "" for nothing."""
    if kind_name(tree, tree.parents[index]) == "scoped_type_identifier":
        return ""
    if kind in _ANNOTATIONS:
        return name_of(tree, index)
    if kind not in _RECEIVERS:
        return text(tree, index)
    receiver = index + 1 if kind == "method_reference" else child_in_field(tree, index, tree.grammar.field("object"))
    is_name = receiver is not None and kind_name(tree, receiver) in ("identifier", "field_access")
    return text(tree, receiver) if receiver is not None and is_name else ""


def _declared(tree: FlatTree) -> Iterator[Declared]:
    marked = marks_by_type(tree, frozenset(_TYPES), frozenset(_ANNOTATIONS), _annotation)
    for child, marks in marked.items():
        modifiers = named_child(tree, child, "modifiers")
        public = modifiers is not None and has_child(tree, modifiers, "public")
        yield Declared(name_of(tree, child), first_line(tree, child), _TYPES[kind_name(tree, child)], public, marks)


def _annotation(tree: FlatTree, index: int) -> str:
    return f"@{name_of(tree, index)}"


def _has_main(tree: FlatTree) -> bool:
    if b"main" not in tree.source:
        return False
    for index, _ in nodes_of(tree, frozenset({"method_declaration"})):
        modifiers = named_child(tree, index, "modifiers")
        if name_of(tree, index) == "main" and modifiers is not None and has_child(tree, modifiers, "static"):
            return True
    return False
