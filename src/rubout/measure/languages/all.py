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

NOTEBOOK_EXTENSION = "ipynb"  # the joined sources of its code cells are read as `NOTEBOOK`
NOTEBOOK: Language = python.LANGUAGE

_BY_EXTENSION = {extension: language for language in LANGUAGES for extension in language.extensions}


def language_of(path: str) -> Language | None:
    """The language of a POSIX path by its extension, letter case kept; None is "not in the universe".

    The extension is what follows the last dot of the file name. A notebook has none: its sources must be
    taken out first.
    """
    _, dot, extension = path.rpartition("/")[2].rpartition(".")
    return _BY_EXTENSION.get(extension) if dot else None
