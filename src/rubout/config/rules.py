"""Settings that are fine one by one and cannot hold together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubout.config.keys import INTEGRITY_CHECKS
from rubout.config.records import Weights
from rubout.facts.guard import PROMOTED_DEFAULT
from rubout.facts.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.config.records import Config


# Checks of a review that can be wrong. One leaves this list with a record that passes gate B
# (docs/methodology/guard.md); S20 and S21 are the guard's promoted rules and go with them.
_PROMOTED = frozenset({"S20", "S21"})
HEURISTICS = frozenset({"S18", "S19", *(f"S{number}" for number in range(22, 29))}) | (
    frozenset() if PROMOTED_DEFAULT == "deny" else _PROMOTED
)


class Problem(Plain, frozen=True):
    """A setting that cannot be used: dotted path of its key or section, what is wrong, what to do."""

    path: str
    what: str
    fix: str
    is_section: bool = False


class Rule(Plain, frozen=True):
    """`check` is asked only when every path in `reads` was usable by itself."""

    reads: frozenset[str]
    check: Callable[[Config], Iterator[Problem]]


def _fail_below_warn(metric: str, config: Config) -> Iterator[Problem]:
    warn: int = getattr(config.thresholds, f"{metric}_warn")
    fail: int = getattr(config.thresholds, f"{metric}_fail")
    if 0 < fail < warn:
        yield Problem(
            f"thresholds.{metric}_fail",
            f"the fail line {fail} lies below `{metric}_warn` {warn}",
            f"raise it to {warn} or more, lower `{metric}_warn`, or set 0 for no fail line",
        )


def _some_axis_weighs(config: Config) -> Iterator[Problem]:
    weights = [getattr(config.score.weights, axis) for axis in Weights.__struct_fields__]
    if all(weight == 0 for weight in weights):
        yield Problem(
            "score.weights",
            "all seven weights are 0, so nothing could be scored",
            "give one axis a weight",
            is_section=True,
        )


def _provider_can_be_reached(config: Config) -> Iterator[Problem]:
    semantic = config.review.semantic
    needs = {"http": ("base_url", "model"), "command": ("command",)}.get(semantic.provider, ())
    for name in needs:
        if not getattr(semantic, name):
            yield Problem(
                f"review.semantic.{name}", f'missing, and provider = "{semantic.provider}" needs it', "set it"
            )


def _address_is_http(config: Config) -> Iterator[Problem]:
    url = config.review.semantic.base_url
    if url is not None and not url.startswith(("http://", "https://")):
        yield Problem(
            "review.semantic.base_url", f"`{url[:60]}` is no http address", "begin it with https:// or http://"
        )


def _no_heuristic_rejects(config: Config) -> Iterator[Problem]:
    for check, effect in config.review.effects:
        if effect == "reject" and check in HEURISTICS:
            yield Problem(
                "review.effects",
                f"{check} is a heuristic, and no published measurement shows that it may reject",
                f'write {check} = "warn", or leave it out',
            )


def _integrity_rejects(config: Config) -> Iterator[Problem]:
    for check, effect in config.review.effects:
        if effect != "reject" and check in INTEGRITY_CHECKS:
            what = f"{check} cannot be wrong, and what it refuses nobody may let pass"
            yield Problem("review.effects", what, f"leave {check} out")


RULES = (
    *(
        Rule(
            frozenset({f"thresholds.{metric}_warn", f"thresholds.{metric}_fail"}),
            partial(_fail_below_warn, metric),
        )
        for metric in ("file_lines", "fn_lines", "params", "cyclomatic", "cognitive", "nesting")
    ),
    Rule(frozenset(f"score.weights.{axis}" for axis in Weights.__struct_fields__), _some_axis_weighs),
    Rule(
        frozenset(f"review.semantic.{name}" for name in ("provider", "base_url", "model", "command")),
        _provider_can_be_reached,
    ),
    Rule(frozenset({"review.semantic.base_url"}), _address_is_http),
    Rule(frozenset({"review.effects"}), _no_heuristic_rejects),
    Rule(frozenset({"review.effects"}), _integrity_rejects),
)
