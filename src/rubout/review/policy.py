"""By which rules is a change judged, and what are they called?

Policy, trust and skills come from the revision that a change starts from: a change that edits them is judged by the
rules that it wants to replace.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from rubout.config.records import Review
from rubout.config.settings import config_of, settings_in
from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.measure.sources.anchor import CONFIG
from rubout.review.canonical import content_id
from rubout.review.records import Stage
from rubout.review.trust import PATH as TRUST_PATH
from rubout.review.trust import read_trust

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.config.records import Semantic
    from rubout.review.trust import Trust

SHARED = "pyproject.toml"
UNPINNED = "unpinned"


class Policy(Plain, frozen=True, dict=True):
    """`[review]` of a configuration, every key with its effective value."""

    settings: Review = msgspec.field(default_factory=Review)

    @cached_property
    def id(self) -> str:
        """The name of the effective values; neither their order in the file nor the provider is part of it."""
        values = {name: getattr(self.settings, name) for name in Review.__struct_fields__ if name != "semantic"}
        values |= {
            "required_stages": sorted(self.required_stages),
            "quorum": msgspec.to_builtins(self.settings.quorum),
            "effects": dict(self.settings.effects),
            "exempt": {check: sorted(set(globs)) for check, globs in self.settings.exempt},
        }
        return content_id("policy", values)

    @cached_property
    def required_stages(self) -> frozenset[Stage]:
        """The stages without whose approval nothing is approved."""
        return frozenset(Stage(name) for name in self.settings.required_stages)

    def quorum(self, stage: Stage) -> int:
        """How many principals must approve a stage."""
        number: int = getattr(self.settings.quorum, stage.value)
        return number


class Rules(Plain, frozen=True):
    """What a change is judged by; `pinned` when the trust file is known to descend from the one that was asked for."""

    policy: Policy
    semantic: Semantic
    trust: Trust
    pinned: bool

    @property
    def trust_root(self) -> str:
        """What a report says about the trust file: the id of the one in force, when it is known where it is from."""
        return self.trust.id if self.pinned else UNPINNED


def policy_in(read: Callable[[str], bytes | None]) -> tuple[Policy, Semantic]:
    """Policy and provider as the files of a tree configure them; raises ConfigError."""
    settings = config_of(settings_in(read(CONFIG), read(SHARED))).review
    return Policy(settings), settings.semantic


def rules_in(
    base: Callable[[str], bytes | None],
    head: Callable[[str], bytes | None],
    *,
    pin: str | None = None,
    first: Callable[[], bytes | None] | None = None,
) -> Rules:
    """The rules of the tree that a change starts from.

    Args:
        base: the bytes of a file of that tree, None for none.
        head: as `base`, of the tree that the change leads to.
        pin: the id of the first trust file.
        first: the bytes of the first trust file of the history before the base; by default the base's own.

    Raises:
        ReviewError: `no_trust`, `trust_root` or `bad_trust`.
        ConfigError: the configuration cannot be used.
    """
    policy, semantic = policy_in(base)
    data = base(TRUST_PATH)
    if data is None:
        return Rules(policy, semantic, _introduced(head(TRUST_PATH), pin), pinned=True)
    trust = read_trust(data)
    if pin is not None and trust.id != pin:
        oldest = first() if first else None
        found = trust.id if oldest is None else read_trust(oldest).id
        if found != pin:
            raise ReviewError(
                f"does not descend from {pin}: the first that was committed is {found}",
                where=TRUST_PATH,
                fix="find out who replaced it; the pin names the first trust file, as it was committed",
                code="trust_root",
            )
    return Rules(policy, semantic, trust, pinned=pin is not None)


def _introduced(data: bytes | None, pin: str | None) -> Trust:
    """The trust file that a change brings, which only a pin can vouch for."""
    trust = read_trust(data) if data is not None and pin is not None else None
    if trust is None or trust.id != pin:
        raise ReviewError(
            "there is none before this change",
            where=TRUST_PATH,
            fix="commit one first (`rubout review init` writes it), or name its id with --trust-root",
            code="no_trust",
        )
    return trust
