"""The page: one file that needs nothing besides itself, and has the same bytes for the same tree."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from rubout.report.html import copies, graph, head, treemap, trend
from rubout.report.html.excerpts import Excerpts
from rubout.report.html.markup import Markup, tag
from rubout.report.html.view import blobs_of, file_views
from rubout.report.render import report_of
from rubout.report.score_text import title

if TYPE_CHECKING:
    from rubout.gate.judged import Judged
    from rubout.gate.outcome import Outcome
    from rubout.gate.pictured import Pictured
    from rubout.report.score import ScoreReport

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; img-src data:"


def html(outcome: Outcome) -> str:
    """The page of `check`; the options of the outcome hold what `rubout.gate.pictured` puts there."""
    report: ScoreReport = report_of(outcome)  # type: ignore[assignment]  # `check` has no other
    judged: Judged = outcome.options["judged"]
    pictured: Pictured = outcome.options["pictured"]
    body = tag(
        "main",
        head.head(report),
        head.failed(report),
        head.axes(report),
        treemap.treemap(file_views(judged, report.results)),
        trend.trend(pictured.history),
        head.places(report),
        copies.copies(report.results, Excerpts(pictured.read, blobs_of(judged))),
        graph.graph(judged),
        head.notes(report),
    )
    return document(title(report), body)


def document(name: str, body: Markup) -> str:
    """A whole document; its policy lets our own script run, and nothing be loaded."""
    style, script = resource("style.css"), resource("script.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    whole = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY.format(digest)),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", f"rubout: {name}"),
            tag("style", Markup(style)),
        ),
        tag("body", body, tag("script", Markup(script))),
        lang="en",
    )
    return f"<!doctype html>\n{whole}\n"


def resource(name: str) -> str:
    """A file of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
