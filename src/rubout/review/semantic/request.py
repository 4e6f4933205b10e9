"""What is a model asked about a change?

Text of the change is data: in the prompt it stands between fences made from a nonce that it cannot know.
Split     edits go into chunks of at most CHUNK_BYTES, each edit into one; one that is larger alone is not asked about
Around    at most AROUND_LINES lines and AROUND_BYTES bytes on each side of an edit
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rubout.measure.languages.all import BY_CODE
from rubout.measure.sources.extensions import language_code
from rubout.review.records import FINDINGS_MAX, QUOTE_MAX, Clause, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rubout.review.proposal import EditText

SCHEMA = "rubout.review-request/1"
REPLY_SCHEMA = "rubout.review-reply/1"

NONCE_BYTES = 16
CHUNK_BYTES = 120_000
AROUND_LINES = 40
AROUND_BYTES = 4_000
INDUCED_MAX = 8
TEXT_CHARS = 2_000
REPLY_MAX = 1 << 20  # bytes
TOKENS_OUT = 8_000  # of one op


class TooLargeError(Exception):
    """One edit alone is more than a request may hold."""


class Around(msgspec.Struct, frozen=True):
    """The lines right above and right below an edit, which it does not change."""

    above: str = ""
    below: str = ""


class AskedEdit(msgspec.Struct, frozen=True):
    """One edit as text, bytes that are no UTF-8 as U+FFFD; `after` is None for a file that goes."""

    index: int
    path: str
    before: str
    after: str | None
    around: Around = Around()
    lang: str | None = None

    @property
    def size(self) -> int:
        """The bytes that it takes of a chunk."""
        return sum(len(text.encode()) for text in self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """Everything in it that the author wrote."""
        return (self.path, self.before, self.after or "", self.around.above, self.around.below)


class Note(msgspec.Struct, frozen=True):
    """What a structural check warns of, told to the model as a fact."""

    check: str
    edit: int | None
    text: str


class Limits(msgspec.Struct, frozen=True):
    """What a reply may hold."""

    findings: int = FINDINGS_MAX
    induced: int = INDUCED_MAX
    quote_chars: int = QUOTE_MAX
    text_chars: int = TEXT_CHARS
    reply_bytes: int = REPLY_MAX
    tokens_out: int = TOKENS_OUT


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One question; without clauses the stage of compliance is not asked about."""

    schema: str = SCHEMA
    nonce: str
    op_id: str
    intent: str
    clauses: tuple[Clause, ...]
    edits: tuple[AskedEdit, ...]
    notes: tuple[Note, ...] = ()
    limits: Limits = Limits()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that a reply has to judge."""
        return tuple(Stage) if self.clauses else (Stage.QUALITY,)


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be judged, before it is cut into questions."""

    op_id: str
    intent: str
    clauses: tuple[Clause, ...]
    edits: tuple[AskedEdit, ...]
    notes: tuple[Note, ...] = ()


def asked_edit(index: int, edit: EditText) -> AskedEdit:
    """An edit as it is shown."""
    code = language_code(edit.path)
    return AskedEdit(
        index,
        edit.path,
        _text(edit.replaced),
        None if edit.text is None else _text(edit.text),
        Around(_text(_last_lines(edit.before[: edit.start])), _text(_first_lines(edit.before[edit.end :]))),
        BY_CODE[code].name if code in BY_CODE else None,
    )


def chunks(edits: Iterable[AskedEdit]) -> list[tuple[AskedEdit, ...]]:
    """The edits in their order, as few to a chunk as it takes; an op without edits is one empty chunk.

    Raises:
        TooLargeError: a single edit is over the limit.
    """
    full: list[tuple[AskedEdit, ...]] = []
    chunk: list[AskedEdit] = []
    room = CHUNK_BYTES
    for edit in edits:
        if edit.size > CHUNK_BYTES:
            raise TooLargeError(edit.path)
        if edit.size > room:
            full.append(tuple(chunk))
            chunk, room = [], CHUNK_BYTES
        chunk.append(edit)
        room -= edit.size
    return [*full, tuple(chunk)]


def question(subject: Subject, edits: Sequence[AskedEdit], draw: Callable[[], str]) -> Request:
    """The request for one chunk, with a nonce from `draw` that stands in none of its texts."""
    indexes = {edit.index for edit in edits}
    notes = tuple(note for note in subject.notes if note.edit is None or note.edit in indexes)
    texts = [subject.intent, *(clause.text for clause in subject.clauses), *(note.text for note in notes)]
    texts += [text for edit in edits for text in edit.texts]
    nonce = draw()
    while any(nonce in text for text in texts):
        nonce = draw()
    return Request(
        nonce=nonce,
        op_id=subject.op_id,
        intent=subject.intent,
        clauses=subject.clauses,
        edits=tuple(edits),
        notes=notes,
    )


def encoded(request: Request) -> bytes:
    """The request as JSON, the same bytes for the same request."""
    return _encode(request)


_encode = msgspec.json.Encoder(order="sorted").encode


def _text(source: bytes) -> str:
    return source.decode("utf-8", "replace")


def _last_lines(source: bytes) -> bytes:
    return b"".join(reversed(list(_fitting(reversed(source[-AROUND_BYTES:].splitlines(keepends=True))))))


def _first_lines(source: bytes) -> bytes:
    return b"".join(_fitting(source[:AROUND_BYTES].splitlines(keepends=True)))


def _fitting(lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number == AROUND_LINES:
            return
        yield line
