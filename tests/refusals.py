"""What is said of facts, knobs and records that are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest

from rubout.errors import ContractError, ReviewError

if TYPE_CHECKING:
    from collections.abc import Callable

Facts = TypeVar("Facts")
Knobs = TypeVar("Knobs")
Asked = ParamSpec("Asked")


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


def review_code(ask: Callable[Asked, object], *args: Asked.args, **options: Asked.kwargs) -> str:
    """The code of a refusal in reviews."""
    with pytest.raises(ReviewError) as caught:
        ask(*args, **options)
    return caught.value.code
