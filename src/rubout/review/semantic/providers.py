"""Who reads for meaning in this project?"""

from __future__ import annotations

from os import environ
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.config.records import Semantic
    from rubout.review.semantic.base import Provider


def provider_of(knobs: Semantic, environment: Mapping[str, str] = environ) -> Provider:
    """The provider of `[review.semantic]`, which is not "none"; raises ConfigError."""
    if knobs.provider == "http":
        from rubout.review.semantic.http import Http  # noqa: PLC0415 - a run that asks nobody needs no TLS

        return Http(knobs, environment)
    from rubout.review.semantic.command import Command  # noqa: PLC0415 - as above

    return Command(knobs, environment)
