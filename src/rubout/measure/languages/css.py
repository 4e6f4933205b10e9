"""CSS and its dialects: size only."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=9, name="css", extensions=("css", "scss", "less"), scope=Scope.SIZE)
