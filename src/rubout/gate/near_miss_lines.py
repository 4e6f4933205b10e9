"""The source on the lines where clones differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import RepositoryError
from rubout.measure import notebook
from rubout.measure.sources.content import git_blob_id, read_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rubout.facts.survey import SurveyedFile
    from rubout.gate.near_miss_spots import Spot
    from rubout.gate.survey import Request
    from rubout.measure.forest import Forest

MOST_CHARACTERS = 100


def texts_of(
    request: Request, files: Sequence[SurveyedFile], wood: Forest, spots: Iterable[Spot]
) -> dict[tuple[int, int], str]:
    """By file and line, the text of the first line of each side of the spots, without its indent and clipped.

    A file that is not what it was when it was measured has none.
    """
    wanted: dict[int, set[int]] = {}
    for spot in spots:
        for unit, lines in ((spot.a, spot.a_lines), (spot.b, spot.b_lines)):
            if lines:
                wanted.setdefault(wood.units[unit].file, set()).add(lines[0])
    found = {}
    for file, numbers in wanted.items():
        lines_here = _lines(request, files[file])
        for number in numbers:
            if number <= len(lines_here):
                text = lines_here[number - 1].decode(errors="replace").strip()
                found[file, number] = text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"
    return found


def _lines(request: Request, file: SurveyedFile) -> list[bytes]:
    try:
        source = request.objects.read(file.blob) if request.objects else read_source(request.anchor, file.path)
    except (OSError, RepositoryError):  # git may name its objects by SHA-256, and nothing is lost but a line to show
        return []
    if source is None or git_blob_id(source) != file.blob:
        return []
    if notebook.is_notebook(file.path):
        cells = notebook.code_cells(source)
        source = cells[0] if cells else b""
    return source.split(b"\n")
