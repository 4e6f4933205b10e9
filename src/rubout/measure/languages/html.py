"""HTML: size and documentation."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=10, name="html", extensions=("html", "htm"), scope=Scope.TEXT)
