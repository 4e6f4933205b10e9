"""What does a JSON text say, if it says each thing once?"""

from __future__ import annotations

import json
from typing import Any


def decoded(data: bytes) -> Any:  # noqa: ANN401 - what JSON can hold
    """The value of a text; raises ValueError, for a member that stands twice and for a number with a fraction too."""
    try:
        return json.loads(
            data.decode(), object_pairs_hook=_unique, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in members if names.count(name) > 1)
        raise ValueError(f"the member {json.dumps(twice)} stands twice")
    return members


def _no_fraction(text: str) -> None:
    raise ValueError(f"the number {text[:40]} is no integer")
