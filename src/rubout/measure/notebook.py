"""A notebook as the Python file its code cells make."""

from __future__ import annotations

import json  # not msgspec: outputs hold NaN, which Jupyter writes and JSON does not know
import re

SUFFIX = ".ipynb"
LARGE_BYTES = 32 << 20  # with its outputs; a larger one is not read

# The cell magics whose body is Python; every other one hands its cell to something else.
_RUN_PYTHON = frozenset({"capture", "debug", "prun", "pypy", "python", "python3", "time", "timeit"})
_CELL_MAGIC = re.compile(r"\s*^%%(\S*)", re.MULTILINE)
# A line that IPython reads and Python does not: `%magic`, `!command`, `?help`, `help?`, `x = %magic`, `x = !command`.
_LINE_MAGIC = re.compile(
    r"""^([ \t]*)
        (?: (?: [%!?] | [^\W\d][\w.,*\[\]"' \t]*=[ \t]*[%!] ) (?:\\\r?\n|[^\n])*
          | [\w.*]+\?\??[ \t]*(?=\r?$) )""",
    re.MULTILINE | re.VERBOSE,
)
# What can hold the start of a line that does not start a statement.
_PIECE = re.compile(
    r"""(?P<quotes>\"{3}|'{3})(?:\\.|(?!(?P=quotes)).)*(?:(?P=quotes))?
      | "(?:\\.|[^"\\\n])*"?
      | '(?:\\.|[^'\\\n])*'?
      | \#[^\n]*
      | (?P<joined>\\\r?\n)
      | (?P<opened>[(\[{])
      | (?P<closed>[)\]}])
      | [^"'#\\()\[\]{}\n]+
      | .""",
    re.DOTALL | re.VERBOSE,
)


class NotebookError(Exception):
    """The file is no notebook."""


def is_notebook(path: str) -> bool:
    """Whether the name says that it is one."""
    return path.endswith(SUFFIX)


def code_cells(source: bytes) -> tuple[bytes, tuple[int, ...]] | None:
    """The code cells joined by one newline, with the first line of each cell in the joined text.

    What is not Python is left out, line for line.

    Returns:
        None when the notebook's kernel is of another language.

    Raises:
        NotebookError: the file is no notebook.
    """
    try:
        book = json.loads(source.decode("utf-8-sig", errors="replace"))
    except (ValueError, RecursionError) as error:
        raise NotebookError(str(error)) from error
    cells = _cells(book)
    if _language(book) != "python":
        return None
    texts = [_python(_text(cell)) for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    firsts, line = [], 1
    for text in texts:
        firsts.append(line)
        line += text.count("\n") + 1
    return "\n".join(texts).encode(errors="replace"), tuple(firsts)


def _cells(book: object) -> list[object]:
    """The cells; format 3 kept them in worksheets."""
    cells = book.get("cells") if isinstance(book, dict) else None
    if isinstance(cells, list):
        return cells
    sheets = book.get("worksheets") if isinstance(book, dict) else None
    if not isinstance(sheets, list):
        raise NotebookError("a notebook without a list of cells")
    lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for cells in lists if isinstance(cells, list) for cell in cells]


def _language(book: dict[str, object]) -> str:
    metadata = book.get("metadata")
    if not isinstance(metadata, dict):
        return "python"
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        info = metadata.get(part)
        name = info.get(key) if isinstance(info, dict) else None
        if isinstance(name, str):
            return name.lower()
    name = metadata.get("language")  # format 3
    return name.lower() if isinstance(name, str) else "python"


def _text(cell: dict[str, object]) -> str:
    """The source of a cell; format 3 called it its input."""
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""


def _python(text: str) -> str:
    """A cell with the lines emptied that are not Python."""
    magic = _CELL_MAGIC.match(text)
    if magic and magic[1] not in _RUN_PYTHON:
        return "\n" * text.count("\n")
    if not _LINE_MAGIC.search(text):
        return text
    kept: list[str] = []
    depth = at = 0
    joined = False
    while at < len(text):
        line = None if depth or joined else _LINE_MAGIC.match(text, at)
        piece = line or _PIECE.match(text, at)
        assert piece  # noqa: S101 - the last alternative takes any character
        if line:
            # An indented one may be all there is of a block.
            kept.append((f"{line[1]}pass" if line[1] else "") + "\n" * line[0].count("\n"))
        else:
            kept.append(piece[0])
            depth = max(depth + bool(piece["opened"]) - bool(piece["closed"]), 0)
            joined = bool(piece["joined"])
        at = piece.end()
    return "".join(kept)
