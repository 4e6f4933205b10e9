"""A notebook as the Python file its code cells make."""

from __future__ import annotations

import json
import re

SUFFIX = ".ipynb"
# Lines that IPython reads and Python does not; blanked, so that the cell's other lines still parse.
_MAGIC = re.compile(r"^(?:%%[^\n]*\n(?s:.*)|[ \t]*[%!][^\n]*)", re.MULTILINE)


def code_cells(source: bytes) -> tuple[bytes, tuple[int, ...]] | None:
    """The code cells joined by one newline, with the first line of each cell in the joined text.

    Returns:
        None when the notebook's kernel is of another language.

    Raises:
        ValueError: the file is no notebook.
    """
    book = json.loads(source.decode("utf-8-sig", errors="replace"))
    if not isinstance(book, dict) or not isinstance(book.get("cells"), list):
        msg = "a notebook without a list of cells"
        raise ValueError(msg)
    if _language(book) != "python":
        return None
    texts = [_text(cell) for cell in book["cells"] if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    firsts, line = [], 1
    for text in texts:
        firsts.append(line)
        line += text.count("\n") + 1
    return "\n".join(texts).encode(), tuple(firsts)


def _language(book: dict[str, object]) -> str:
    metadata = book.get("metadata")
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        info = metadata.get(part) if isinstance(metadata, dict) else None
        name = info.get(key) if isinstance(info, dict) else None
        if isinstance(name, str):
            return name.lower()
    return "python"


def _text(cell: dict[str, object]) -> str:
    source = cell.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return _MAGIC.sub(lambda match: "\n" * match[0].count("\n"), text)
