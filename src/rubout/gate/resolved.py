"""What became of every site of a tree: from the index where nothing that an answer depends on has changed.

An answer depends on the file's own bytes, on which paths there are, on the surfaces of the other files, and on the
manifests that the ladders read. When all but the first are as they were, only files with other bytes are resolved.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from rubout.gate.remembered import program
from rubout.measure.graph import answers_of
from rubout.measure.resolve.world import Answer
from rubout.store.index import Row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.gate.reader import Reader
    from rubout.gate.references import Referenced
    from rubout.gate.survey import Run
    from rubout.measure.graph import Ladders
    from rubout.measure.resolve.world import World

# One row of the index holds all of it, under a key that no content has; another one what was last judged of a commit.
_KEY = ("edges", "edges-1")
_COMMIT_KEY = ("edges", "edges-1/commit")


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """The answers of a run, by path and with the id of the file's bytes.

    `manifests`: ids of what the ladders read, "" where there was nothing; `problems`: why some could not be used.
    """

    tree: bytes
    manifests: dict[str, str]
    problems: dict[str, str]
    answers: dict[str, tuple[str, tuple[Answer, ...]]]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Kept)


def resolved(
    run: Run, world: World, referenced: Referenced, reader: Reader, ladders: Ladders
) -> Mapping[str, tuple[Answer, ...]]:
    """The answers of every file in scope, in order of the sites."""
    tree = _tree_key(world, referenced)
    key = _KEY if run.request.objects is None else _COMMIT_KEY
    with run.opened() as index:
        row = index.row(*key)
        kept = _kept(row, tree, reader) if row else None
        known = kept.answers if kept else {}
        world.problems.update(kept.problems if kept else {})
        held = {path: known[path][1] for path in world.scope if _is_held(known, path, referenced)}
        missing = [path for path in world.scope if path not in held]
        if not missing:
            return held
        found = answers_of(world, ladders, missing)
        answers = {path: held[path] if path in held else found[path] for path in world.scope}
        manifests = (kept.manifests if kept else {}) | reader.consulted()
        rows = {path: (referenced.blobs[path], own) for path, own in answers.items()}
        index.put(*key, Row(b"", _ENCODER.encode(Kept(tree, manifests, world.problems, rows))))
        index.save({}, whole=False)
    return answers


def _is_held(known: Mapping[str, tuple[str, tuple[Answer, ...]]], path: str, referenced: Referenced) -> bool:
    return path in known and known[path][0] == referenced.blobs[path]


def _kept(row: Row, tree: bytes, reader: Reader) -> Kept | None:
    """What the index holds, if it is of this tree and the manifests are as they were."""
    try:
        kept = _DECODER.decode(row.tokens)
    except msgspec.DecodeError:
        return None
    if kept.tree != tree:
        return None
    return kept if all(reader.blob(path) == blob for path, blob in kept.manifests.items()) else None


def _tree_key(world: World, referenced: Referenced) -> bytes:
    """Everything that an answer depends on besides the file itself and the manifests."""
    digest = blake2b(repr((program(), world.source_roots)).encode(), digest_size=16)
    for path in sorted(world.walked):
        digest.update(path.encode("utf-8", "surrogateescape") + b"\0")
        if path in world.scope:
            digest.update(world.languages[path].encode() + referenced.files[path].surface)
    return digest.digest()
