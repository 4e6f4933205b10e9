"""The schemas describe what is really written."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest

from rubout.facts import clones, docdup, scan
from rubout.facts.clones import Place, Repeat
from rubout.judge.clones import judge as judge_clones
from rubout.judge.docdup import judge as judge_docdup
from rubout.judge.scan import judge as judge_scan
from rubout.report.schemas import TYPES, schemas

PLACES = (Place(0, 1, 9, 0), Place(1, 3, 11, 1))
CLONES = clones.Facts(files=("a.py", "b.py"), repeats=(Repeat(60, 12, "0123456789abcdef", PLACES),))
TEXT = docdup.Text(60, "0123456789abcdef", (1, 2, 2**64 - 1), (docdup.Place(0, 1, 9, 0), docdup.Place(1, 3, 11, 4)))
DOCDUP = docdup.Facts(files=("a.md", "b.html"), texts=(TEXT,), pairs=(), segments=2)
SIZES = scan.Facts(rows=((0, 301), (1, 5)))

WRITTEN = {
    "clones.facts": CLONES,
    "clones.verdict": judge_clones(CLONES, clones.Knobs()),
    "docdup.facts": DOCDUP,
    "docdup.verdict": judge_docdup(DOCDUP, docdup.Knobs(budget=0)),
    "scan.facts": SIZES,
    "scan.verdict": judge_scan(SIZES, scan.Knobs()),
}


@pytest.mark.parametrize("name", sorted(TYPES))
def test_each_is_a_schema_of_its_dialect(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schemas()[name])


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_what_is_written_fits_its_schema(name: str) -> None:
    document = json.loads(msgspec.json.encode(WRITTEN[name]))
    jsonschema.Draft202012Validator(schemas()[name]).validate(document)


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("scan.facts", {"rows": [[0]]}),
        ("scan.facts", {}),
        ("scan.verdict", {"levels": ["high"]}),
        ("clones.facts", {"files": [], "repeats": [[60, 12, "d1"]]}),
    ],
)
def test_what_is_not_of_the_type_does_not_fit(name: str, document: Any) -> None:
    assert not jsonschema.Draft202012Validator(schemas()[name]).is_valid(document)
