"""Where is a name defined, is its file alive, and where does the tree mention it?"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.gate.proof import Proof, proof
from rubout.gate.reader import reader_of
from rubout.gate.symbols import words_of
from rubout.measure.languages.all import BY_CODE
from rubout.measure.symbols.named import Named, named
from rubout.measure.symbols.words import SHORTEST, bare, is_binary, occurrences
from rubout.measure.symbols.work import named_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.gate.reader import Reader
    from rubout.gate.reference_graph import Built
    from rubout.gate.survey import Run
    from rubout.measure.sources.universe import Candidate

MOST = 20  # mentions and definitions that are shown
MOST_PROOFS = 3


class Asked(NamedTuple):
    """A name, or one definition of a file: `path` and `key`."""

    name: str
    path: str = ""
    key: str = ""


class Mention(msgspec.Struct, frozen=True, gc=False):
    """A place that says the name, outside of what defines it."""

    path: str
    line: int


class Defined(msgspec.Struct, frozen=True):
    """A definition; `liveness` says whether its file is alive, null beyond the first files of many."""

    path: str
    start_line: int
    end_line: int
    key: str
    kind: str
    liveness: Proof | None = None


class SymbolWhy(msgspec.Struct, frozen=True):
    """The answer for one name; `more` mentions, and `more_definitions`, are not listed."""

    symbol: str
    definitions: tuple[Defined, ...]
    more_definitions: int
    mentions: tuple[Mention, ...]
    more: int
    searched: int
    skipped: int


def mentions(run: Run, built: Built, asked: Asked) -> SymbolWhy | None:
    """The answer; None when nothing in the tree says the name, or the file has no definition of the key."""
    searched = words_of(run)
    files = {file.path: file for file in run.universe.everything()}
    reader = reader_of(run)
    name = asked.name
    if asked.path:
        found = [one for one in _definitions(files[asked.path], reader, "") if one.key == asked.key]
        if not found:
            return None
        name = found[0].name
    word = bare(name)
    defined: list[Defined] = []
    said: list[Mention] = []
    for path, one in sorted(searched.files.items()):
        if len(word) >= SHORTEST and word not in one.words.split("\n"):
            continue
        own = [each for each in _definitions(files[path], reader, word) if _is_asked(asked, path, each)]
        defined += [Defined(path, each.start_line, each.end_line, each.key, each.kind) for each in own]
        said += _said(path, reader(path) or b"", word, own)
    if not (defined or said):
        return None
    return SymbolWhy(
        symbol=word,
        definitions=tuple(_with_proofs(built, defined[:MOST])),
        more_definitions=max(0, len(defined) - MOST),
        mentions=tuple(said[:MOST]),
        more=max(0, len(said) - MOST),
        searched=len(searched.files),
        skipped=searched.skipped,
    )


def _definitions(file: Candidate, reader: Reader, word: str) -> list[Named]:
    """Those of a name, or all; of a file whose language has none, none."""
    source = reader(file.path)
    tree = None if source is None else named_tree(source, file.path, BY_CODE.get(file.code))
    return [] if tree is None else [one for one in named(tree) if word in ("", one.name)]


def _is_asked(asked: Asked, path: str, one: Named) -> bool:
    return not asked.path or (path == asked.path and one.key == asked.key)


def _said(path: str, source: bytes, word: str, own: list[Named]) -> Iterator[Mention]:
    """The lines that say a word outside of the definitions, each once."""
    if is_binary(source):
        return
    text = source.decode(errors="replace")
    inside = [
        (len(source[: one.start].decode(errors="replace")), len(source[: one.end].decode(errors="replace")))
        for one in own
    ]
    at, line, last = 0, 1, 0
    for place in occurrences(text, word):
        line, at = line + text.count("\n", at, place), place
        if line != last and not any(start <= place < end for start, end in inside):
            last = line
            yield Mention(path, line)


def _with_proofs(built: Built, defined: list[Defined]) -> Iterator[Defined]:
    paths = list(islice(dict.fromkeys(one.path for one in defined), MOST_PROOFS))
    proofs = {path: proof(built, path) for path in paths}
    for one in defined:
        yield msgspec.structs.replace(one, liveness=proofs.get(one.path))
