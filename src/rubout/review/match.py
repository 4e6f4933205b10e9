"""Which literal markers occur in some texts?

Formula   a marker occurs in a text when it is a run of its bytes
Bytes     a marker is UTF-8 without U+FFFD and NUL; of such a marker a search in the bytes and one in the text decoded
          with U+FFFD for bad bytes find the same places, since no character's bytes begin inside another's
Ways      one walk of an automaton over the texts; or, without the automaton, a set of the texts' windows of WINDOW
          bytes: a marker with a window that is not in it cannot occur, the others are looked for one by one, as all
          are where there is little to look for
Source    Aho and Corasick 1975; Ukkonen 1992 for the windows
"""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ahocorasick_rs import BytesAhoCorasick

WINDOW = 6  # bytes; shorter windows sift less, longer ones leave more markers to be looked for one by one
# Up to here an automaton is built in less time than a walk without one takes.
FEW_MARKERS = 2_000
PLAIN = 1 << 20  # markers times bytes that take less time to look for one by one than anything else takes to begin
SMALL_TEXT = 64 << 10  # bytes that are worth no automaton of many markers, in a run that asks once
CHUNK = 8 << 10  # bytes walked at once, so that what the automaton finds in them stays small
CROWDED = 64  # finds a byte: markers inside markers inside markers, which are better looked for one by one
_BETWEEN = b"\0"  # stands in no marker, so that none reaches from one text into the next


class Literals:
    """Markers, looked for all at once.

    Args:
        markers: none empty.
        lasting: other texts will be asked about, so that an automaton is worth its making.
    """

    def __init__(self, markers: Sequence[bytes], *, lasting: bool = False) -> None:
        self.markers = tuple(markers)
        self._lasting = lasting

    def occurring(self, texts: Iterable[bytes]) -> list[int]:
        """The numbers of the markers that occur in one text at least, ascending."""
        joined = _BETWEEN.join(texts)
        if len(self.markers) * len(joined) <= PLAIN and not self._lasting:
            return [number for number, marker in enumerate(self.markers) if marker in joined]
        if self._is_worth_building(len(joined)):
            return self.walked(joined)
        return self.sifted(joined)

    def walked(self, text: bytes) -> list[int]:
        """As `occurring`, by the automaton, which is built when it is first needed."""
        reach = max(map(len, self.markers), default=1) - 1
        found: set[int] = set()
        for start in range(0, len(text), CHUNK):
            chunk = text[start : start + CHUNK + reach]
            finds = self._automaton.find_matches_as_indexes(chunk, overlapping=True)
            if len(finds) > CROWDED * CHUNK:
                return self.sifted(text)
            found.update(number for number, _, _ in finds)
        return sorted(found)

    def sifted(self, text: bytes) -> list[int]:
        """As `occurring`, without the automaton."""
        windows = {text[at : at + WINDOW] for at in range(len(text) - WINDOW + 1)}
        # Most markers are done with at their first window, before anything is called.
        left = [
            number for number, marker in enumerate(self.markers) if marker[:WINDOW] in windows or len(marker) < WINDOW
        ]
        return [number for number in left if _may_occur(self.markers[number], windows) and self.markers[number] in text]

    def _is_worth_building(self, size: int) -> bool:
        if "_automaton" in self.__dict__:
            return True
        if not self.markers or find_spec("ahocorasick_rs") is None:
            return False
        return len(self.markers) <= FEW_MARKERS or self._lasting or size > SMALL_TEXT

    @cached_property
    def _automaton(self) -> BytesAhoCorasick:
        from ahocorasick_rs import BytesAhoCorasick  # noqa: PLC0415 - an extra; a run without it is a slower one

        return BytesAhoCorasick(self.markers)


def _may_occur(marker: bytes, windows: set[bytes]) -> bool:
    return all(marker[at : at + WINDOW] in windows for at in range(len(marker) - WINDOW + 1))
