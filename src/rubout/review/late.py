"""A reviewer that is put together when it is first asked: most changes with a known defect never get that far."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.config.records import Review as Settings
    from rubout.config.records import Semantic
    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Signed
    from rubout.review.outcome import SemanticOutcome
    from rubout.review.proposal import Proposal
    from rubout.review.records import Spec
    from rubout.review.semantic.base import Asked


class LateReviewer:
    """Asks the configured provider and signs with `key`; `asked` is what that came to, None before it was."""

    def __init__(self, key: SigningKey, settings: Settings, semantic: Semantic, anchor: str) -> None:
        self._key = key
        self._settings = settings
        self._semantic = semantic
        self._anchor = anchor
        self.asked: Asked | None = None

    @property
    def key(self) -> str:
        """Its public key."""
        return self._key.public

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
        """Judge a change; raises ConfigError when the provider cannot be used as it is configured."""
        from rubout.review.semantic.providers import provider_of  # noqa: PLC0415 - see the module's docstring
        from rubout.review.semantic.reviewer import ModelReviewer  # noqa: PLC0415 - as above
        from rubout.review.spending import budget_of  # noqa: PLC0415 - as above

        provider = provider_of(self._semantic)
        model = ModelReviewer(self._key, provider, budget=budget_of(self._settings, self._anchor))
        outcome = model.review(op, spec, claimed)
        self.asked = model.asked
        return outcome
