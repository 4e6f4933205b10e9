"""Looks for tokens and patterns, in a process of its own: questions on standard input, a line of JSON for each answer.

Tokens    the texts in a row, as the tokenizer of the clones cuts them; `$IDENT`, `$STR` and `$NUM` stand for any
Patterns  those of ast-grep
Fires     where a match touches new bytes; with mode `introduced` where more matches do than touch the bytes replaced
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.measure.extract import HURRIED_MICROSECONDS, revision
from rubout.measure.kinds import IDENTIFIER, LITERAL
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.tokens import TokenText, token_texts
from rubout.measure.tree import SlowParseError, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BY_NAME = {language.name: language for language in LANGUAGES}
_DIGITS = b"0123456789"


class Sought(msgspec.Struct, frozen=True):
    """What of a skill says where it fires; `examples` are texts to fire on, and texts to pass."""

    kind: str
    lang: str | None
    marker: str | tuple[str, ...]
    mode: str
    engine: str | None
    examples: tuple[tuple[str, ...], tuple[str, ...]] | None


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A file before and after; `places` are (edit, start, end) of new text in `after`."""

    path: str
    lang: str
    before: bytes
    replaced: tuple[tuple[int, int], ...]
    after: bytes
    places: tuple[tuple[int, int, int], ...]


class Question(msgspec.Struct, frozen=True):
    """Where a skill fires in some files of its language; or, to `admit` it, whether it can be looked for at all."""

    skill: Sought
    files: tuple[Source, ...]
    admit: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The first place, or why there is none to be had: `bad_pattern`, `self_test`, `unevaluable`."""

    edit: int | None = None
    span: tuple[int, int] | None = None
    fault: str | None = None
    engine: str | None = None


class _UnevaluableError(Exception):
    """The file or the pattern cannot be read; the argument is the fault."""


def main() -> None:
    """Answer every question of standard input."""
    questions = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=list[Question])
    for question in questions:
        line = msgspec.json.encode(_answer(question)) + b"\n"
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def _answer(question: Question) -> Answer:
    skill = question.skill
    try:
        engine = engine_of(skill)
        if question.admit:
            return Answer(fault=_admission_fault(skill), engine=engine)
        if skill.engine != engine and (skill.examples is None or not _passes_examples(skill)):
            return Answer(fault="unevaluable")
        return _first_place(skill, question.files)
    except (_UnevaluableError, SlowParseError) as error:
        return Answer(fault=str(error) if question.admit and str(error) == "bad_pattern" else "unevaluable")


@cache
def _ast_grep() -> str:
    try:
        return f"ast-grep-py-{version('ast-grep-py')}"
    except PackageNotFoundError as error:
        raise _UnevaluableError("unevaluable") from error


def engine_of(skill: Sought) -> str:
    """What a skill of this kind and language is looked for with here."""
    if skill.kind == "ast":
        return _ast_grep()
    language = _BY_NAME.get(skill.lang or "")
    if language is None or load(language, HURRIED_MICROSECONDS) is None:
        raise _UnevaluableError("bad_pattern")
    return revision("", language, keep_imports=True)


def _admission_fault(skill: Sought) -> str | None:
    if skill.kind == "ast":
        _check_pattern(skill)
    return None if skill.examples is None or _passes_examples(skill) else "self_test"


def _passes_examples(skill: Sought) -> bool:
    if skill.examples is None:
        return False
    bad, good = skill.examples
    return all(_spans(skill, text.encode()) for text in bad) and not any(_spans(skill, text.encode()) for text in good)


def _first_place(skill: Sought, files: Sequence[Source]) -> Answer:
    places: list[tuple[int, tuple[int, int]]] = []
    come = gone = 0
    for file in files:
        spans = list(_spans(skill, file.after)) if file.places else []
        touching = [
            (edit, _within(span, place)) for span in spans for edit, *place in file.places if _meet(span, place)
        ]
        places += touching
        come += sum(any(_meet(span, place) for _, *place in file.places) for span in spans)
        if skill.mode == "introduced":
            gone += sum(any(_meet(span, old) for old in file.replaced) for span in _spans(skill, file.before))
    if not places or (skill.mode == "introduced" and come <= gone):
        return Answer()
    edit, span = min(places)
    return Answer(edit, span)


def _meet(span: Sequence[int], place: Sequence[int]) -> bool:
    return span[0] < place[1] and place[0] < span[1]


def _within(span: Sequence[int], place: Sequence[int]) -> tuple[int, int]:
    return max(span[0], place[0]) - place[0], min(span[1], place[1]) - place[0]


def _spans(skill: Sought, source: bytes) -> Sequence[tuple[int, int]]:
    """Where it matches, as bytes."""
    return _pattern_spans(skill, source) if skill.kind == "ast" else list(_token_spans(skill, source))


def _token_spans(skill: Sought, source: bytes) -> Iterator[tuple[int, int]]:
    language = _BY_NAME[skill.lang or ""]
    tokens = _tokens(source, language.name)
    wanted = [(text, text.encode()) for text in skill.marker]
    for first in range(len(tokens) - len(wanted) + 1):
        if all(_fits(tokens[first + at], *want) for at, want in enumerate(wanted)):
            yield tokens[first].start, tokens[first + len(wanted) - 1].end


@cache
def _tokens(source: bytes, lang: str) -> list[TokenText]:
    language = _BY_NAME[lang]
    grammar = load(language, HURRIED_MICROSECONDS)
    if grammar is None:
        raise _UnevaluableError("unevaluable")
    return token_texts(parse(source, language, grammar))


def _fits(token: TokenText, wanted: str, text: bytes) -> bool:
    if wanted == "$IDENT":
        return token.code == IDENTIFIER
    if wanted in {"$STR", "$NUM"}:
        return token.code == LITERAL and (token.text.lstrip(b".-")[:1] in _DIGITS) == (wanted == "$NUM")
    return token.text == text


def _pattern_spans(skill: Sought, source: bytes) -> list[tuple[int, int]]:
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise _UnevaluableError("unevaluable") from error
    ranges = [node.range() for node in _found(skill, text)]
    if text.isascii():
        return [(one.start.index, one.end.index) for one in ranges]
    return [(len(text[: one.start.index].encode()), len(text[: one.end.index].encode())) for one in ranges]


def _check_pattern(skill: Sought) -> None:
    """Whether the text of a pattern is one node, and no broken one."""
    top = _parsed(str(skill.marker), skill.lang or "").children()
    if len(top) != 1 or top[0].kind() == "ERROR":
        raise _UnevaluableError("bad_pattern")
    _found(skill, "")


def _found(skill: Sought, text: str) -> Iterable[Any]:
    try:
        found: Iterable[Any] = _parsed(text, skill.lang or "").find_all(pattern=str(skill.marker))
    except RuntimeError as error:
        raise _UnevaluableError("bad_pattern") from error
    return found


def _parsed(text: str, lang: str) -> Any:  # noqa: ANN401 - an extra, whose types need not be there
    try:
        from ast_grep_py import SgRoot  # noqa: PLC0415 - as above

        return SgRoot(text, lang).root()
    except (ImportError, RuntimeError, ValueError) as error:
        raise _UnevaluableError("bad_pattern" if not isinstance(error, ImportError) else "unevaluable") from error


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # taking the interpreter down takes longer than the answers
