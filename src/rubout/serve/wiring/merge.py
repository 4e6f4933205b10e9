"""What is the text of a host's hook file with rubout wired in, and without?

Both keep the order, the layout and every entry that is not rubout's. Wiring twice changes nothing the second time;
taking out removes what starts rubout, and the groups, events and sections that are empty without it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from rubout.serve.wiring.hosts import item_of
from rubout.serve.wiring.json_text import ShapeError, child, line_at, parse, with_entry, without_entry
from rubout.serve.wiring.program import program_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.serve.wiring.hosts import Hook, Host
    from rubout.serve.wiring.json_text import Node
    from rubout.serve.wiring.program import Words

_HOOKS = "hooks"
_VERSION = "version"
_VERSION_READ = 1


class Wired(NamedTuple):
    """A handler of ours as it stands in a file; numbers are text."""

    event: str
    matcher: str | None
    handler: dict[str, Any]


class _Place(NamedTuple):
    """Where a handler of ours stands: every container on the way from the root, with the index of the next in it."""

    way: tuple[tuple[Node, int], ...]
    wired: Wired


def wired(host: Host, text: str | None, program: Words, *, strict: bool) -> str:
    """The text with every hook of the host; None is a file that is not there. Raises ShapeError."""
    if text is None or not text.strip():
        text = "{}\n"
    elif sorted(ours_in(host, text), key=_by_event) == _wanted(host, program, strict=strict):
        return text
    text = _cleared(host, text)
    root = parse(text)
    if host.versioned and not root.entries:
        text = with_entry(text, root, _VERSION, _VERSION_READ)
    for hook in host.hooks:
        text = _added(text, hook, item_of(host, hook, program, strict=strict))
    return text


def unwired(host: Host, text: str) -> str | None:
    """The text without rubout's hooks; None when nothing else was in it. Raises ShapeError."""
    if not ours_in(host, text):
        return text
    text = _cleared(host, text)
    return None if set(parse(text).value) <= ({_VERSION} if host.versioned else set()) else text


def ours_in(host: Host, text: str) -> list[Wired]:
    """The handlers that start rubout, in the order of the file; raises ShapeError."""
    return [place.wired for place in _places(host, text)]


def _wanted(host: Host, program: Words, *, strict: bool) -> list[Wired]:
    items = {hook.event: [item_of(host, hook, program, strict=strict)] for hook in host.hooks}
    return sorted(ours_in(host, json.dumps({_HOOKS: items})), key=_by_event)


def _by_event(one: Wired) -> str:
    return one.event


def _cleared(host: Host, text: str) -> str:
    """The text without any handler of ours."""
    while place := next(_places(host, text), None):
        inner = [step for step in place.way[1:] if len(step[0].entries) > 1]
        text = without_entry(text, *(inner[-1] if inner else place.way[0]))
    return text


def _added(text: str, hook: Hook, item: dict[str, Any]) -> str:
    root = parse(text)
    hooks = child(text, root, _HOOKS)
    if hooks is None:
        return with_entry(text, root, _HOOKS, {hook.event: [item]})
    event = child(text, hooks, hook.event)
    if event is None:
        return with_entry(text, hooks, hook.event, [item])
    return with_entry(text, event, None, item)


def _places(host: Host, text: str) -> Iterator[_Place]:
    root = _of(dict, text, parse(text), "the file")
    version = child(text, root, _VERSION)
    if host.versioned and version is not None and version.value != str(_VERSION_READ):
        raise ShapeError(f"its version is not {_VERSION_READ}", line_at(text, version.start))
    hooks = child(text, root, _HOOKS)
    if hooks is None:
        return
    start = (root, _index(root, hooks))
    known = {hook.event for hook in host.hooks}
    for number, event in enumerate(_of(dict, text, hooks, f'"{_HOOKS}"').entries):
        name = str(event.key)
        if name in known:
            child(text, hooks, name)
            _check_event(host, text, name, event.node)
        for way, found in _handlers(host, name, event.node):
            if program_of(found.handler):
                yield _Place((start, (hooks, number), *way), found)


def _handlers(host: Host, event: str, node: Node) -> Iterator[tuple[tuple[tuple[Node, int], ...], Wired]]:
    """Every handler of an event, with the way to it from there; what has another shape is another program's."""
    if not isinstance(node.value, list):
        return
    for number, entry in enumerate(node.entries):
        item = entry.node.value
        if not isinstance(item, dict):
            continue
        matcher = item.get("matcher")
        if not host.grouped:
            yield ((node, number),), Wired(event, matcher, item)
            continue
        groups = [member.node for member in entry.node.entries if member.key == _HOOKS]
        for group in groups if isinstance(item.get(_HOOKS), list) else ():
            for index, handler in enumerate(group.entries):
                yield ((node, number), (group, index)), Wired(event, matcher, handler.node.value)


def _check_event(host: Host, text: str, name: str, node: Node) -> None:
    for entry in _of(list, text, node, f'"{name}"').entries:
        _of(dict, text, entry.node, f'an entry of "{name}"')
        group = child(text, entry.node, _HOOKS) if host.grouped else None
        if group is not None:
            _of(list, text, group, f'"{_HOOKS}" of an entry of "{name}"')


def _of(kind: type, text: str, node: Node, what: str) -> Node:
    """The node itself, of the kind that was expected."""
    if not isinstance(node.value, kind):
        raise ShapeError(f"{what} is not {'an object' if kind is dict else 'an array'}", line_at(text, node.start))
    return node


def _index(parent: Node, node: Node) -> int:
    return next(number for number, entry in enumerate(parent.entries) if entry.node is node)
