"""YAML: size only."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=14, name="yaml", extensions=("yml", "yaml"), scope=Scope.SIZE)
