"""Which definitions of a file may be told when nothing mentions them?

Left out are: short names and those between underscores, decorated and annotated definitions and the members of such
types, names that the language or its runtime calls, exports under another name, and what describes or implements
somebody else's names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.symbols import Definition
from rubout.measure.nodes import child_in_field, children, kind_name, text
from rubout.measure.sites.collect import nodes_of
from rubout.measure.symbols.named import Siblings, field_id, named
from rubout.measure.symbols.rules import RULES
from rubout.measure.symbols.words import SHORTEST, occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.symbols.named import Named
    from rubout.measure.symbols.rules import Rules
    from rubout.measure.tree import FlatTree

_NAME = re.compile(rf"[^\W\d]\w{{{SHORTEST - 1},}}")
_SPECIAL = re.compile(r"_.*_|main")
_BASE = re.compile(r"[^\W\d]\w*(?!\w)(?!\s*(?:\.|::|\\|=))")
_BASE_WORDS = frozenset({"extends", "implements", "public", "private", "protected", "virtual", "static", "by", "with"})


class Span(NamedTuple):
    """A definition and the bytes that are its own."""

    definition: Definition
    start: int
    end: int


class _Around(NamedTuple):
    """What a node stands in: the nearest type, and whether a function is nearer."""

    type: int | None
    is_local: bool


_OUT = _Around(-1, is_local=False)  # of what is left out because of where it stands
_TOP = _Around(None, is_local=False)


def types(tree: FlatTree) -> dict[str, tuple[str, ...]]:
    """The types of a file, each with the names of what it is made from, in order."""
    rules = RULES[tree.language.name]
    found: dict[str, tuple[str, ...]] = {}
    for index, _ in nodes_of(tree, tree.language.named_units | rules.types):
        name = _type_name(tree, index)
        if name:
            found[name] = (*found.get(name, ()), *_bases(tree, index, rules))
    return found


def definitions(tree: FlatTree) -> Iterator[Span]:
    """What may be told, each with its span."""
    rules = RULES[tree.language.name]
    is_closed = rules.closed is None or rules.closed.search(tree.source.decode(errors="replace")) is not None
    siblings = Siblings(tree)
    for one in named(tree, siblings):
        if _is_said(one, rules) and not _is_nicknamed(tree, one.index, rules):
            around = _around(siblings, one.index, rules)
            head = _head(tree, one)
            if around is _OUT or head is None or (rules.hooked and rules.hooked.search(head)):
                continue
            if not _is_marked(siblings, one.index, rules):
                kept = _is_kept(rules, one.written, head, around, is_closed=is_closed)
                yield Span(_definition(tree, one, around, head, kept=kept), one.start, one.end)


def _is_said(one: Named, rules: Rules) -> bool:
    """Whether a name is used by saying it."""
    name = one.name
    if not _NAME.fullmatch(name) or _SPECIAL.fullmatch(name) or name in rules.hooks:
        return False
    if rules.unsaid and rules.unsaid.match(name):
        return False
    return not (one.kind == "method" and rules.implicit and rules.implicit.match(name))


def _is_nicknamed(tree: FlatTree, index: int, rules: Rules) -> bool:
    """Whether a function bears a name that only it can use."""
    is_expression = kind_name(tree, index) in rules.nicknamed
    return is_expression and child_in_field(tree, index, field_id(tree, "name")) is not None


def _head(tree: FlatTree, one: Named) -> str | None:
    """What stands before the name in its definition; None where the name does not stand."""
    own = tree.source[tree.starts[one.top] : one.end].decode(errors="replace")
    place = next(occurrences(own, one.name), None)
    return None if place is None else own[:place]


def _definition(tree: FlatTree, one: Named, around: _Around, head: str, *, kept: bool) -> Definition:
    rules = RULES[tree.language.name]
    is_sealed = rules.sealed and rules.keeps is not None and rules.keeps.search(head) is not None
    return Definition(
        key=one.key,
        nth=one.nth,
        name=one.name,
        kind=one.kind,
        start_line=one.start_line,
        line=one.line,
        end_line=one.end_line,
        kept=kept,
        around="" if around.type is None or is_sealed else _type_name(tree, around.type),
    )


def _is_kept(rules: Rules, written: str, head: str, around: _Around, *, is_closed: bool) -> bool:
    """Whether the language keeps a name inside its file or module."""
    if around.is_local or (rules.kept_names and rules.kept_names.match(written)):
        return True
    if rules.keeps and rules.keeps.search(head):
        return True
    opens = rules.opens if around.type is None else rules.member_opens
    return opens is not None and is_closed and not opens.search(head)


def _around(siblings: Siblings, index: int, rules: Rules) -> _Around:
    tree = siblings.tree
    found: _Around | None = None
    below, node = index, tree.parents[index]
    while below:
        kind = kind_name(tree, node)
        if kind in rules.foreign or (found is None and kind in rules.hosts):
            return _OUT
        found = found or _met(siblings, node, kind, rules)
        below, node = node, tree.parents[node]
    return found or _TOP


def _met(siblings: Siblings, node: int, kind: str, rules: Rules) -> _Around | None:
    """What a node is to those in it; None when it is nothing to them."""
    tree, language = siblings.tree, siblings.tree.language
    if kind in rules.skipped:
        return None
    if kind in language.units:
        return _Around(None, is_local=True)
    if kind in language.name_givers and kind not in rules.wrappers:
        return _OUT
    if kind in language.impls:
        trait = child_in_field(tree, node, field_id(tree, "trait"))
        return _Around(node, is_local=False) if trait is None else _OUT
    if kind not in language.named_units | rules.types:
        return None
    return _OUT if _is_marked(siblings, node, rules) else _Around(node, is_local=False)


def _is_marked(siblings: Siblings, index: int, rules: Rules) -> bool:
    """Whether a decorator or an annotation stands in a definition or before it."""
    tree, node = siblings.tree, index
    while True:
        if _holds_mark(tree, node, rules.marks) or _follows_mark(siblings, node, rules.marks):
            return True
        if not node or kind_name(tree, tree.parents[node]) not in rules.wrappers:
            return False
        node = tree.parents[node]


def _holds_mark(tree: FlatTree, index: int, marks: frozenset[str]) -> bool:
    for child in children(tree, index):
        kind = kind_name(tree, child)
        if kind in marks or (kind == "modifiers" and _holds_mark(tree, child, marks)):
            return True
    return False


def _follows_mark(siblings: Siblings, index: int, marks: frozenset[str]) -> bool:
    tree, before = siblings.tree, siblings.before(index)
    while before is not None and kind_name(tree, before) in tree.language.comments:
        before = siblings.before(before)
    return before is not None and kind_name(tree, before) in marks


def _bases(tree: FlatTree, index: int, rules: Rules) -> Iterator[str]:
    for child in children(tree, index):
        if kind_name(tree, child) in rules.bases:
            for name in _BASE.findall(text(tree, child)):
                if name not in _BASE_WORDS and name not in rules.plain:
                    yield name


def _type_name(tree: FlatTree, index: int) -> str:
    name = child_in_field(tree, index, field_id(tree, "name"))
    return "" if name is None else text(tree, name)
