"""Rows of a ratchet, for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from rubout.facts.ratchet import Baseline, Ceiling, Facts, Finding, Header, name_of

REVISIONS = {"clones": 3, "liveness": 2, "scan": 1}
HEADER = Header(revisions=REVISIONS, soft_line=304)


def lines(path: str, value: int, content: str = "") -> Ceiling:
    return Ceiling("file_lines", path, value, content)


def complexity(key: str, value: int) -> Ceiling:
    return Ceiling("fn_cognitive", key, value)


def clone(digest: str, count: int, *places: str) -> Finding:
    return Finding("clone", digest, count, places)


def tree(*rows: Ceiling | Finding) -> Facts:
    """Facts of these rows, given in any order."""
    ordered = sorted(rows, key=name_of)
    return Facts(
        ceilings=tuple(row for row in ordered if isinstance(row, Ceiling)),
        findings=tuple(row for row in ordered if isinstance(row, Finding)),
    )


def baseline(*rows: Ceiling | Finding, header: Header = HEADER) -> Baseline:
    """A baseline of these rows, given in any order."""
    found = tree(*rows)
    return Baseline(header, found.ceilings, found.findings)


PATHS = ("a.py", "b.py", "é/c.py", "d::e.py")
UNITS = st.builds("{}::{}/2#{}".format, st.sampled_from(PATHS), st.sampled_from(["f", "A::g"]), st.integers(0, 1))
PLACES = st.sets(UNITS, min_size=1, max_size=3).map(lambda found: tuple(sorted(found)))
CONTENTS = st.sampled_from(["", "3b18e512dba7", "77aa"])
ROWS = st.one_of(
    st.builds(lines, st.sampled_from(PATHS), st.integers(0, 800), CONTENTS),
    st.builds(complexity, UNITS, st.integers(0, 60)),
    st.builds(Finding, st.sampled_from(["clone", "dead"]), st.sampled_from("1234"), st.integers(1, 4), PLACES),
)
ROW_SETS = st.lists(ROWS, max_size=9, unique_by=name_of)
TREES = ROW_SETS.map(lambda rows: tree(*rows))
BASELINES = ROW_SETS.map(lambda rows: baseline(*rows))
