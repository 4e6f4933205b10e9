"""The items of a Rust file: what it declares, what it hands on, and the modules inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Declared, Reexport
from rubout.measure.nodes import child_in_field, first_line, kind_name, line_of, text
from rubout.measure.sites.collect import nodes_of
from rubout.measure.sites.rust_macros import hidden, rest_of
from rubout.measure.sites.rust_paths import attribute_name, leaves, module_paths

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.measure.tree import FlatTree

_TYPES = frozenset({"enum_item", "struct_item", "trait_item", "type_item", "union_item"})
_ITEMS = _TYPES | {"const_item", "function_item", "macro_definition", "mod_item", "static_item"}
# What the record calls an item that it does not call as the grammar does.
_CALLED = {"const": "constant", "mod": "module", "static": "constant", "union": "struct"}
_BETWEEN = frozenset({"attribute_item", "line_comment", "block_comment"})


class Inline(NamedTuple):
    """A module with a body: the bytes of the body, its name, the folder that an attribute gives it or ""."""

    start: int
    end: int
    name: str
    folder: str = ""

    @property
    def shown(self) -> str:
        """As a part of a site's detail."""
        return f"{self.name}={self.folder}" if self.folder else self.name


def attributes(tree: FlatTree) -> dict[int, list[str]]:
    """By the index of an item, the texts of the attributes before it."""
    found: dict[int, list[str]] = {}
    count = len(tree.kinds)
    for index, _ in nodes_of(tree, frozenset({"attribute_item"})):
        item = tree.afters[index]
        while item < count and kind_name(tree, item) in _BETWEEN:
            item = tree.afters[item]
        if item < count and tree.parents[item] == tree.parents[index]:
            found.setdefault(item, []).append(text(tree, index))
    return found


def inline_modules(tree: FlatTree, marked: dict[int, list[str]]) -> list[Inline]:
    """The modules with a body, outer ones first."""
    found = []
    for index, _ in nodes_of(tree, frozenset({"mod_item"})):
        name, body = (child_in_field(tree, index, tree.grammar.field(field)) for field in ("name", "body"))
        if name is not None and body is not None:
            folder, _ = module_paths("\n".join(marked.get(index, ())))
            found.append(Inline(tree.starts[body], tree.ends[body], _name(tree, name), folder))
    return found


def declared(tree: FlatTree, marked: dict[int, list[str]], inline: Sequence[Inline]) -> tuple[Declared, ...]:
    """The items of the file and, with the names of their modules before theirs, of the modules inside it."""
    found = []
    for index, kind in nodes_of(tree, _ITEMS):
        name = child_in_field(tree, index, tree.grammar.field("name"))
        if name is None or not _is_item_of_module(tree, index):
            continue
        marks = tuple(map(attribute_name, marked.get(index, ())))
        public = kind_name(tree, index + 1) == "visibility_modifier"
        spelled = _placed(inline, tree.starts[index], _name(tree, name))
        word = kind.rpartition("_")[0]
        exported = public or "macro_export" in marks
        found.append(Declared(spelled, first_line(tree, name), _CALLED.get(word, word), exported, marks))
    return tuple(found)


def local_types(tree: FlatTree) -> tuple[str, ...]:
    """The types declared inside functions, whose names a `use` beside them may begin with."""
    found = (
        name
        for index, _ in nodes_of(tree, _TYPES)
        if kind_name(tree, tree.parents[index]) == "block"
        and (name := child_in_field(tree, index, tree.grammar.field("name"))) is not None
    )
    return tuple(sorted({_name(tree, name) for name in found}))


def reexports(tree: FlatTree, inline: Sequence[Inline]) -> tuple[Reexport, ...]:
    """The names that a `pub use` says, those of modules inside the file with the names of these before theirs."""
    found = sorted((*_visible_uses(tree), *_visible_in_macros(tree)))
    return tuple(one for byte, written in found for one in _handed_on(tree, inline, byte, written))


def _visible_uses(tree: FlatTree) -> Iterator[tuple[int, str]]:
    """First byte and tree of each."""
    for index, _ in nodes_of(tree, frozenset({"use_declaration"})):
        argument = child_in_field(tree, index, tree.grammar.field("argument"))
        visible = kind_name(tree, index + 1) == "visibility_modifier"
        if argument is not None and visible and _is_item_of_module(tree, index):
            yield tree.starts[index], text(tree, argument)


def _visible_in_macros(tree: FlatTree) -> Iterator[tuple[int, str]]:
    for one in hidden(tree, "use"):
        if one.visibility:
            yield tree.starts[one.keyword], rest_of(tree, one)


def _handed_on(tree: FlatTree, inline: Sequence[Inline], byte: int, written: str) -> Iterator[Reexport]:
    for leaf in leaves(written)[1]:
        path = leaf.path[:-1] if leaf.path[-1] == "self" and len(leaf.path) > 1 else leaf.path
        if leaf.bound not in ("", "_"):
            yield Reexport(_placed(inline, byte, leaf.bound), "::".join(path[:-1]), path[-1], line_of(tree, byte))


def _is_item_of_module(tree: FlatTree, index: int) -> bool:
    parent = tree.parents[index]
    return parent == 0 or kind_name(tree, tree.parents[parent]) == "mod_item"


def _name(tree: FlatTree, index: int) -> str:
    return text(tree, index).removeprefix("r#")


def _placed(inline: Sequence[Inline], byte: int, name: str) -> str:
    return "::".join((*(one.name for one in inline if one.start <= byte < one.end), name))
