"""A chunk of files whose words are read in one worker process."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from rubout.facts.symbols import FileWords
from rubout.measure.contents import Contents
from rubout.measure.extract import revision
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import load
from rubout.measure.pool import uncollected
from rubout.measure.sites.read import Part, part_of
from rubout.measure.sources.content import content_rule
from rubout.measure.symbols.definitions import definitions, types
from rubout.measure.symbols.rules import RULES
from rubout.measure.symbols.words import is_binary, is_kept, occurrences, stems, words
from rubout.measure.tree import SlowParseError, parse
from rubout.measure.work import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.facts.symbols import Definition
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree
    from rubout.measure.work import Job

# Raise it whenever a rule of words or definitions changes: old rows of the index are then missed.
REVISION = "words-2"
PLAIN = "text"  # the facts of files without a language
_ENCODER = msgspec.msgpack.Encoder()


def words_revision(facts_revision: str) -> str:
    """Names the rules that made a file's words, where `facts_revision` names those of its facts."""
    return f"{facts_revision}/{REVISION}"


def facts_revision_of(path: str, code: int) -> str:
    """Names the rules that make the facts of a file, by the code of its language."""
    language = BY_CODE.get(code)
    return revision(path, language, keep_imports=False) if language else PLAIN


def read_chunk(jobs: Sequence[Job], *, anchor: str) -> bytes:
    """Read the words of files; an answer's `tokens` hold them, encoded, and its `blob` says of which bytes."""
    with uncollected():
        contents = Contents(anchor, jobs)
        return _ENCODER.encode([read_bytes(job, contents, partial(_read, job=job)) for job in jobs])


def file_words(source: bytes, path: str, language: Language | None) -> FileWords:
    """What a file mentions and, where a rule reads its language, what it alone mentions of its own."""
    if is_binary(source):
        return FileWords(binary=True)
    text = source.decode(errors="replace")
    every = words(text)
    found = set(every)
    kept = FileWords("\n".join(sorted(filter(is_kept, found))), tuple(sorted(stems(text, found))))
    tree = named_tree(source, path, language)
    if tree is None:
        return kept
    return msgspec.structs.replace(kept, types=types(tree), lonely=tuple(_lonely(tree, Counter(every))))


def _read(source: bytes, *, job: Job) -> bytes:
    return _ENCODER.encode(file_words(source, job.path, BY_CODE.get(job.language)))


def named_tree(source: bytes, path: str, language: Language | None) -> FlatTree | None:
    """The tree of a file whose definitions are known; None for every other file."""
    if language is None or language.name not in RULES or part_of(path, language.name) is not Part.NODE:
        return None
    grammar = None if content_rule(source, language) else load(language)
    if grammar is None:
        return None
    try:
        return parse(source, language, grammar)
    except SlowParseError:  # what it mentions still counts
        return None


def _lonely(tree: FlatTree, counts: Counter[str]) -> Iterator[Definition]:
    """The definitions that have every mention of their name in the file, whose words these are, within themselves."""
    for span in definitions(tree):
        inside = _mentions(tree.source[span.start : span.end], span.definition.name)
        if counts[span.definition.name] == inside:
            yield msgspec.structs.replace(span.definition, mentions=inside)


def _mentions(source: bytes, name: str) -> int:
    return sum(1 for _ in occurrences(source.decode(errors="replace"), name))
