"""What does it take to look for a hundred thousand learned markers in an edit?"""

from __future__ import annotations

import random
import string
from time import process_time
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bench import table
from rubout.review.firing import Firing
from rubout.review.proposal import EditText
from rubout.review.skill import ReviewSkill
from rubout.review.skills import ReviewSkills, skills_of
from rubout.review.skills_file import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = ("markers", "skills", "load s", "build s", "1 MB ms", "20 KB cold ms", "fire")
SIZES = (100, 1_000, 10_000, 100_000)
LARGE, SMALL = 1_000_000, 20_000  # bytes of an edit
ROUNDS = 5
_LETTERS = string.ascii_letters + string.digits + "_(.="
_WORDS = (
    *("self", "return", "import", "def", "class", "value", "name", "error", "result", "data", "index", "path"),
    *("config", "request", "response", "user", "item", "list", "map", "None", "True", "print", "eval", "exec", "get"),
)
_JOINTS = (".", "_", " ", "(", " = ")


T = TypeVar("T")


class Kind(NamedTuple):
    """A way to draw markers; none of them occurs by chance but those that are planted."""

    name: str
    draw: Callable[[random.Random], str]


def _ordinary(chance: random.Random) -> str:
    return "".join(chance.choices(_LETTERS, k=chance.randint(8, 40)))


def _like_code(chance: random.Random) -> str:
    """Few words in many orders, so that markers share their beginnings with each other and with the text."""
    words = chance.choice(_JOINTS).join(chance.choices(_WORDS, k=chance.randint(2, 5)))
    return f"{words}{chance.choice('( )=')}{chance.randrange(1_000)}"


KINDS = (Kind("ordinary", _ordinary), Kind("like code", _like_code))


def markers() -> str:
    """CPU time by the number of skills, in Markdown, and what most of them take beside few."""
    rows, ratios = [], []
    for kind in KINDS:
        of_kind = [measured(kind, count) for count in SIZES]
        rows += [one.row for one in of_kind]
        times = of_kind[-1].walk / of_kind[0].walk
        ratios.append(
            f"{kind.name}: {SIZES[-1] // SIZES[0]:,} times the skills take {times:.1f} times the time of 1 MB"
        )
    return "\n\n".join(("### Literal skills", "CPU time.", table.markdown(HEAD, rows), *ratios))


def skills_drawn(kind: Kind, count: int) -> ReviewSkills:
    """So many different skills."""
    chance = random.Random(count)
    markers: dict[str, None] = {}
    while len(markers) < count:
        markers[kind.draw(chance)] = None
    return ReviewSkills(ReviewSkill(marker, "quality", "it was refused before") for marker in markers)


def text_drawn(size: int, planted: list[str]) -> bytes:
    """Lines of words like code, with the planted markers among them."""
    chance = random.Random(size)
    lines: list[str] = []
    length = 0
    while length < size:
        lines.append("    " * chance.randrange(4) + chance.choice(_JOINTS).join(chance.choices(_WORDS, k=6)))
        length += len(lines[-1]) + 1
    for marker in planted:
        lines.insert(chance.randrange(len(lines)), marker)
    return "\n".join(lines).encode()[:size]


class Measured(NamedTuple):
    """A row of the table, and the seconds of a further look at a large edit."""

    row: tuple[str, ...]
    walk: float


def measured(kind: Kind, count: int) -> Measured:
    """One row: CPU time of loading, of the first look, of a further one, and of a small edit in a run of its own."""
    skills = skills_drawn(kind, count)
    planted = [str(skill.marker) for skill in skills][:10]
    source, large, small = text_of(skills).encode(), text_drawn(LARGE, planted), text_drawn(SMALL, planted[:1])
    load, loaded = _timed(lambda: skills_of(source, lasting=True))
    build, _ = _timed(lambda: loaded.firing.fired(_edit(b"none")))
    walks = [_timed(lambda: loaded.firing.fired(_edit(large))) for _ in range(ROUNDS)]
    listed = [*skills]
    once = min(_timed(lambda: Firing(listed).fired(_edit(small)))[0] for _ in range(ROUNDS))
    walk = min(seconds for seconds, _ in walks)
    fires = len(walks[0][1].hits)
    row = (kind.name, f"{count:,}", f"{load:.2f}", f"{build:.2f}", f"{walk * 1e3:.1f}", f"{once * 1e3:.1f}", str(fires))
    return Measured(row, walk)


def _edit(text: bytes) -> list[EditText]:
    return [EditText("src/a.py", b"", 0, 0, text)]


def _timed(call: Callable[[], T]) -> tuple[float, T]:
    start = process_time()
    found = call()
    return process_time() - start, found
