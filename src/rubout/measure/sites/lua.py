"""What does a Lua file load?

Source    docs/methodology/liveness.md; the node kinds of the pinned grammar
Pattern   `*` stands for what is computed
Marks     `shebang`: it starts with `#!`
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode
from rubout.measure.nodes import child_in_field, children, kind_name, named_children, text
from rubout.measure.sites.collect import Found, nodes_of, of_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.references import References
    from rubout.measure.tree import FlatTree

COMPUTED = "*"
_LOADERS = {"require": Kind.REQUIRE, "dofile": Kind.INCLUDE, "loadfile": Kind.INCLUDE}
_PROTECTED = frozenset({"pcall", "xpcall"})
_OPENERS = frozenset({"function_call", "string", "binary_expression"})
# A whole text that could be the name of a module, or its beginning: tables of them are loaded when one is asked for.
_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_*][\w*-]*)+")
_PATH = re.compile(r"[\w.*-]*(?:/[\w.*-]+)+\.lua")
_PERCENT = re.compile(r"%[-+ #0-9.]*[a-z]")
# In code that is given to a host as a text.
REQUIRED = re.compile(r"\brequire\s*\(?\s*(?:[\"']|\[\[)([\w./-]+)(?:[\"']|\]\])")


def references(tree: FlatTree) -> References:
    """The calls of a parsed file that load another, and the texts that may name one."""
    return of_script(tree, _found(tree))


def _found(tree: FlatTree) -> Iterator[Found]:
    taken: set[int] = set()
    for index, kind in nodes_of(tree, _OPENERS):
        if kind == "function_call":
            yield from _loaded(tree, index, taken)
        elif kind == "string" or _is_joined(tree, index):
            if index not in taken:
                yield from _mentioned(tree.starts[index], _spelled(tree, index))
            taken.update(children(tree, index))


def _mentioned(start: int, written: str) -> Iterator[Found]:
    """The modules or the file that a text may name."""
    spec = _PERCENT.sub(COMPUTED, written)
    if _PATH.fullmatch(spec) or (_DOTTED.fullmatch(spec) and not spec.endswith(".lua")):
        kind = Kind.PATTERN if COMPUTED in spec else Kind.STRING_REF
        yield Found(start, kind, spec, mode=Mode.PROBE)
    elif "require" in written:
        for module in REQUIRED.findall(written):
            yield Found(start, Kind.STRING_REF, module, mode=Mode.PROBE)


def _loaded(tree: FlatTree, index: int, taken: set[int]) -> Iterator[Found]:
    """The site of a call that loads; its argument is added to `taken`."""
    called = child_in_field(tree, index, tree.grammar.field("name"))
    given = child_in_field(tree, index, tree.grammar.field("arguments"))
    if called is None or given is None:
        return
    arguments = list(named_children(tree, given))
    name = text(tree, called)
    if name in _PROTECTED and arguments:  # `pcall(require, name)`, `xpcall(require, handler, name)`
        name = text(tree, arguments[0])
        arguments = arguments[-1:] if len(arguments) > 1 else []
    kind = _LOADERS.get(name)
    if kind is None:
        return
    spec = _spelled(tree, arguments[0]) if arguments else COMPUTED
    taken.update(arguments[:1])
    start = tree.starts[index]
    if COMPUTED not in spec:
        yield Found(start, kind, spec)
    elif kind is Kind.REQUIRE and not spec.startswith(COMPUTED):
        yield Found(start, Kind.PATTERN, spec, mode=Mode.DYNAMIC)
    else:
        yield Found(start, Kind.DYNAMIC, "", mode=Mode.DYNAMIC)


def _spelled(tree: FlatTree, index: int) -> str:
    """The text of an expression, with a mark for what is computed in it."""
    kind = kind_name(tree, index)
    if kind == "string":
        return "".join(text(tree, child) for child in named_children(tree, index))
    if not _is_joined(tree, index):
        return COMPUTED
    field = tree.grammar.field
    sides = (child_in_field(tree, index, field(side)) for side in ("left", "right"))
    return "".join(COMPUTED if side is None else _spelled(tree, side) for side in sides)


def _is_joined(tree: FlatTree, index: int) -> bool:
    operator = child_in_field(tree, index, tree.grammar.field("operator"))
    return operator is not None and text(tree, operator) == ".."
