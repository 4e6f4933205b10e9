"""A baseline made under other rules is refused: so whoever changes a rule must raise the revision that names it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Config
from rubout.facts.clones import Knobs
from rubout.facts.ratchet import Baseline, Header, name_of
from rubout.gate.base_tree import base_tree
from rubout.gate.ratchet import REVISIONS, tree_rows
from rubout.gate.survey import Request, Run
from rubout.measure.extract import RULES_REVISION
from rubout.measure.fingerprints import WIDTH, WINDOW
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import PARSER
from rubout.measure.sites.read import REVISION as SITES
from rubout.measure.sources.universe import candidates
from rubout.store.baseline import baseline_text
from tests.e2e.test_languages import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

FAMILY_OF = {"file_lines": "scan", "fn_cognitive": "scan", "clone": "clones", "dead": "liveness"}
GRAMMARS = sorted({f"{one.grammar.distribution} {one.grammar.version}" for one in LANGUAGES if one.grammar})
FACTS = f"facts {RULES_REVISION}, {PARSER.distribution} {PARSER.version}, {', '.join(GRAMMARS)}"
RULES = {
    "scan": FACTS,
    "clones": f"{FACTS}, width {WIDTH}, window {WINDOW}, {Knobs()}",
    "liveness": f"{FACTS}, {SITES}",
}
# By family and revision: of which rules it is, and which rows they make of the sample below. A rule that changes
# wants a line of its own here, and the next number in `REVISIONS`; no line is ever edited, since baselines name it.
RECORD = {
    ("clones", 1): ("5c1d1ddf613e", "dcf053b9b869"),
    ("clones", 2): ("2893c8b94345", "dcf053b9b869"),
    ("liveness", 1): ("9447bd0f1309", "a86a4ddd2e90"),
    ("liveness", 2): ("bf9474b5af0a", "a86a4ddd2e90"),
    ("liveness", 3): ("c65f4ca0e6ca", "a86a4ddd2e90"),
    ("scan", 1): ("c6c1a7fb673f", "86a98f75c019"),
    ("scan", 2): ("76172ac61d62", "86a98f75c019"),
}
BAD = "this rule has changed: raise its number in rubout.gate.ratchet.REVISIONS, and record what it stands for"


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


@pytest.fixture
def rows(tree: Tree) -> dict[str, str]:
    """By family, the rows of a tree with two copies of a function in every language."""
    root: Path = tree(
        {
            f"{folder}/{name}/total.{sample.suffix}": sample.head + sample.function
            for name, sample in SAMPLES.items()
            for folder in ("one", "other")
        }
    )
    run = Run(Request(anchor=str(root), cache=False, jobs=1), candidates(str(root), others=True), 0, lambda _: None)

    ceilings, findings = tree_rows(base_tree(run, Config()))
    return {
        family: baseline_text(
            Baseline(
                Header(revisions={}),
                tuple(row for row in ceilings if FAMILY_OF[name_of(row)[0]] == family),
                tuple(row for row in findings if FAMILY_OF[name_of(row)[0]] == family),
            )
        )
        for family in REVISIONS
    }


@pytest.mark.parametrize("family", REVISIONS)
def test_a_revision_stands_for_the_rules_in_force(family: str) -> None:
    assert digest(RULES[family]) == RECORD[family, REVISIONS[family]][0], BAD


@pytest.mark.parametrize("family", REVISIONS)
def test_a_revision_stands_for_the_rows_that_are_made(rows: dict[str, str], family: str) -> None:
    assert digest(rows[family]) == RECORD[family, REVISIONS[family]][1], BAD


def test_every_kind_of_row_belongs_to_a_family_that_has_a_revision() -> None:
    assert set(FAMILY_OF.values()) == set(REVISIONS) == set(RULES)


def test_the_record_is_whole_and_no_two_revisions_of_a_family_are_the_same() -> None:
    assert set(RECORD) == {(name, number) for name, last in REVISIONS.items() for number in range(1, last + 1)}
    assert all(len({RECORD[key] for key in RECORD if key[0] == name}) == last for name, last in REVISIONS.items())
