r"""What does a PHP file say of others?

Use       the full name; its name is the alias that it makes known, its detail `function` or `const` for such ones.
Include   `./x` is relative to the file, `x` to wherever the program runs.
Probes    types as they are written: `A`, `A\B`, `\A\B`, `namespace\A`; texts that are the full name of one, and paths
          below the file's folder (`./x`) or, by Laravel's functions, below that of the project (`/x`).
Declared  a name that is not in the file's first namespace begins with a backslash; `@internal` in the comment right
          above it is a mark.
Source    the node kinds of the pinned grammar, php.net/manual/en/language.namespaces.rules.php.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, Mode, References
from rubout.measure.nodes import child_in_field, first_line, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, script_marks, sites_of
from rubout.measure.sites.named_types import (
    Namespaces,
    Naming,
    has_child,
    name_of,
    named_child,
    named_children,
    outermost,
    type_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_TYPES = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "trait_declaration": "trait",
    "enum_declaration": "enum",
    "function_definition": "function",
}
_SPACES = frozenset({"namespace_definition"})
_NAMES = frozenset({"name", "qualified_name", "relative_name"})
# Below these a name is that of a type.
_NAMERS = frozenset(
    {
        "attribute",
        "base_clause",
        "class_interface_clause",
        "named_type",
        "object_creation_expression",
        "use_declaration",
    }
)
_FIRST = frozenset({"class_constant_access_expression"})
_SCOPES = frozenset({"scoped_call_expression", "scoped_property_access_expression"})
INTERNAL = "@internal"
_SELF = frozenset({"self", "static", "parent"})
_INCLUDES = frozenset(
    {"include_expression", "include_once_expression", "require_expression", "require_once_expression"}
)
_STRINGS = frozenset({"string", "encapsed_string"})
_CLASS_TEXT = re.compile(r"""(["'])\\{0,2}(?P<name>[A-Z]\w*(?:\\{1,2}\w+)+)(?:::\w+|@\w+)?\1""")
_OWN_FOLDER = re.compile(r"__DIR__|dirname\(__FILE__\)", re.IGNORECASE)
_ABOVE = re.compile(r"\\?dirname\((?:__DIR__|dirname\(__FILE__\))(?:,(?P<levels>\d+))?\)", re.IGNORECASE)
_FRAMEWORK = re.compile(r"""\\?(?P<folder>app|base|config|database|lang|resource)_path\(["'](?P<inner>[^"'$]*)["']\)""")
_OWN = b"__DIR__"
_LISTINGS = frozenset({"opendir", "scandir"})
_SPELLED = frozenset({"binary_expression", "function_call_expression"})


def references(tree: FlatTree) -> References:
    """What a parsed file uses and includes, the types that it names, and its own."""
    spaces = Namespaces(tree, _SPACES, "\\")
    found = [*_uses(tree), *_includes(tree), *type_names(_namings(tree)), *_texts(tree)]
    found += [*_paths(tree), *_own_folder(tree)]
    return References(
        sites=sites_of(tree, found),
        declared=tuple(_declared(tree, spaces)),
        namespace=spaces.first,
        marks=script_marks(tree),
    )


def _uses(tree: FlatTree) -> Iterator[Found]:
    alias = tree.grammar.field("alias")
    for index, _ in nodes_of(tree, frozenset({"namespace_use_clause"})):
        statement, prefix = tree.parents[index], ""
        if kind_name(tree, statement) == "namespace_use_group":
            statement = tree.parents[statement]
            common = named_child(tree, statement, "namespace_name")
            prefix = "" if common is None else f"{text(tree, common)}\\"
        written = named_child(tree, index, "qualified_name", "name")
        if written is None:
            continue
        spec = (prefix + text(tree, written)).lstrip("\\")
        renamed = child_in_field(tree, index, alias)
        name = spec.rpartition("\\")[2] if renamed is None else text(tree, renamed)
        kinds = (
            word for word in ("function", "const") for clause in (index, statement) if has_child(tree, clause, word)
        )
        yield Found(tree.starts[index], Kind.USE, spec, name, detail=next(kinds, ""))


def _includes(tree: FlatTree) -> Iterator[Found]:
    for index, _ in nodes_of(tree, _INCLUDES):
        given = named_child(tree, index)
        spec = None if given is None else _path(tree, given)
        if spec:
            yield Found(tree.starts[index], Kind.INCLUDE, spec)
        else:
            yield Found(tree.starts[index], Kind.DYNAMIC, "", mode=Mode.DYNAMIC)


def _paths(tree: FlatTree) -> Iterator[Found]:
    """The places that a file names for something else than an include: to be listed, registered, merged."""
    after = 0  # of the last one that was taken
    for index, kind in nodes_of(tree, _INCLUDES | _SPELLED):
        spec = None if index < after or kind in _INCLUDES else _path(tree, index)
        is_path = spec is not None and spec.startswith((".", "/")) and spec.strip("./") != ""
        if kind in _INCLUDES or is_path:
            after = max(after, tree.afters[index])
        if spec is not None and is_path:
            yield Found(tree.starts[index], Kind.STRING_REF, spec, mode=Mode.PROBE)


def _own_folder(tree: FlatTree) -> Iterator[Found]:
    """`__DIR__` alone, where something is told to list it."""
    if _OWN not in tree.source:
        return
    for index, _ in nodes_of(tree, frozenset({"name"})):
        argument = tree.parents[index]
        if kind_name(tree, argument) != "argument" or tree.source[tree.starts[index] : tree.ends[index]] != _OWN:
            continue
        call = tree.parents[tree.parents[argument]]
        if kind_name(tree, call) != "function_call_expression" or text(tree, call + 1) in _LISTINGS:
            yield Found(tree.starts[index], Kind.STRING_REF, "./*.php", mode=Mode.PROBE)


def _path(tree: FlatTree, index: int) -> str | None:
    """The path that an expression spells, one from the file's own folder with `./` before it; None for any other."""
    kind = kind_name(tree, index)
    if kind == "parenthesized_expression":
        inner = named_child(tree, index)
        return None if inner is None else _path(tree, inner)
    if kind in _STRINGS:
        parts = list(named_children(tree, index))
        return text(tree, parts[0]) if len(parts) == 1 and kind_name(tree, parts[0]) == "string_content" else None
    if kind != "binary_expression":
        return _folder(text(tree, index))
    left, right = (child_in_field(tree, index, tree.grammar.field(side)) for side in ("left", "right"))
    before = None if left is None else _path(tree, left)
    after = None if right is None else _path(tree, right)
    if before is None or after is None:
        return None
    path = before + after
    return f"./{posixpath.normpath(path)}" if path.startswith(".") else path


def _folder(written: str) -> str | None:
    """The file's own folder, or one above it, or one that a function of Laravel names."""
    plain = "".join(written.split())
    by_framework = _FRAMEWORK.fullmatch(plain)
    if by_framework is not None:
        folder, inner = by_framework["folder"], by_framework["inner"]
        return f"/{posixpath.join('' if folder == 'base' else folder, inner)}"
    if _OWN_FOLDER.fullmatch(plain):
        return "."
    above = _ABOVE.fullmatch(plain)
    return None if above is None else "/".join([".."] * int(above["levels"] or 1))


def _namings(tree: FlatTree) -> Iterator[Naming]:
    scope, right = tree.grammar.field("scope"), tree.grammar.field("right")
    for index, _ in nodes_of(tree, _NAMES):
        parent = tree.parents[index]
        around = kind_name(tree, parent)
        is_type = (
            around in _NAMERS
            or (around in _FIRST and index == parent + 1)
            or (around in _SCOPES and tree.fields[index] == scope)
            or (around == "binary_expression" and tree.fields[index] == right and has_child(tree, parent, "instanceof"))
        )
        if is_type and (name := "".join(text(tree, index).split())).lower() not in _SELF:
            yield Naming(tree.starts[index], name)


def _texts(tree: FlatTree) -> Iterator[Found]:
    """The string literals that are the full name of a type."""
    for index, _ in nodes_of(tree, _STRINGS):
        match = _CLASS_TEXT.fullmatch(text(tree, index))
        if match is not None:
            yield Found(tree.starts[index], Kind.STRING_REF, match["name"].replace("\\\\", "\\"), mode=Mode.PROBE)


def _declared(tree: FlatTree, spaces: Namespaces) -> Iterator[Declared]:
    for index, kind in outermost(tree, frozenset(_TYPES)):
        name = spaces.known_as(index, name_of(tree, index), "\\")
        marks = (INTERNAL,) if _is_internal(tree, index) else ()
        yield Declared(name, first_line(tree, index), _TYPES[kind], exported=True, marks=marks)
    for index, _ in nodes_of(tree, frozenset({"const_declaration"})):
        if kind_name(tree, tree.parents[index]) in ("program", "compound_statement"):
            for element in named_children(tree, index, "const_element"):
                named = named_child(tree, element, "name")
                if named is not None:
                    own = spaces.known_as(index, text(tree, named), "\\")
                    yield Declared(own, first_line(tree, element), "constant", exported=True)


def _is_internal(tree: FlatTree, index: int) -> bool:
    """Whether the comment that ends right above a declaration says that it is not for others."""
    before = tree.source[: tree.starts[index]].rstrip()
    return before.endswith(b"*/") and INTERNAL.encode() in before[before.rfind(b"/**") :]
