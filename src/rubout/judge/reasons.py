"""What does a rule of the guard say: where, by how much, and what would pass?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.guard import Facts, Run

PLACES = 3  # that a reason names
SHELL = "shell_write"


def duplicate_write(facts: Facts, introduced: Sequence[Run]) -> str:
    """The places, in the order given, that the written file repeats."""
    named = ", ".join(_place(run, facts.files[run.file]) for run in introduced[:PLACES])
    more = f", +{len(introduced) - PLACES} more" if len(introduced) > PLACES else ""
    way = "Keep one and call it." if facts.event == SHELL else "Call it instead; to move it, delete it there first."
    return f"rubout: {shown(facts.path)} {named}{more}{_since(facts)}. {way}"


def hard_budget(facts: Facts, hard: int) -> str:
    """A file over the hard line; one that was over it before may stay as long as it was."""
    told = f"{_length(facts)}, past the hard budget of {hard}{_since(facts)}"
    return f"{told}. Split it, or write at most {max(hard, facts.before_lines)} lines."


def zone(facts: Facts, permille: int, soft: int, hard: int) -> str:
    """A file between the soft line and the hard one."""
    told = f"{_length(facts)}, {permille}/1000 into the graded zone {soft}..{hard}{_since(facts)}"
    return f'{told}; "rubout split {shown(facts.path)}" prices a seam.'


def learned_skill(facts: Facts) -> str:
    """What a reviewer has refused before."""
    told = "; ".join(shown(words) for words in facts.proven[:PLACES])
    more = f" (+{len(facts.proven) - PLACES} more)" if len(facts.proven) > PLACES else ""
    return f"rubout: {shown(facts.path)} holds what a review has refused before: {told}{more}{_since(facts)}."


def count(facts: Facts, number: int, what: str) -> str:
    """What is only counted."""
    return f"rubout: {shown(facts.path)}, {what}: {number}."


def shown(path: str) -> str:
    """The path as one line of text that any encoding takes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in path)


def _place(run: Run, file: str) -> str:
    there = f"{shown(file)}:{run.start_line}-{run.end_line}"
    return f"lines {run.own_start}-{run.own_end} duplicate {there} ({run.length} tokens)"


def _length(facts: Facts) -> str:
    if facts.event == SHELL:
        return f"rubout: {shown(facts.path)} stands at {facts.after_lines} lines"
    return f"rubout: this write leaves {shown(facts.path)} at {facts.after_lines} lines"


def _since(facts: Facts) -> str:
    return "; it changed since the last look" if facts.event == SHELL else ""
