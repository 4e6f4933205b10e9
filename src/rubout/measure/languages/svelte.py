"""Svelte components: size only."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=12, name="svelte", extensions=("svelte",), scope=Scope.SIZE)
