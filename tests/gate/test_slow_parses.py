"""A parse without end leaves a content without facts, and nothing else fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.gate.held import measured_cells, measured_file
from rubout.gate.tree import Place, row_of
from rubout.store.index import opened

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from rubout.gate.held import Measured

    class Measure(Protocol):
        def __call__(self, source: bytes, path: str, *, keep_imports: bool) -> Measured | None: ...


SLOW = b"def f(x):\n    return x\n" * 100
QUICK = b"x\n"

pytestmark = pytest.mark.usefixtures("hurried")


def test_a_blob_has_no_row_and_the_next_one_has(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    with opened(place.anchor, pytest.fail, used=False) as index:
        assert row_of(place, index, "a.py", SLOW) is None
        assert row_of(place, index, "a.py", QUICK) is not None


@pytest.mark.parametrize(("measure", "path"), [(measured_file, "a.py"), (measured_cells, "a.ipynb")])
def test_a_pending_text_is_not_measured_and_the_next_one_is(measure: Measure, path: str) -> None:
    assert measure(SLOW, path, keep_imports=False) is None
    assert measure(QUICK, path, keep_imports=False) is not None
