"""Vue components: size only."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=11, name="vue", extensions=("vue",), scope=Scope.SIZE)
