"""Which file names are in the universe, and the code of their language.

The warm path needs nothing else of the language table, whose import costs as much as a whole warm run; a
test keeps the two equal.
"""

from __future__ import annotations

UNKNOWN = 7  # the code that no language has

CODES: dict[str, int] = {
    "py": 0, "pyi": 0, "ipynb": 0,
    "ts": 1, "mts": 1, "cts": 1,
    "tsx": 2,
    "rs": 3,
    "go": 4,
    "md": 5, "markdown": 5, "mdc": 5,
    "hs": 6,
    "js": 8, "mjs": 8, "cjs": 8, "jsx": 8,
    "css": 9, "scss": 9, "less": 9,
    "html": 10, "htm": 10,
    "vue": 11,
    "svelte": 12,
    "sh": 13, "bash": 13,
    "yml": 14, "yaml": 14,
    "c": 15, "h": 15,
    "cc": 16, "cpp": 16, "cxx": 16, "hh": 16, "hpp": 16, "hxx": 16, "ipp": 16, "inl": 16,
    "java": 17,
    "kt": 18, "kts": 18,
    "cs": 19,
    "rb": 20, "rake": 20,
    "php": 21,
    "lua": 22,
    "rst": 23,
}  # fmt: skip


def language_code(path: str) -> int | None:
    """The code of the language that the extension names, letter case kept; None is not in the universe."""
    _, dot, extension = path.rpartition("/")[2].rpartition(".")
    return CODES.get(extension) if dot else None
