"""TSX: TypeScript's table on a grammar of its own."""

from __future__ import annotations

from dataclasses import replace

from rubout.measure.languages import typescript
from rubout.measure.languages.table import Grammar

LANGUAGE = replace(
    typescript.LANGUAGE,
    code=2,
    name="tsx",
    extensions=("tsx",),
    grammar=Grammar(
        distribution="tree-sitter-typescript",
        version="0.23.2",
        module="tree_sitter_typescript",
        function="language_tsx",
    ),
)
