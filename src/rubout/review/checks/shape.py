"""Is a change well formed, and does it start from what is there?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.sources.content import is_decodable
from rubout.review.canonical import bytes_id
from rubout.review.checks.subject import REJECT, WARN, Seen
from rubout.review.edit import DeleteAnchor, OpaqueAnchor, RangeAnchor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.review.checks.subject import Subject
    from rubout.review.edit import Edit
    from rubout.review.proposal import EditText

# The two highest bits of a byte of UTF-8 that goes on with a character.
_TOP_BITS, _CONTINUES = 0xC0, 0x80


def empty_op(subject: Subject) -> Iterator[Seen]:
    """No edits."""
    if not subject.op.op.edits:
        yield Seen("the op changes nothing: it has no edit")


def noop_edit(subject: Subject) -> Iterator[Seen]:
    """A replacement that is what it replaces, with the mode that is there."""
    pairs = list(zip(subject.op.op.edits, subject.texts, strict=True))
    idle = [number for number, (edit, text) in enumerate(pairs) if _is_idle(subject, edit, text)]
    effect = REJECT if len(idle) == len(pairs) else WARN
    for number in idle:
        yield Seen(f"the edit of {pairs[number][0].path} changes nothing", number, effect=effect)


def _is_idle(subject: Subject, edit: Edit, text: EditText) -> bool:
    if edit.replacement is None or text.text != text.replaced:
        return False
    there = subject.op.base.mode(edit.path)
    return there is not None and edit.mode in (None, there)


def stale_prior(subject: Subject) -> Iterator[Seen]:
    """A prior that is not what the base holds."""
    names: dict[str, str | None] = {}
    for number, edit in enumerate(subject.op.op.edits):
        if edit.path not in names:
            there = subject.op.base.read(edit.path)
            names[edit.path] = None if there is None else bytes_id(there)
        if edit.prior != names[edit.path] and not isinstance(edit.anchor, OpaqueAnchor):
            yield Seen(f"{edit.path} is not what the op starts from", number)


def anchor_range(subject: Subject) -> Iterator[Seen]:
    """A range that is none, or not of this file, or a file to delete that is not there."""
    for number, (edit, text) in enumerate(zip(subject.op.op.edits, subject.texts, strict=True)):
        if text.start > text.end:
            yield Seen(f"the edit of {edit.path} ends before it starts", number)
        elif text.end > len(text.before):
            yield Seen(f"the edit of {edit.path} reaches beyond byte {len(text.before)}, its last", number)
        elif isinstance(edit.anchor, DeleteAnchor) and subject.op.base.read(edit.path) is None:
            yield Seen(f"{edit.path} is to go and is not there", number)


def anchor_codepoint(subject: Subject) -> Iterator[Seen]:
    """A range that cuts a character of a UTF-8 file."""
    utf8: dict[str, bool] = {}
    for number, text in enumerate(subject.texts):
        if text.path not in utf8:
            utf8[text.path] = is_decodable(text.before)
        if utf8[text.path] and any(_is_inside(text.before, at) for at in (text.start, text.end)):
            yield Seen(f"the edit of {text.path} cuts a character in two", number)


def _is_inside(source: bytes, at: int) -> bool:
    return at < len(source) and source[at] & _TOP_BITS == _CONTINUES


def overlap(subject: Subject) -> Iterator[Seen]:
    """Two edits of one file whose order would matter."""
    by_path: dict[str, list[int]] = {}
    for number, edit in enumerate(subject.op.op.edits):
        by_path.setdefault(edit.path, []).append(number)
    for path, numbers in by_path.items():
        edits = [subject.op.op.edits[number] for number in numbers]
        if len(edits) > 1 and not all(isinstance(edit.anchor, RangeAnchor) for edit in edits):
            yield Seen(f"an edit of the whole of {path} stands beside others", numbers[-1])
            continue
        yield from _overlapping(path, sorted(numbers, key=lambda number: _range(subject, number)), subject)


def _overlapping(path: str, numbers: list[int], subject: Subject) -> Iterator[Seen]:
    reach, last = 0, (-1, -1)
    for number in numbers:
        start, end = _range(subject, number)
        if start < reach or (start, end) == last:
            yield Seen(f"two edits of {path} overlap at byte {start}", number)
        reach, last = max(reach, end), (start, end)


def _range(subject: Subject, number: int) -> tuple[int, int]:
    text = subject.texts[number]
    return text.start, text.end


def opaque_change(subject: Subject) -> Iterator[Seen]:
    """What bytes cannot express."""
    for number, edit in enumerate(subject.op.op.edits):
        if isinstance(edit.anchor, OpaqueAnchor):
            yield Seen(f"{edit.path} changes in a way that no text shows", number)
