"""What `rubout doctor` says of reviews: which extras are there and what they are for, and who reads for meaning."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple

from rubout.cli.doctor_line import Line, State
from rubout.config.read import read_config
from rubout.errors import ConfigError
from rubout.review.semantic.providers import provider_of
from rubout.review.trust import PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from rubout.config.records import Semantic


class Extra(NamedTuple):
    """A distribution that an extra of the package brings, and what is amiss without it."""

    extra: str
    distribution: str
    without: str


EXTRAS = (
    Extra("ast", "ast-grep-py", "learned rejections of the kind `ast` fire nowhere"),
    Extra("review", "ahocorasick-rs", "where there are many learned rejections, looking for them takes longer"),
    Extra("review", "pynacl", "`rubout review` neither signs nor checks what was signed"),
)


def review_lines(anchor: Path, version_of: Callable[[str], str | None]) -> Iterator[Line]:
    """A line for each thing; what is missing is a warning where the project has reviews, and a hint elsewhere."""
    missing = [extra for extra in EXTRAS if version_of(extra.distribution) is None]
    state = State.WARNING if (anchor / PATH).parent.exists() else State.FINE
    for extra in missing:
        fix = f"\n    fix: pip install 'rubout[{extra.extra}]'"
        yield Line(state, "extra", f"{extra.distribution} is not installed: {extra.without}{fix}")
    yield Line(State.FINE, "extras", f"{len(EXTRAS) - len(missing)} of {len(EXTRAS)} installed")
    yield from _model(anchor)


def _model(anchor: Path) -> Iterator[Line]:
    """Who reads for meaning; nothing where the configuration's own line tells that it cannot be read."""
    try:
        knobs = read_config(anchor).review.semantic
    except ConfigError:
        return
    if knobs.provider == "none":
        what = "none: what has to be read for meaning is left to people; `[review.semantic] provider` names one"
        yield Line(State.FINE, "model", what)
        return
    try:
        provider = provider_of(knobs)
    except ConfigError as error:
        yield Line(State.WARNING, "model", str(error))
        return
    yield _reached(knobs, f"{provider.model}, by {provider.name}")


def _reached(knobs: Semantic, what: str) -> Line:
    """Whether the program of a provider is there; a service is not called."""
    if knobs.provider == "command" and shutil.which(knobs.command[0]) is None:
        fix = "\n    fix: give the program's place in `[review.semantic] command`"
        return Line(State.WARNING, "model", f"{what}: `{knobs.command[0]}` is not there{fix}")
    return Line(State.FINE, "model", what)
