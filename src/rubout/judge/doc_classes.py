"""Which places say the same, and what would be gone if one of them stayed?

A class is a connected component: the places of one text, and of texts that are copies of one another.

Source   disjoint sets: Tarjan 1975
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.docdup import DocClass, Link, Member
from rubout.judge.savings import by_saving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.docdup import Facts, Pair, Score, Text


def doc_classes(facts: Facts, copies: Sequence[tuple[Score, Pair]]) -> tuple[DocClass, ...]:
    """The classes, what saves most first and then by first member; members and links ascend.

    Args:
        facts: their texts stand in the order of their first places.
        copies: the pairs of texts that are copies of each other, ascending.
    """
    parents = list(range(len(facts.texts)))
    for score, _ in copies:
        low, high = sorted((_root(parents, score.a), _root(parents, score.b)))
        parents[high] = low
    texts: dict[int, list[int]] = {}
    for number in range(len(parents)):
        texts.setdefault(_root(parents, number), []).append(number)
    links: dict[int, list[tuple[Score, Pair]]] = {}
    for score, pair in copies:
        links.setdefault(_root(parents, score.a), []).append((score, pair))
    found = (_doc_class(facts, own, links.get(root, ())) for root, own in texts.items())
    return by_saving(each for each in found if len(each.members) > 1)


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = number = parents[parents[number]]
    return number


def _doc_class(facts: Facts, texts: Sequence[int], copies: Sequence[tuple[Score, Pair]]) -> DocClass:
    places = sorted(
        (place.file, place.start_line, place.end_line, place.kind, number)
        for number in texts
        for place in facts.texts[number].places
    )
    own: dict[int, int] = {}
    members = tuple(
        Member(file, start, end, kind, facts.texts[number].words, own.setdefault(number, len(own)))
        for file, start, end, kind, number in places
    )
    links = sorted(
        (*sorted((own[score.a], own[score.b])), score.inter, score.union, pair.run) for score, pair in copies
    )
    longest = min((facts.texts[number] for number in texts), key=_longest_first)
    return DocClass(
        members=members,
        links=tuple(Link(*link) for link in links),
        words=longest.words,
        saves=sum(member.words for member in members) - longest.words,
        digest=longest.digest,
    )


def _longest_first(text: Text) -> tuple[int, str]:
    return -text.words, text.digest
