"""What does new text hold that a reader may not see, or should?

Introduced    a file holds more of it than before, and some of it stands in new text; the first place is named
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.measure.sources.content import is_decodable
from rubout.review.checks.subject import Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.review.checks.subject import After, Subject

_NUL = b"\0"
_OPENS, _PARTS, _CLOSES = _MARKERS = (b"<<<<<<<", b"=======", b">>>>>>>")
# The embeddings, overrides and isolates of the bidirectional algorithm, U+202A-202E and U+2066-2069.
BIDI = re.compile(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
# A fixed prefix and a fixed length, so that what looks like one nearly always is one.
SECRETS = re.compile(
    rb"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"
    rb"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"
    rb"|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b"
    rb"|\bglpat-[A-Za-z0-9_-]{20}\b|\bnpm_[A-Za-z0-9]{36}\b|\bAIza[0-9A-Za-z_-]{35}\b"
    rb"|\bsk_live_[0-9A-Za-z]{24}\b|\bhf_[A-Za-z]{34}\b"
)
SUPPRESSIONS = re.compile(
    rb"#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|pragma:\s*no\s*cover|nosec)\b"
    rb"|\beslint-disable|@ts-(?:ignore|nocheck|expect-error)\b|\bbiome-ignore\b|\b(?:istanbul|c8|v8) ignore\b"
    rb"|//\s*nolint\b|\bNOLINT(?:NEXTLINE|BEGIN)?\b|#!?\[allow\(|@SuppressWarnings\b|@Suppress\b"
    rb"|\brubocop:disable\b|\bphpcs:ignore|\bphpstan-ignore|\bshellcheck disable=|#pragma warning disable"
    rb"|@(?:pytest\.mark|unittest)\.(?:skip|skipif|xfail|skipIf|expectedFailure)\b|\bpytest\.skip\("
    rb"|\b(?:it|test|describe)\.skip\(|\bx(?:it|describe)\(|\bt\.Skip(?:f|Now)?\(|#\[ignore\b|@(?:Disabled|Ignore)\b"
    rb"|\brubout:allow\("
)
DIRECTED = re.compile(
    rb"\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?"
    rb"(?:previous|prior|above|earlier|preceding)\s+(?:instructions|prompts?|rules|context)"
    rb"|\b(?:note|message|instructions?)\s+(?:to|for)\s+(?:the\s+|any\s+)?(?:ai|llm|model|automated|code)?\s*-?reviewers?\b"
    rb"|\b(?:dear|hey|hello|attention)[,:]?\s+(?:ai|llm|model|code\s+)?\s*reviewer\b"
    rb"|\byou\s+are\s+(?:an?\s+|the\s+)?(?:ai|llm|language\s+model|code\s+reviewer|assistant)\b"
    rb"|\b(?:please\s+)?approve\s+this\s+(?:change|diff|patch|pull\s+request|merge\s+request|pr)\b"
    rb"|\b(?:respond|reply|answer)\s+(?:only\s+)?with\s+[\"'`]?(?:approved?|lgtm)\b"
    rb"|\b(?:do\s+not|don't|never)\s+(?:flag|report|mention|reject)\s+this\b"
    rb"|\bmark\s+this\s+(?:as\s+)?(?:approved|safe|reviewed)\b|\b(?:new|updated)\s+system\s+prompt\b",
    re.IGNORECASE,
)


def introduced(after: After, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """What a file holds in its new text, where it holds more of it than before."""
    if after.source is None:
        return
    found = list(pattern.finditer(after.source))
    if found and len(found) > len(pattern.findall(after.before or b"")):
        yield from (match for match in found if after.place_of(match.start()))


def _first(subject: Subject, pattern: re.Pattern[bytes], what: str) -> Iterator[Seen]:
    for after in subject.afters.values():
        for match in introduced(after, pattern):
            yield after.seen(f"{after.path} {what}", match.start(), match.end())
            break


def undecodable(subject: Subject) -> Iterator[Seen]:
    """A text that is none any more."""
    for after in subject.afters.values():
        if after.before is None or after.source is None or not _is_text(after.before):
            continue
        if not _is_text(after.source):
            yield Seen(f"{after.path} was text and is none any more", after.places[0].edit)


def _is_text(source: bytes) -> bool:
    return _NUL not in source and is_decodable(source)


def conflict_marker(subject: Subject) -> Iterator[Seen]:
    """A merge that nobody finished."""
    for after in subject.afters.values():
        found = _conflicts(after.source or b"")
        if len(found) > len(_conflicts(after.before or b"")):
            fresh = next((at for conflict in found for at in conflict if after.place_of(at)), None)
            if fresh is not None:
                yield after.seen(f"{after.path} holds the markers of a merge conflict", fresh, fresh + len(_OPENS))


def _conflicts(source: bytes) -> list[tuple[int, ...]]:
    """Where lines of the three markers stand, in their order."""
    if not all(marker in source for marker in _MARKERS):
        return []
    found: list[tuple[int, ...]] = []
    places: list[int] = []
    at = 0
    for line in source.splitlines(keepends=True):
        if _is_marker(line, _MARKERS[len(places)]):
            places.append(at)
            if len(places) == len(_MARKERS):
                found.append(tuple(places))
                places = []
        at += len(line)
    return found


def _is_marker(line: bytes, marker: bytes) -> bool:
    line = line.rstrip(b"\r\n")
    return line == marker or (marker != _PARTS and line.startswith(marker + b" "))


def bidi_control(subject: Subject) -> Iterator[Seen]:
    """Text that is shown in another order than it is read."""
    yield from _first(subject, BIDI, "holds a control character of bidirectional text")


def secret_like(subject: Subject) -> Iterator[Seen]:
    """What looks like a key."""
    yield from _first(subject, SECRETS, "holds what looks like a secret")


def suppression_added(subject: Subject) -> Iterator[Seen]:
    """A checker, a type checker, a coverage tool or a test that is told to look away."""
    yield from _first(subject, SUPPRESSIONS, "tells a checker or a test to look away")


def reviewer_directed(subject: Subject) -> Iterator[Seen]:
    """Text that speaks to who reviews it."""
    if DIRECTED.search(subject.op.op.intent.encode()):
        yield Seen("the intent speaks to its reviewer")
    yield from _first(subject, DIRECTED, "speaks to its reviewer")
