"""Where do skills of tokens and of patterns fire? Asked of a child process, which has two seconds.

A grammar or a pattern can crash or run for ever; what the child has said until then counts, and the skills it has said
nothing of are unevaluable: they fire nowhere and are named.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.extensions import language_code
from rubout.review.hits import Hit, covered
from rubout.review.proposal import after_edits
from rubout.review.structure_child import Answer, Question, Sought, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.review.proposal import EditText
    from rubout.review.skill import ReviewSkill

SECONDS = 2
REPLAY_SECONDS = 5  # for REPLAY_AT_ONCE commits
REPLAY_AT_ONCE = 100
_COMMAND = (sys.executable, "-P", "-m", "rubout.review.structure_child")


class Admission(NamedTuple):
    """Whether a skill can be looked for: why not, in a word, or the engine that it was tried with."""

    fault: str | None
    engine: str | None


def structural_hits(
    skills: Sequence[ReviewSkill], texts: Sequence[EditText]
) -> tuple[dict[int, Hit], tuple[ReviewSkill, ...]]:
    """The hits by the number of the skill, and the skills that could not be looked for."""
    asked = _questions(skills, texts)
    answers = dict(zip(asked, _answers(asked.values()), strict=False))
    hits = {}
    for number, answer in answers.items():
        if answer.edit is not None and answer.span is not None:
            hits[number] = Hit(skills[number], answer.edit, answer.span)
    silent = [number for number in asked if number not in answers or answers[number].fault]
    return hits, tuple(skills[number] for number in silent)


def commits_hit(skills: Sequence[ReviewSkill], commits: Sequence[Sequence[EditText]]) -> Counter[str]:
    """By skill id, on how many of several changes it fires; where it could not be looked for it counts as if it did."""
    asked = [(number, question) for texts in commits for number, question in _questions(skills, texts).items()]
    answers = _answers((question for _, question in asked), REPLAY_SECONDS)
    missing = [Answer(fault="unevaluable")] * (len(asked) - len(answers))
    fires = (
        skills[number].id
        for (number, _), answer in zip(asked, [*answers, *missing], strict=True)
        if answer.fault or answer.edit is not None
    )
    return Counter(fires)


def _questions(skills: Sequence[ReviewSkill], texts: Sequence[EditText]) -> dict[int, Question]:
    """What to ask about a change, by the number of the skill; nothing where it has no file of the language."""
    sources = _sources(texts)
    asked = {
        number: Question(_sought(skill), tuple(_covering(skill, texts, sources)))
        for number, skill in enumerate(skills)
        if any(source.lang == skill.lang for source in sources.values())
    }
    return {number: question for number, question in asked.items() if question.files}


def admission(skill: ReviewSkill) -> Admission:
    """Whether a skill of tokens or of a pattern can be learned here."""
    for answer in _answers([Question(_sought(skill), (), admit=True)]):
        return Admission(answer.fault, answer.engine)
    return Admission("unevaluable", None)


def _sought(skill: ReviewSkill) -> Sought:
    examples = None if skill.examples is None else (skill.examples.bad, skill.examples.good)
    return Sought(skill.kind, skill.lang, skill.marker, skill.mode, skill.engine, examples)


def _sources(texts: Sequence[EditText]) -> dict[str, Source]:
    """Every edited file whose language we know, before and after."""
    found = {}
    for path in dict.fromkeys(edit.path for edit in texts):
        code = language_code(path)
        own = [edit for edit in texts if edit.path == path]
        if code is None or all(edit.text is None and edit.start == edit.end for edit in own):
            continue
        after, spans = after_edits(texts, path)
        gone = all(edit.text is None for edit in own)
        found[path] = Source(
            path=path,
            lang=BY_CODE[code].name,
            before=own[0].before,
            replaced=tuple((edit.start, edit.end) for edit in own),
            after=b"" if gone else after,
            places=() if gone else tuple(spans),
        )
    return found


def _covering(skill: ReviewSkill, texts: Sequence[EditText], sources: dict[str, Source]) -> Iterable[Source]:
    paths = dict.fromkeys(edit.path for _, edit in covered(skill, texts))
    return (sources[path] for path in paths if path in sources and sources[path].lang == skill.lang)


def _answers(questions: Iterable[Question], seconds: float | None = None) -> list[Answer]:
    """What the child says in its time, in the order of the questions."""
    asked = msgspec.msgpack.encode(list(questions))
    child = subprocess.Popen(  # noqa: S603 - this program itself
        _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        said, _ = child.communicate(asked, timeout=SECONDS if seconds is None else seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        said, _ = child.communicate()
    lines = said.split(b"\n")[:-1]  # what follows the last line end was cut short
    return [msgspec.json.decode(line, type=Answer) for line in lines]
