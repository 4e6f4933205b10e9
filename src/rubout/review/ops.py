"""What does a change come to as an op?

New       a range of nothing; a file that goes is deleted; binary data and their like replace the whole file
Text      one range for each run of changed lines
Opaque    what bytes do not express: submodules, and objects that are not here
Left out  files of the record store that are records by their own name; anything else there is part of the change
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from rubout.errors import RepositoryError, ReviewError
from rubout.facts.plain import Plain
from rubout.measure.sources.git import GITLINK
from rubout.review.canonical import bytes_id
from rubout.review.edit import DeleteAnchor, Edit, FileAnchor, OpaqueAnchor, RangeAnchor, Replacement
from rubout.review.envelope import verify_any
from rubout.review.line_edits import is_binary, swaps
from rubout.review.records import EDITS_MAX, Op
from rubout.review.trees import touched
from rubout.store.records import FOLDER, record_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Literal

    from rubout.review.records import Context
    from rubout.review.trees import GitTree, Node, Touched
    from rubout.review.trust import Trust

OP_BYTES_MAX = 64 << 20  # of all replacements
_NOTHING = b""

Part = tuple[Edit, bytes | None]


class Draft(Plain, frozen=True):
    """A change that nobody has signed yet: `contents` are its replacements by SHA-256 in hex.

    `authors` are the addresses that git names, ascending.
    """

    base: GitTree
    head: GitTree
    edits: tuple[Edit, ...]
    contents: Mapping[str, bytes]
    authors: tuple[str, ...]

    @property
    def is_records_alone(self) -> bool:
        """Whether something differs, and nothing but records."""
        return not self.edits and bool(touched(self.base, self.head))

    def op(self, author: str, context: Context, intent: str, tier: Literal["L0", "L1", "L2", "L3", "human"]) -> Op:
        """The record that the holder of the key `author` signs."""
        return Op(
            author=author, claimed_authors=self.authors, context=context, edits=self.edits, intent=intent, tier=tier
        )


def draft(base: GitTree, head: GitTree, authors: tuple[str, ...], trust: Trust | None) -> Draft:
    """The difference of two trees.

    Args:
        base: what the change starts from.
        head: what it leads to.
        authors: ascending addresses.
        trust: whose records are left out; without it none are.

    Raises:
        RepositoryError: git refuses, a path has no name in a record, or the change is larger than an op may be.
    """
    changed = touched(base, head)
    base.fetch(_blobs(each.before for each in changed))
    head.fetch(_blobs(each.after for each in changed))
    kept = (each for each in changed if not _is_record(each, head, trust))
    parts = [part for each in kept for part in _parts(each, base, head)]
    size = sum(len(text) for _, text in parts if text)
    if len(parts) > EDITS_MAX or size > OP_BYTES_MAX:
        what = f"the change has {len(parts)} edits and {size} bytes"
        fix = f"review it in parts: an op has at most {EDITS_MAX} edits and {OP_BYTES_MAX >> 20} MiB"
        raise RepositoryError(what, where=base.anchor, fix=fix)
    contents = {hashlib.sha256(text).hexdigest(): text for _, text in parts if text is not None}
    return Draft(base, head, tuple(edit for edit, _ in parts), contents, authors)


def _blobs(nodes: Iterable[Node | None]) -> list[str]:
    return [node.blob for node in nodes if node and node.mode != GITLINK]


def _is_record(each: Touched, head: GitTree, trust: Trust | None) -> bool:
    """Whether a file that came is a record of somebody who is known, under its own name."""
    name = each.path.removeprefix(f"{FOLDER}/")
    if name == each.path or each.before is not None or each.after is None or trust is None:
        return False
    raw = head.read(each.path) if each.after.mode == "100644" else None
    if raw is None:
        return False
    try:
        return record_name(verify_any(raw, trust).id) == name
    except ReviewError:
        return False


def _parts(each: Touched, base: GitTree, head: GitTree) -> Iterator[Part]:
    before, after = base.read(each.path), head.read(each.path)
    prior = None if before is None else bytes_id(before)
    if (before is None) != (each.before is None) or (after is None) != (each.after is None):
        anchor = OpaqueAnchor(each.before and each.before.blob, each.after and each.after.blob)
        yield Edit(path=each.path, prior=prior, anchor=anchor, replacement=None), None
    elif after is None or each.after is None:
        yield Edit(path=each.path, prior=prior, anchor=DeleteAnchor(), replacement=None), None
    else:
        yield from _texts(each.path, before, after, _mode(each))


def _mode(each: Touched) -> Literal["100644", "100755", "120000"] | None:
    if each.after is None or (each.before and each.before.mode == each.after.mode):
        return None
    for mode in ("100644", "100755", "120000"):
        if each.after.mode == mode:
            return mode
    raise RepositoryError(f"has the mode {each.after.mode}", where=each.path, fix="give it a mode that git uses")


def _texts(
    path: str, before: bytes | None, after: bytes, mode: Literal["100644", "100755", "120000"] | None
) -> Iterator[Part]:
    """The edits of a file that is there afterwards; its mode stands on the first."""
    prior = None if before is None else bytes_id(before)
    old = before or _NOTHING
    if before is not None and (is_binary(old) or is_binary(after)) and old != after:
        yield Edit(path=path, prior=prior, anchor=FileAnchor(), replacement=_named(after), mode=mode), after
        return
    ranges = [(swap.start, swap.end, swap.text) for swap in swaps(old, after)] or [(0, 0, _NOTHING)]
    for number, (start, end, text) in enumerate(ranges):
        anchor = RangeAnchor(start, end)
        yield (
            Edit(path=path, prior=prior, anchor=anchor, replacement=_named(text), mode=None if number else mode),
            text,
        )


def _named(text: bytes) -> Replacement:
    return Replacement(hashlib.sha256(text).hexdigest(), len(text))
