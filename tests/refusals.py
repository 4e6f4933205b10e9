"""What a judge says of facts or knobs that it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from rubout.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Callable

Facts = TypeVar("Facts")
Knobs = TypeVar("Knobs")


def refusal(judge: Callable[[Facts, Knobs], object], facts: Facts, knobs: Knobs) -> tuple[str, str]:
    """Where the first thing is that is wrong, and what it is."""
    with pytest.raises(ContractError) as caught:
        judge(facts, knobs)
    return caught.value.where, caught.value.what


def refused_knob(
    judge: Callable[[Facts, Knobs], object],
    check_knobs: Callable[[Knobs], list[tuple[str, str]]],
    facts: Facts,
    knobs: Knobs,
) -> tuple[str, str]:
    """The one knob that is out of bounds, and what is wrong with it, which the judge refuses, too."""
    ((name, what),) = check_knobs(knobs)
    where, said = refusal(judge, facts, knobs)
    assert (where.partition(" ")[2], said) == (f"knobs.{name}", what)
    return name, what
