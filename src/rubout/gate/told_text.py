"""What is the guard told of a file's bytes?"""

from __future__ import annotations

from rubout.measure.notebook import NotebookError, code_cells, is_notebook


def text_told(path: str, source: bytes | None) -> str | None:
    """A content as the guard is told of it; None for no file, and for a notebook that is none."""
    if source is not None and is_notebook(path):
        try:
            cells = code_cells(source)
        except NotebookError:
            cells = None
        source = cells[0] if cells else None
    return None if source is None else source.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
