"""The language table, complete; importing it loads no parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.measure.languages import (
    bash,
    c,
    cpp,
    csharp,
    css,
    go,
    haskell,
    html,
    java,
    javascript,
    kotlin,
    lua,
    markdown,
    php,
    python,
    rst,
    ruby,
    rust,
    svelte,
    tsx,
    typescript,
    vue,
    yaml,
)

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language

# By code. Codes are written into facts, so a position never changes; 7 stands for "unknown" and has no row.
LANGUAGES: tuple[Language, ...] = (
    python.LANGUAGE,
    typescript.LANGUAGE,
    tsx.LANGUAGE,
    rust.LANGUAGE,
    go.LANGUAGE,
    markdown.LANGUAGE,
    haskell.LANGUAGE,
    javascript.LANGUAGE,
    css.LANGUAGE,
    html.LANGUAGE,
    vue.LANGUAGE,
    svelte.LANGUAGE,
    bash.LANGUAGE,
    yaml.LANGUAGE,
    c.LANGUAGE,
    cpp.LANGUAGE,
    java.LANGUAGE,
    kotlin.LANGUAGE,
    csharp.LANGUAGE,
    ruby.LANGUAGE,
    php.LANGUAGE,
    lua.LANGUAGE,
    rst.LANGUAGE,
)

BY_CODE: dict[int, Language] = {language.code: language for language in LANGUAGES}
