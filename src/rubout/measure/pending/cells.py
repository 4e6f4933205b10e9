"""A notebook after the change of one cell, and the text that is judged of a notebook."""

from __future__ import annotations

import json  # as the notebook's reader
import re
from typing import TYPE_CHECKING

from rubout.measure.notebook import NotebookError, code_cells
from rubout.measure.pending.text import SilentError

if TYPE_CHECKING:
    from rubout.facts.pending import CellEdit

# Cells of formats without ids are called by their places.
_PLACE = re.compile(r"cell-(\d{1,9})")


def cells_text(notebook: bytes) -> str:
    """The code cells as the Python file that is measured.

    Raises:
        SilentError: it is no notebook, or one of another language.
    """
    try:
        found = code_cells(notebook)
    except NotebookError as error:
        raise SilentError("bad_notebook") from error
    if found is None:
        raise SilentError("bad_notebook")
    return found[0].decode().replace("\r\n", "\n")


def edited(notebook: bytes | None, edit: CellEdit) -> bytes:
    """The notebook after the change; of its cells only what they hold, without outputs.

    Raises:
        SilentError: there is no notebook, or not the cell.
    """
    book = _book(notebook)
    cells = [_content(cell) for cell in book["cells"]]
    if edit.mode == "insert":
        at = 0 if edit.cell is None else _at(book["cells"], edit.cell) + 1
        cells.insert(at, {"cell_type": edit.kind or "code", "source": edit.source})
    else:
        at = _at(book["cells"], edit.cell)
        cells[at : at + 1] = [] if edit.mode == "delete" else [_changed(cells[at], edit)]
    return json.dumps({"cells": cells, "metadata": book.get("metadata")}).encode()


def _book(notebook: bytes | None) -> dict[str, list[object]]:
    try:
        book = json.loads((notebook or b"").decode("utf-8-sig", errors="replace"))
    except (ValueError, RecursionError) as error:
        raise SilentError("bad_notebook") from error
    if not isinstance(book, dict) or not isinstance(book.get("cells"), list):
        raise SilentError("bad_notebook")
    return book


def _content(cell: object) -> object:
    if not isinstance(cell, dict):
        return cell
    return {"cell_type": cell.get("cell_type"), "source": cell.get("source", cell.get("input"))}


def _changed(cell: object, edit: CellEdit) -> object:
    if not isinstance(cell, dict):
        raise SilentError("bad_notebook")
    return {"cell_type": edit.kind or cell["cell_type"], "source": edit.source}


def _at(cells: list[object], name: str | None) -> int:
    """The place of the cell of that name; None names the first one."""
    ids = [cell.get("id") if isinstance(cell, dict) else None for cell in cells]
    if name is None and cells:
        return 0
    if name is not None and name in ids:
        return ids.index(name)
    place = _PLACE.fullmatch(name or "")
    if place and int(place[1]) < len(cells):
        return int(place[1])
    raise SilentError("bad_notebook")
