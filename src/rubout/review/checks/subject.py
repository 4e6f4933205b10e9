"""What the checks look at, and how they say what they saw."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rubout.facts.plain import Plain
from rubout.review.proposal import after_edits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rubout.review.checks.tree import Surroundings
    from rubout.review.envelope import Signed
    from rubout.review.policy import Policy
    from rubout.review.proposal import EditText, Proposal
    from rubout.review.records import Spec, Stage
    from rubout.review.trust import Trust

REJECT, WARN, OBSERVE = "reject", "warn", "observe"
EFFECTS = (REJECT, WARN, OBSERVE)


class Seen(NamedTuple):
    """What a check saw: on which edit, at which bytes of its replacement; `effect` where it is not the check's own."""

    text: str
    edit: int | None = None
    span: tuple[int, int] | None = None
    effect: str | None = None


class Place(NamedTuple):
    """An edit's new text in the file after all edits of that file."""

    edit: int
    start: int
    end: int


class After(NamedTuple):
    """A file after the change; `source` is None for no file, `places` are the edits by where their text stands."""

    path: str
    before: bytes | None
    source: bytes | None
    places: tuple[Place, ...]

    def place_of(self, at: int) -> Place | None:
        """The new text that holds a byte of the file."""
        return next((place for place in self.places if place.start <= at < place.end), None)

    def seen(self, text: str, start: int, end: int) -> Seen:
        """Something at these bytes of the file, said of the edit whose text holds the first of them, else the first."""
        place = self.place_of(start)
        if place is None:
            return Seen(text, self.places[0].edit if self.places else None)
        return Seen(text, place.edit, (start - place.start, min(end, place.end) - place.start))


class Vouched(NamedTuple):
    """What stored, verified records back: skills that a refusal taught, and (skill, state) that an event brought."""

    taught: frozenset[str] = frozenset()
    events: frozenset[tuple[str, str]] = frozenset()


_NOTHING = Vouched()


class Subject(Plain, frozen=True, dict=True):
    """A change with everything that it is judged by; `trust` None leaves out what only a trust file can say.

    `lineage` are verified specs by id. `surround` measures the tree around the change; None where nobody asks about it.
    """

    op: Proposal
    spec: Signed[Spec] | None
    claimed: tuple[str, ...]
    policy: Policy
    trust: Trust | None = None
    lineage: Mapping[str, Signed[Spec]] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    vouched: Vouched = _NOTHING
    surround: Callable[[Subject], Surroundings] | None = None

    @property
    def texts(self) -> tuple[EditText, ...]:
        """The edits as text."""
        return self.op.texts

    @cached_property
    def afters(self) -> dict[str, After]:
        """Every file that the change touches, as it is afterwards."""
        return {path: self._after(path) for path in dict.fromkeys(text.path for text in self.texts)}

    @cached_property
    def surroundings(self) -> Surroundings | None:
        """The tree around the change; None when it is not asked about."""
        return None if self.surround is None else self.surround(self)

    def after(self, path: str) -> bytes | None:
        """The bytes of any file after the change."""
        found = self.afters.get(path)
        return found.source if found else self.op.base.read(path)

    def _after(self, path: str) -> After:
        before = self.op.base.read(path)
        edits = [text for text in self.texts if text.path == path]
        source, spans = after_edits(self.texts, path)
        goes = all(text.text is None for text in edits)
        places = tuple(Place(*span) for span in spans if self.texts[span[0]].text is not None)
        return After(path, before, None if goes else source, places)


class Check(NamedTuple):
    """One check; several may say what one look sees."""

    id: str
    name: str
    stage: Stage
    effect: str
    look: Callable[[Subject], Iterable[Seen]]
