"""HTML: size and documentation."""

from __future__ import annotations

from rubout.measure.languages.table import Grammar, Language, Scope

LANGUAGE = Language(
    code=10,
    name="html",
    extensions=("html", "htm"),
    scope=Scope.TEXT,
    grammar=Grammar(distribution="tree-sitter-html", version="0.23.2", module="tree_sitter_html"),
)
