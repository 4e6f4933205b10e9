"""The answer of `rubout why`, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.json import encode
from rubout.report.record import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.measure.sources.why import Why


def render_text(why: Why) -> str:
    """In or out, the rule, and where the rule is written."""
    verdict = "in" if why.included else "out"
    rule = f" [{why.rule}]" if why.rule else ""
    lines = [f"{verdict}  {printable(why.path) or '.'}{rule}: {printable(why.says)}"]
    if why.pattern or why.where:
        lines.append(
            f"     {printable(why.pattern)}  ({printable(why.where)})"
            if why.pattern
            else f"     {printable(why.where)}"
        )
    if why.language:
        tracked = "tracked by git" if why.tracked else "not tracked by git"
        lines.append(f"     {why.language}, {tracked}")
    return "".join(f"{line}\n" for line in lines)


RENDERERS: dict[str, Callable[[Why], str]] = {"text": render_text, "json": encode}
