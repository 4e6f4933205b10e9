"""Which places repeat one another?

A repeat joins the line spans of its places; a class is a connected component of two or more spans. Only
identical spans are one member: joining spans that overlap or touch would bridge unrelated families. Places of
one repeat on the same lines (pieces of a one-line file) are one span too, so a repeat that stands nowhere else
makes no class.

Source   disjoint sets: Tarjan 1975
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubout.facts.clones import Block, CloneClass, Member, Repeat
from rubout.judge.savings import by_saving

if TYPE_CHECKING:
    from collections.abc import Iterable

Span = tuple[int, int, int]  # file, start line, end line
Spot = tuple[int, int, int, int]  # a span and the number of its text


@dataclass(frozen=True, slots=True)
class _Spans:
    """Spans, numbered as they first appear; all lists go by that number."""

    numbers: dict[Span, int] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)  # of a root its own number, else a lower one
    longest: list[Repeat] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)  # as the longest repeat has it


def clone_classes(repeats: Iterable[Repeat], pairs: Iterable[Block] | None) -> tuple[CloneClass, ...]:
    """The classes, what saves most first and then by first member; members ascend.

    A member's text is that of its longest repeat, a class's `tokens`, `distinct` and `digest` are those of its
    longest repeat; of equally long ones the smallest digest.

    Args:
        repeats: in any order.
        pairs: counted in the class that holds both their sides; None leaves `blocks` None.
    """
    spans = _joined(repeats)
    blocks = None if pairs is None else _blocks_by_root(spans, pairs)
    classes = [
        _clone_class(spots, longest, None if blocks is None else blocks[root])
        for root, (spots, longest) in _components(spans).items()
        if len(spots) > 1
    ]
    return by_saving(classes)


def _joined(repeats: Iterable[Repeat]) -> _Spans:
    spans = _Spans()
    numbers, parents, longest, texts = spans.numbers, spans.parents, spans.longest, spans.texts
    for repeat in repeats:
        root = None
        for place in repeat.places:
            span = (place.file, place.start_line, place.end_line)
            number = numbers.get(span)
            if number is None:
                number = numbers[span] = len(parents)
                root = number if root is None else root
                parents.append(root)
                longest.append(repeat)
                texts.append(place.text)
                continue
            if repeat.tokens >= longest[number].tokens:
                _keep_longest(spans, number, repeat, place.text)
            if parents[number] != root:
                root = _united(parents, number, root)
    # A parent has a lower number than its child, so one pass upwards leaves every span at its root.
    for number, parent in enumerate(parents):
        parents[number] = parents[parent]
    return spans


def _united(parents: list[int], number: int, root: int | None) -> int:
    """The root of the set that holds `number` and, if there is one, `root`."""
    while parents[number] != number:
        parents[number] = number = parents[parents[number]]
    if root is None:
        return number
    low, high = (number, root) if number < root else (root, number)
    parents[high] = low
    return low


def _keep_longest(spans: _Spans, number: int, repeat: Repeat, text: int) -> None:
    if (_rank(repeat), text) < (_rank(spans.longest[number]), spans.texts[number]):
        spans.longest[number] = repeat
        spans.texts[number] = text


def _components(spans: _Spans) -> dict[int, tuple[list[Spot], Repeat]]:
    """By root: the spots of the set and its longest repeat."""
    spots: dict[int, list[Spot]] = {}
    longest: dict[int, Repeat] = {}
    for span, root, text, repeat in zip(spans.numbers, spans.parents, spans.texts, spans.longest, strict=True):
        best = longest.setdefault(root, repeat)
        if repeat is not best and repeat.tokens >= best.tokens and _rank(repeat) < _rank(best):
            longest[root] = repeat
        spots.setdefault(root, []).append((*span, text))
    return {root: (spots[root], longest[root]) for root in spots}


def _blocks_by_root(spans: _Spans, pairs: Iterable[Block]) -> Counter[int]:
    """How many pairs have both sides in the set."""
    roots = {span: spans.parents[number] for span, number in spans.numbers.items()}
    sides = (
        (roots.get((pair.a_file, pair.a_start, pair.a_end)), roots.get((pair.b_file, pair.b_start, pair.b_end)))
        for pair in pairs
    )
    return Counter(a for a, b in sides if a is not None and a == b)


def _clone_class(spots: list[Spot], longest: Repeat, blocks: int | None) -> CloneClass:
    texts: dict[int, int] = {}
    members = tuple(
        [Member(file, start, end, texts.setdefault(text, len(texts))) for file, start, end, text in sorted(spots)]
    )
    return CloneClass(
        members=members,
        tokens=longest.tokens,
        distinct=longest.distinct,
        type="T1" if len(texts) == 1 else "T2",
        saves=(len(members) - 1) * longest.tokens,
        digest=longest.digest,
        blocks=blocks,
    )


def _rank(repeat: Repeat) -> tuple[int, str, int]:
    return -repeat.tokens, repeat.digest, repeat.distinct
