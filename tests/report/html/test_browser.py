"""The page in a real browser: one request, no complaint, and everything on it works."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import UNSEEN, Browser, browser, installed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WIDTHS = (390, 1400)
SHOWN = "Array.from(document.querySelectorAll('#map > .t')).filter((one) => one.style.display !== 'none').length"
ROWS = "Array.from(document.querySelectorAll('#files-table tbody tr')).filter((one) => !one.hidden).length"
FADED = "document.querySelectorAll('#map > .t.off').length"
HINT = "document.getElementById('hint').textContent"
TRAIL = "document.getElementById('trail').textContent"
GROUND = "getComputedStyle(document.body).backgroundColor"
# The corners of what is shown, in hundredths of the map.
FILLED = """(() => {
  const map = document.getElementById('map').getBoundingClientRect();
  const boxes = Array.from(document.querySelectorAll('#map > svg > rect'))
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width);
  const across = boxes.flatMap((box) => [box.left - map.left, box.right - map.left]);
  const down = boxes.flatMap((box) => [box.top - map.top, box.bottom - map.top]);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]
    .map((at, number) => (100 * at) / (number % 2 ? map.height : map.width));
})()"""
# Texts of the map that lie over another one of it: those of a tile and of its neighbours.
OVERLAPS = """(() => {
  const boxes = Array.from(document.querySelectorAll('#map > .t > text'))
    .filter((one) => one.textContent)
    .map((one) => one.getBoundingClientRect());
  return boxes.filter((a, i) => boxes.slice(i + 1).some((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5)).length;
})()"""


@pytest.fixture(scope="module")
def file(page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = installed()
    if program is None:
        pytest.skip(UNSEEN)
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_one_request_that_fits_its_window_without_a_complaint(
    tab: Browser, file: Path, width: int, dark: bool
) -> None:
    tab.open(file, width, dark=dark)
    assert tab.requests == [file.as_uri()]
    assert tab.complaints == []
    assert tab.value("document.documentElement.scrollWidth") == width
    assert tab.value(OVERLAPS) == 0
    assert (sum(map(int, tab.value(GROUND)[4:-1].split(","))) < 3 * 128) is dark


@pytest.mark.parametrize("width", WIDTHS)
def test_every_tile_and_row_is_there(tab: Browser, file: Path, width: int) -> None:
    tab.open(file, width)
    files = tab.value("JSON.parse(document.getElementById('files').textContent).length")
    assert files > 5
    assert tab.value(SHOWN) == tab.value(ROWS) == files
    assert tab.value("document.querySelectorAll('.graph').length") == 2
    assert tab.value("document.querySelectorAll('#curve path').length") == 2
    assert tab.value("document.querySelectorAll('table.pair mark').length") > 4


@pytest.mark.parametrize("width", WIDTHS)
def test_a_tile_that_is_pointed_at_is_named(tab: Browser, file: Path, width: int) -> None:
    tab.open(file, width)
    before = tab.value(HINT)
    tab.move("#map > .t[data-i='0']")
    assert tab.value(HINT) != before
    assert tab.value("JSON.parse(document.getElementById('files').textContent)[0][0]") in tab.value(HINT)
    tab.move("h1")
    assert tab.value(HINT) == before


def test_a_click_goes_into_a_folder_and_escape_comes_back(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    everything = tab.value(SHOWN)
    inside = tab.value(
        "JSON.parse(document.getElementById('files').textContent).findIndex((one) => one[0] === 'lib/a.py')"
    )
    tab.move(f"#map > .t[data-i='{inside}']", click=True)
    assert tab.value(TRAIL) == "alllib"
    assert 0 < tab.value(SHOWN) < everything
    assert tab.value(FILLED) == pytest.approx([0, 0, 100, 100], abs=0.1)
    tab.value("document.getElementById('map').focus()")
    tab.press("Escape")
    assert tab.value(SHOWN) == everything
    tab.move(f"#map > .t[data-i='{inside}']", click=True)
    tab.move("#trail button", click=True)
    assert tab.value(SHOWN) == everything


def test_the_map_is_walked_by_keys(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    before = tab.value(HINT)
    tab.value("document.getElementById('map').focus()")
    tab.press("ArrowRight")
    first = tab.value(HINT)
    tab.press("ArrowRight")
    assert len({before, first, tab.value(HINT)}) == 3
    assert tab.value("document.querySelectorAll('#map > .t.at').length") == 1


def test_a_part_of_a_path_filters_map_and_table(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    tab.value("document.getElementById('part').focus()")
    tab.send("Input.insertText", text="LIB/")
    files = tab.value(ROWS)
    assert 0 < files < tab.value(SHOWN)
    assert tab.value(FADED) == tab.value(SHOWN) - files


def test_a_kind_filters_map_and_table(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    tab.value(
        "(() => { const kind = document.getElementById('kind');"
        "kind.value = Array.from(kind.options).find((one) => one.textContent === 'documentation').value;"
        "kind.dispatchEvent(new Event('change')); })()"
    )
    assert tab.value(ROWS) == 2
    assert tab.value(FADED) == tab.value(SHOWN) - 2


def test_a_column_is_sorted_by_its_head(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    lines = (
        "Array.from(document.querySelectorAll('#files-table tbody tr')).map((one) => Number(one.cells[1].textContent))"
    )
    tab.move("#files-table th:nth-child(2) button", click=True)
    assert tab.value(lines) == sorted(tab.value(lines), reverse=True)
    tab.move("#files-table th:nth-child(2) button", click=True)
    assert tab.value(lines) == sorted(tab.value(lines))


def test_everything_that_can_be_used_is_reached_by_the_tab_key(tab: Browser, file: Path) -> None:
    tab.open(file, 1400)
    seen = set()
    for _ in range(60):
        tab.press("Tab")
        seen.add(
            tab.value("document.activeElement.id || document.activeElement.className || document.activeElement.tagName")
        )
    assert {"kind", "part", "map", "sort", "SUMMARY", "frame"} <= seen
    assert tab.complaints == []
