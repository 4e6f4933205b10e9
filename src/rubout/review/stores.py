"""Where do records come from, and where do they go?

Tree      files of the project, `rubout-review/records/`, which a change brings along
Ref       the same files on a ref of their own, which only CI writes; an author who cannot push there cannot drop a
          record
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubout.errors import RepositoryError
from rubout.measure.sources import changes, git
from rubout.review.ask_git import ask, begin_telling_apart
from rubout.review.trees import GitTree
from rubout.store.records import FOLDER, Stored, add_record, read_records, record_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rubout.review.envelope import Signed

REF = "refs/rubout/records"
_REGULAR = ("100644", "100755")


def stored_in(anchor: str, places: Sequence[str], store: str) -> Iterator[Stored]:
    """The files of every place, a folder or a revision of git's; without places, those of the project's own store.

    Raises:
        RepositoryError: a place is neither.
        StoreError: a folder cannot be read.
    """
    if not places:
        yield from stored_at(anchor, REF) if store == "ref" else read_records(str(Path(anchor, FOLDER)))
    for place in places:
        if Path(place).is_dir():
            inner = Path(place, FOLDER)
            yield from read_records(str(inner) if inner.is_dir() else place)
        else:
            yield from stored_at(anchor, place)


def stored_at(anchor: str, revision: str) -> Iterator[Stored]:
    """The records that a revision of git's holds; of the ref that nobody has written yet, none.

    Raises:
        RepositoryError: there is no such revision, or it may be two.
    """
    if revision == REF and not has_ref(anchor):
        return
    begin_telling_apart(anchor, revision)()
    tree = GitTree(anchor, changes.commit_id(anchor, revision))
    records = (path for path in tree.paths() if path.startswith(f"{FOLDER}/"))
    found = {path: node for path in records if (node := tree.node(path))}
    tree.fetch(node.blob for node in found.values())
    for path, node in found.items():
        yield Stored(path.removeprefix(f"{FOLDER}/"), tree.object(node.blob) if node.mode in _REGULAR else None)


def has_ref(anchor: str) -> bool:
    """Whether the ref of the records is there."""
    return bool(ask(anchor, "for-each-ref", "--format=%(objectname)", REF))


def keep(anchor: str, store: str, signed: Iterable[Signed[Any]], *, seconds: int = 0) -> list[str]:
    """Add records to the project's store, in the order given; the ids of those that were not there.

    Args:
        anchor: the project's root.
        store: `tree` or `ref`.
        signed: the records.
        seconds: the time of the commit on the ref, in Unix seconds.

    Raises:
        StoreError: the disk refuses.
        RepositoryError: git refuses, or somebody else wrote to the ref meanwhile.
    """
    if store == "ref":
        return _keep_on_ref(anchor, list(signed), seconds)
    folder = str(Path(anchor, FOLDER))
    return [each.id for each in signed if add_record(folder, each.id, each.raw)]


def _keep_on_ref(anchor: str, signed: Sequence[Signed[Any]], seconds: int) -> list[str]:
    present = {stored.name for stored in stored_at(anchor, REF)}
    fresh = {each.id: each for each in signed if record_name(each.id) not in present}
    if fresh:
        _import(anchor, b"".join(_script(fresh.values(), seconds, follows=has_ref(anchor))))
    return list(fresh)


def _script(signed: Iterable[Signed[Any]], seconds: int, *, follows: bool) -> Iterator[bytes]:
    """What `git fast-import` is told: one commit that adds files to those of the ref."""
    yield b"commit %b\ncommitter rubout <rubout@localhost> %d +0000\n" % (REF.encode(), seconds)
    yield b"data 11\nadd records\n"
    if follows:
        yield b"from %b^0\n" % REF.encode()
    for each in signed:
        path = f"{FOLDER}/{record_name(each.id)}".encode()
        yield b"M 100644 inline %b\ndata %d\n%b\n" % (path, len(each.raw), each.raw)


def _import(anchor: str, script: bytes) -> None:
    import subprocess  # noqa: PLC0415 - most stores are files

    command = ("git", "-C", anchor, "fast-import", "--quiet", "--date-format=raw")
    # fast-import refuses a ref that has moved on since it was read.
    ran = subprocess.run(command, input=script, capture_output=True, env=git.environment(), check=False)  # noqa: S603
    if ran.returncode:
        raise RepositoryError(
            f"the records were not written to {REF}: {ran.stderr.decode('utf-8', 'replace').strip()[:300]}",
            where=anchor,
            fix="fetch the ref and run this again",
        )


def first_trust(anchor: str, revision: str, path: str) -> bytes | None:
    """The bytes that a file came with, in the history of a revision; None when it never came.

    Raises:
        RepositoryError: there is no such revision, or the clone is shallow.
    """
    from rubout.measure.sources import history  # noqa: PLC0415 - most trust files are the ones that are pinned

    commit = changes.commit_id(anchor, revision)
    if history.is_shallow(anchor):  # where everything seems to have come with the last commit that is here
        what = f"where {path} came from is not in this clone"
        raise RepositoryError(what, where=anchor, fix="fetch it: `git fetch --unshallow`")
    shown = ("--diff-filter=A", "--no-renames", "--no-show-signature", "--format=%H")
    words = ("log", "--first-parent", *shown, commit, "--", path)
    commits = ask(anchor, *words).decode("ascii").split()
    return GitTree(anchor, commits[-1]).read(path) if commits else None
