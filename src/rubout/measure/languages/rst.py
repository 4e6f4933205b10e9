"""reStructuredText: size and documentation."""

from __future__ import annotations

from rubout.measure.languages.table import Language, Scope

LANGUAGE = Language(code=23, name="rst", extensions=("rst",), scope=Scope.TEXT)
