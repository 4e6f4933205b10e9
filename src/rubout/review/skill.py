"""What is a learned cause of refusal?

A skill is plain data: what to look for, and what to say when it is there. Only refusals are learned, so a skill has no
verdict, no weight and no way to allow anything (docs/methodology/review.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from rubout.review.canonical import content_id

if TYPE_CHECKING:
    from rubout.review.proposal import Proposal

SpelledStage = Literal["spec_compliance", "quality"]
Kind = Literal["literal", "tokens", "ast"]
Mode = Literal["present", "introduced"]
State = Literal["active", "observe", "retired"]

MARKER_BYTES = range(4, 513)
MARKER_LETTERS = 3  # characters that are not white space
MARKER_TOKENS = range(3, 65)
FINDING_LETTERS = range(1, 2001)
EVERYWHERE = ("**",)
_UNSEARCHABLE = frozenset("\ufffd\0\r")


class Replay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an admission replay saw: edits of accepted history, and those that the skill would have refused."""

    edits: int
    hits: int


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who taught a skill, on which op and review."""

    taught_by: str
    op_id: str
    review_id: str
    model: str | None
    at: str
    replay: Replay | None = None


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Texts that a skill must fire on, and texts that it must pass."""

    bad: tuple[str, ...]
    good: tuple[str, ...]


class _Identity(msgspec.Struct, frozen=True):
    kind: Kind
    lang: str | None
    marker: str | tuple[str, ...]
    stage: SpelledStage


class ReviewSkill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause of refusal.

    `marker` is a string that occurs in a replacement, of kind `tokens` the texts of tokens in a row (`$IDENT`, `$STR`
    and `$NUM` stand for any), of kind `ast` a pattern of ast-grep. `paths` are globs of `.gitignore`'s grammar.
    """

    marker: str | tuple[str, ...]
    stage: SpelledStage
    finding: str
    kind: Kind = "literal"
    lang: str | None = None
    paths: tuple[str, ...] = EVERYWHERE
    mode: Mode = "present"
    state: State = "active"
    engine: str | None = None
    examples: Examples | None = None
    provenance: Provenance | None = None

    @property
    def id(self) -> str:
        """What makes it another skill than all others: two skills of one id never stand in one file."""
        return content_id("skill", _Identity(self.kind, self.lang, self.marker, self.stage))

    def matches(self, op: Proposal) -> bool:
        """Whether it fires on a change, whatever its state; raises ValueError for what `fault` names."""
        from rubout.review.firing import Firing  # noqa: PLC0415 - most skills are looked for together

        if wrong := fault(self):
            raise ValueError(wrong[1])
        return bool(Firing((self,)).fired(op.texts).hits)


def fault(skill: ReviewSkill) -> tuple[str, str] | None:
    """Why a skill can stand in no file: the reason that `learn` gives, and words; None when it can."""
    if len(skill.finding) not in FINDING_LETTERS:
        return "bad_finding", "a finding has 1 to 2000 characters"
    if skill.kind == "literal":
        return _literal_fault(skill)
    if skill.lang is None:
        return "bad_pattern", f"a skill of kind {skill.kind} names its language"
    if skill.kind == "tokens":
        return _tokens_fault(skill.marker)
    return _text_fault(skill.marker) if isinstance(skill.marker, str) else ("bad_pattern", "a pattern is one string")


def _literal_fault(skill: ReviewSkill) -> tuple[str, str] | None:
    if not isinstance(skill.marker, str):
        return "bad_pattern", "a literal marker is one string"
    if skill.lang is not None:
        return "bad_pattern", "a literal marker has no language"
    if skill.examples or skill.engine:
        return "bad_pattern", "a literal marker needs no engine and no examples"
    return _text_fault(skill.marker)


def _tokens_fault(marker: str | tuple[str, ...]) -> tuple[str, str] | None:
    if isinstance(marker, str) or not all(marker):
        return "bad_pattern", "a marker of kind tokens is a list of the texts of tokens"
    if len(marker) < MARKER_TOKENS.start:
        return "too_short", "a marker has 3 tokens at least"
    if len(marker) >= MARKER_TOKENS.stop:
        return "too_long", "a marker has 64 tokens at most"
    return _letters_fault("".join(marker))


def _text_fault(marker: str) -> tuple[str, str] | None:
    if bad := _letters_fault(marker):
        return bad
    size = len(marker.encode())
    if size < MARKER_BYTES.start or len("".join(marker.split())) < MARKER_LETTERS:
        return "too_short", "a marker has 4 bytes at least, and 3 characters that are not white space"
    if size >= MARKER_BYTES.stop:
        return "too_long", "a marker has 512 bytes at most"
    return None


def _letters_fault(text: str) -> tuple[str, str] | None:
    if not _UNSEARCHABLE.isdisjoint(text):
        return "bad_chars", "a marker holds no U+FFFD, no NUL and no carriage return"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "bad_chars", "a marker holds no half of a surrogate pair"
    return None
