"""The lines of the feed have the keys that its schema promises: another shape is another schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from rubout.facts.observe import (
    SCHEMA,
    Budget,
    Changed,
    GuardError,
    Hit,
    Precommit,
    Probe,
    Record,
    ShellWrite,
    StopAudit,
    Zone,
)
from rubout.report.schemas import schemas
from rubout.store.feed import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable

COMMON = "schema ts_ms session_id event mode"
HIT = Hit(file="b.py", start_line=1, end_line=20, tokens=128, distinct=22)
COUNTS = "near_miss docdup skills"
SAID = "emitted suppressed"
CHANGED = Changed(file="a.py", before_lines=0, resulting_lines=20, matches=1, hits=(HIT,))
AUDIT = "net_loc changed_files dup_blocks touched_blocks degraded reason emitted"
RECORDS: Iterable[tuple[Record, str]] = (
    (
        Probe(ts_ms=1, session_id="s", mode="deny", file="a.py", tool="Write", elapsed_ms=2, hits=(HIT,)),
        f"file tool replay degraded reason matches preexisting grown self_matches hits {COUNTS} elapsed_ms {SAID}",
    ),
    (
        Budget(
            ts_ms=1,
            session_id=None,
            mode="ask",
            file="a.py",
            tool="Edit",
            before_lines=1,
            resulting_lines=751,
            cap=750,
            shrinking=False,
        ),
        "file tool before_lines resulting_lines cap shrinking emitted suppressed",
    ),
    (
        Zone(
            ts_ms=1,
            session_id="s",
            mode="ask",
            file="a.py",
            resulting_lines=400,
            soft=300,
            hard=750,
            zone_permille=222,
            zone_tier="warn",
        ),
        "file resulting_lines soft hard zone_permille zone_tier emitted suppressed",
    ),
    (ShellWrite(ts_ms=1, session_id="s", mode="ask", files=(CHANGED,)), "files emitted suppressed"),
    (StopAudit(ts_ms=1, session_id="s", mode="ask"), f"{AUDIT} edits"),
    (StopAudit(ts_ms=1, session_id="s", mode="ask", skipped="no_git"), f"{AUDIT} edits skipped"),
    (Precommit(ts_ms=1, session_id=None, mode="ask"), AUDIT),
    (GuardError(ts_ms=1, hook="probe", why="x"), "hook why degraded"),
)


@pytest.mark.parametrize(("record", "keys"), RECORDS)
def test_each_event_has_its_keys_and_fits_the_schema(record: Record, keys: str) -> None:
    line = json.loads(line_of(record))
    assert set(line) == set(f"{COMMON} {keys}".split())
    assert line["schema"] == SCHEMA == "rubout.observe/1"
    jsonschema.Draft202012Validator(schemas()["observe.line"]).validate(line)
