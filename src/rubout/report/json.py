"""A report as JSON: the envelope with its keys sorted, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from rubout.report.record import Report

_ENCODER = msgspec.json.Encoder(order="sorted")


def render_json(report: Report) -> str:
    """The same report gives the same bytes; ends with a newline."""
    return encode(report)


def encode(document: object) -> str:
    """Sorted keys, no spaces, one newline at the end."""
    return _ENCODER.encode_lines((document,)).decode()
