"""Markdown: judged, but it has neither functions nor tokens."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=5, name="markdown", extensions=("md", "markdown", "mdc"), scope=Scope.JUDGED)
