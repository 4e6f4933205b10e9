"""What does a change do to the tree around it? The families that judge trees, asked about what the change brings.

Tree      that of the base with every edited file as it is afterwards: files of the languages that the change edits,
          without what is built in or configured to be left out
Introduced  more than before: of copies in the guard's sense, of the others by counting before and after
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rubout.config.knobs import guard_knobs
from rubout.config.settings import config_of, settings_in
from rubout.facts.pending import Outlook
from rubout.facts.survey import Survey
from rubout.gate.guard import write_facts
from rubout.gate.held import Held
from rubout.gate.resemblance import Resemblance, counted
from rubout.gate.surveyed import Surveyed
from rubout.gate.told_text import text_told
from rubout.judge.edits import judge as judge_edits
from rubout.judge.guard import judge
from rubout.measure.docs.work import DOCUMENTS
from rubout.measure.edits import edit_facts
from rubout.measure.entries.globs import matcher
from rubout.measure.languages.table import Scope
from rubout.measure.notebook import is_notebook
from rubout.measure.parts import TREES
from rubout.measure.sources.anchor import CONFIG
from rubout.measure.sources.ignore import builtin_glob
from rubout.review.checks.code import language_of
from rubout.review.checks.subject import WARN, Seen
from rubout.review.policy import SHARED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.config.records import Config
    from rubout.facts.guard import Facts
    from rubout.gate.resemblance import Counts
    from rubout.review.checks.subject import After, Subject

SMALL_TEXT = 100  # bytes of new text that can repeat nothing


class Surroundings:
    """The tree after a change, measured when it is first asked about."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.changed = [after for after in subject.afters.values() if self._is_judged(after.path)]
        large = [text for text in subject.texts if text.text and self._is_judged(text.path)]
        self.is_small = sum(len(text.text or b"") for text in large) < SMALL_TEXT

    @cached_property
    def config(self) -> Config:
        """That of the base."""
        read = self._subject.op.base.read
        return config_of(settings_in(read(CONFIG), read(SHARED)))

    @cached_property
    def sources(self) -> Mapping[str, bytes]:
        """The bytes of every file of the tree, as it is afterwards."""
        languages = {language_of(after.path) for after in self.changed}
        excluded = matcher(self.config.exclude)
        paths = [
            path
            for path in self._subject.op.base.paths()
            if language_of(path) in languages and not _is_built_in(path) and not excluded(path)
        ]
        sources = dict(self._subject.op.base.read_many(paths))
        for after in self.changed:
            sources.pop(after.path, None)
            if after.source is not None:
                sources[after.path] = after.source
        return dict(sorted(sources.items()))

    @cached_property
    def held(self) -> Held:
        """The token streams of the tree."""
        held = Held()
        for path, source in self.sources.items():
            held.put_source(path, source, keep_imports=self.config.clones.keep_imports)
        return held

    @cached_property
    def resemblance(self) -> Resemblance:
        """The units and the documentation of the tree; empty until it is told of the files."""
        nothing = Survey(files=(), excluded={})
        return Resemblance(Surveyed(nothing, (), {TREES.name: (), DOCUMENTS.name: ()}))

    @cached_property
    def gains(self) -> dict[str, Counts]:
        """By path how many pairs of alike units and texts come in."""
        untold: dict[str, bytes | None] = dict(self.sources)
        found = {}
        for after in self.changed:
            look = outlook(after)
            if look is None:
                continue
            now = counted(self.resemblance.counting(look, untold), lambda: True)
            untold = {}
            former = Outlook(look.path, None, look.before or "", notebook=look.notebook)
            then = counted(self.resemblance.counting(former, {}), lambda: True)
            if now and then:
                found[after.path] = now._replace(
                    near_miss=now.near_miss - then.near_miss, docdup=now.docdup - then.docdup
                )
        return found

    def _is_judged(self, path: str) -> bool:
        language = language_of(path)
        return language is not None and language.scope is Scope.JUDGED and not _is_built_in(path)


def _is_built_in(path: str) -> bool:
    *folders, name = path.split("/")
    return bool(builtin_glob(name, folder=False)) or any(builtin_glob(part, folder=True) for part in folders)


def outlook(after: After) -> Outlook | None:
    """A file as the guard is told of it; None for no file, and for a notebook that is none."""
    text = text_told(after.path, after.source)
    return (
        None
        if text is None
        else Outlook(after.path, text_told(after.path, after.before), text, notebook=is_notebook(after.path))
    )


def duplicate_write(subject: Subject) -> Iterator[Seen]:
    """New code that stands elsewhere already."""
    around = subject.surroundings
    if around is None or around.is_small:
        return
    knobs = guard_knobs(around.config)
    for after in around.changed:
        look = outlook(after)
        facts = write_facts(around.held, look, knobs, keep_imports=around.config.clones.keep_imports) if look else None
        if facts is None:
            continue
        for index in judge(facts, knobs).introduced:
            yield _copy(after, facts, index, knobs.strong_tokens)


def _copy(after: After, facts: Facts, index: int, strong: int) -> Seen:
    run = facts.after[index]
    place = f"{facts.files[run.file]}:{run.start_line}-{run.end_line}"
    words = f"lines {run.own_start}-{run.own_end} of {after.path} repeat {place} ({run.length} tokens)"
    seen = _at_lines(after, words, run.own_start, run.own_end)
    return seen if run.fresh >= strong else seen._replace(effect=WARN)


def _at_lines(after: After, words: str, first: int, last: int) -> Seen:
    lines = (after.source or b"").splitlines(keepends=True)
    start = sum(map(len, lines[: first - 1]))
    end = start + sum(map(len, lines[first - 1 : last]))
    fresh = next((place for place in after.places if place.start < end and start < place.end), None)
    return after.seen(words, max(start, fresh.start) if fresh else start, end)


def near_clone(subject: Subject) -> Iterator[Seen]:
    """New code that is nearly what stands elsewhere."""
    yield from _gained(subject, "near_miss", "units that are nearly alike")


def doc_duplicate(subject: Subject) -> Iterator[Seen]:
    """New documentation that stands elsewhere already."""
    yield from _gained(subject, "docdup", "texts that stand elsewhere")


def _gained(subject: Subject, name: str, what: str) -> Iterator[Seen]:
    around = subject.surroundings
    if around is None or around.is_small:
        return
    for after in around.changed:
        gain = getattr(around.gains.get(after.path), name, 0)
        if gain > 0:
            yield Seen(f"{after.path} brings {gain} pairs of {what}", after.places[0].edit if after.places else None)


def stacked_update(subject: Subject) -> Iterator[Seen]:
    """A second copy of a unit beside the first, where one was to be changed."""
    around = subject.surroundings
    if around is None or around.is_small:
        return
    sides = [
        (
            after.path if after.before is not None else None,
            after.before,
            after.path if after.source is not None else None,
            after.source,
        )
        for after in around.changed
    ]
    facts = edit_facts(sides, jobs=1)
    for suspicion in judge_edits(facts).suspicions:
        path = facts.pairs[suspicion.pair].after_path or ""
        first, last = suspicion.spans[suspicion.copy]
        words = f"lines {first}-{last} of {path} look like a second `{facts.keys[suspicion.key]}` instead of a change"
        yield _at_lines(subject.afters[path], words, first, last)
