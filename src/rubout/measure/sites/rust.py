"""What does a Rust file use, and which modules and names does it declare?

Source    doc.rust-lang.org/reference, items/modules and items/use-declarations.
Detail    Fields with tabs between, the first always the inline modules around the site, `a::b`; one whose folder an
          attribute names is `a=folder`.
          A use: the path before the braces, then every name of the tree in full, perhaps ` as alias`.
          A module: `pub` or ""; the path that an attribute gives it or ""; the paths that it has in some builds.
          An included file: `package` where its path starts at the manifest's folder, else "".
Probes    What stands in the arguments of a macro: it is there if the macro hands it on. Kind pattern, with the detail
          of a module: a name in a bare list, which may be one of modules, and a module in the definition of a macro,
          which is declared wherever the macro is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode, References
from rubout.measure.nodes import child_in_field, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.rust_items import Inline, attributes, declared, inline_modules, local_types, reexports
from rubout.measure.sites.rust_macros import at, hidden, listed, rest_of
from rubout.measure.sites.rust_paths import includes, leaves, module_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_OPENERS = frozenset({"use_declaration", "mod_item", "extern_crate_declaration"})
_INCLUDE = b"include"


def references(tree: FlatTree) -> References:
    """What the file says of others."""
    marked = attributes(tree)
    inline = [*inline_modules(tree, marked), *_inline_in_macros(tree)]
    found = [*_items(tree, marked, inline), *_in_macros(tree, inline), *_included(tree, inline)]
    names = declared(tree, marked, inline)
    is_program = any(one.name == "main" and one.kind == "function" for one in names)
    return References(
        sites=sites_of(tree, found),
        declared=names,
        reexports=reexports(tree, inline),
        bindings=local_types(tree),
        marks=("main",) if is_program else (),
    )


def _items(tree: FlatTree, marked: dict[int, list[str]], inline: list[Inline]) -> Iterator[Found]:
    argument = tree.grammar.field("argument")
    for index, kind in nodes_of(tree, _OPENERS):
        if kind == "mod_item":
            yield from _declared_module(tree, index, marked, inline)
        elif kind == "use_declaration":
            used = child_in_field(tree, index, argument)
            if used is not None:
                yield _use(tree.starts[index], text(tree, used), inline)
        else:
            yield from _extern_crate(tree, index, inline)


def _declared_module(tree: FlatTree, index: int, marked: dict[int, list[str]], inline: list[Inline]) -> Iterator[Found]:
    name, body = (child_in_field(tree, index, tree.grammar.field(field)) for field in ("name", "body"))
    if name is not None and body is None:
        public = kind_name(tree, index + 1) == "visibility_modifier" and text(tree, index + 1) == "pub"
        detail = _module_detail("\n".join(marked.get(index, ())), public=public)
        yield _found(tree.starts[index], Kind.MOD_DECL, text(tree, name).removeprefix("r#"), inline, detail)


def _extern_crate(tree: FlatTree, index: int, inline: list[Inline]) -> Iterator[Found]:
    name, alias = (child_in_field(tree, index, tree.grammar.field(field)) for field in ("name", "alias"))
    if name is not None:
        renamed = "" if alias is None else f" as {text(tree, alias)}"
        spec = text(tree, name)
        outer = spec if spec == "self" else f"::{spec}"
        yield _found(tree.starts[index], Kind.USE, spec, inline, f"{outer}\t{outer}{renamed}")


def _found(byte: int, kind: Kind, spec: str, inline: list[Inline], detail: str = "", mode: Mode = Mode.STATIC) -> Found:
    around = "::".join(one.shown for one in inline if one.start <= byte < one.end)
    return Found(byte, kind, spec, "", mode, f"{around}\t{detail}")


def _use(byte: int, written: str, inline: list[Inline], mode: Mode = Mode.STATIC) -> Found:
    prefix, found = leaves(written)
    detail = "\t".join(("::".join(prefix), *(leaf.shown for leaf in found)))
    return _found(byte, Kind.USE, written, inline, detail, mode)


def _module_detail(attached: str, *, public: bool) -> str:
    own, sometimes = module_paths(attached)
    return "\t".join(("pub" if public else "", own, *sometimes))


def _inline_in_macros(tree: FlatTree) -> Iterator[Inline]:
    for one in hidden(tree, "mod"):
        body = tree.afters[one.after]
        if kind_name(tree, body) == "token_tree":
            folder, _ = module_paths(one.attributes)
            yield Inline(tree.starts[body], tree.ends[body], text(tree, one.after), folder)


def _in_macros(tree: FlatTree, inline: list[Inline]) -> Iterator[Found]:
    for one in hidden(tree, "mod"):
        if kind_name(tree, one.after) == "identifier" and kind_name(tree, tree.afters[one.after]) == ";":
            detail = _module_detail(one.attributes, public=one.visibility == "pub")
            name = text(tree, one.after).removeprefix("r#")
            kind = Kind.PATTERN if one.is_defined(tree) else Kind.MOD_DECL
            yield _found(tree.starts[one.keyword], kind, name, inline, detail, Mode.PROBE)
    for one in hidden(tree, "use"):
        written = rest_of(tree, one)
        if written:
            yield _use(tree.starts[one.keyword], written, inline, Mode.PROBE)
    for byte, name in listed(tree):
        yield _found(byte, Kind.PATTERN, name, inline, _module_detail("", public=False), Mode.PROBE)


def _included(tree: FlatTree, inline: list[Inline]) -> Iterator[Found]:
    if _INCLUDE not in tree.source:
        return
    for one in includes(tree.source.decode("latin-1")):
        index = at(tree, one.at)
        if index is not None and kind_name(tree, index) == "identifier":
            kind = Kind.INCLUDE if one.is_code else Kind.IMAGE
            mode = Mode.PROBE if kind_name(tree, tree.parents[index]) == "token_tree" else Mode.STATIC
            yield _found(one.at, kind, _decoded(one.path), inline, "package" if one.in_package else "", mode)


def _decoded(one_character_a_byte: str) -> str:
    return one_character_a_byte.encode("latin-1").decode(errors="replace")
