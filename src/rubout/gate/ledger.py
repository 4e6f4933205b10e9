"""The record of a replay: how far it came, and what a person says of each refusal.

A text file, so that a person can fill it in with an editor and a repository can keep it:

    # through 9f3c…
    # events 487
    ? | 1a2b3c4d5e6f | duplicate_write | b.py | 4-31 = util.py:1-20 (128 tokens) | why

The verdict before the first bar is `true` (rightly refused), `false` or `?`; behind the last bar stands a sentence.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rubout.errors import UsageError
from rubout.judge.gates import excluded

TRUE, FALSE, OPEN = VERDICTS = ("true", "false", "?")
HEAD = """\
# What the guard would have refused at tier deny, one line a rule that refused (rubout replay).
# Put true (it should not have been written), false or ? before the first bar, a sentence behind the last one.
"""
_COLUMNS = 6
_BAR = re.compile(r"(?<!\\)\|")


class Refusal(NamedTuple):
    """A rule that would have refused a write: what a person says of that, then what it was."""

    verdict: str
    commit: str
    rule: str
    path: str
    places: str
    why: str = ""


class Ledger(NamedTuple):
    """A replay from the commit after `start` ("" for the first of all) to `through`, by these rules."""

    repository: str
    rules: str
    start: str
    through: str
    commits: int
    events: int
    refusals: tuple[Refusal, ...]

    def of(self, rule: str = "") -> tuple[Refusal, ...]:
        """The refusals by one rule, or by any."""
        return tuple(refusal for refusal in self.refusals if rule in ("", refusal.rule))

    def false(self, rule: str = "") -> int:
        """The writes with a refusal that counts as false: one of those too that nobody has looked at."""
        return len({(each.commit, each.path) for each in self.of(rule) if each.verdict != TRUE})


def bound(events: int, false: int) -> int | None:
    """The smallest k such that k false refusals in 500 are excluded at 95 %; None when no rate is."""
    return excluded(events, false) if events else None


def write_ledger(ledger: Ledger) -> str:
    """The text of the file; `read_ledger` reads the same back."""
    keys = (f"# {name} {getattr(ledger, name)}".rstrip() + "\n" for name in Ledger._fields[:-1])
    return HEAD + "".join(keys) + "".join(map(line_of, ledger.refusals))


def line_of(refusal: Refusal) -> str:
    """One line of the file."""
    *columns, why = refusal
    return " | ".join([*map(_escaped, columns), why]).rstrip() + "\n"


def read_ledger(text: str, name: str) -> Ledger:
    """A file's content; `name` says in errors which.

    Raises:
        UsageError: it is no record of a replay, or a line cannot be read.
    """
    keys: dict[str, str] = {}
    refusals = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#"):
            key, _, value = line.removeprefix("#").strip().partition(" ")
            keys[key] = value
        elif line.strip():
            refusals.append(_refusal(line, f"{name}:{number}"))
    try:
        return Ledger(
            repository=keys["repository"],
            rules=keys["rules"],
            start=keys["start"],
            through=keys["through"],
            commits=int(keys["commits"]),
            events=int(keys["events"]),
            refusals=tuple(refusals),
        )
    except (KeyError, ValueError) as error:
        raise UsageError(
            f"no record of a replay: {error}", where=name, fix="give a file that `rubout replay` has written"
        ) from error


def _refusal(line: str, where: str) -> Refusal:
    columns = [column.strip() for column in _BAR.split(line, maxsplit=_COLUMNS - 1)]
    if columns[0] not in VERDICTS:
        raise UsageError(f"verdict `{columns[0]}`", where=where, fix="put true, false or ? before the first bar")
    if len(columns) < _COLUMNS - 1:
        fix = "write VERDICT | COMMIT | RULE | PATH | PLACES | SENTENCE"
        raise UsageError(f"{len(columns)} columns", where=where, fix=fix)
    verdict, commit, rule, path, places = map(_plain, columns[: _COLUMNS - 1])
    return Refusal(verdict, commit, rule, path, places, "".join(columns[_COLUMNS - 1 :]))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
