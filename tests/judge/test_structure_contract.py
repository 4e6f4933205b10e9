"""Facts and knobs of the structure that no measurement and no configuration gives."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rubout.facts.structure import (
    Convention,
    Declared,
    Document,
    Facts,
    Knobs,
    Node,
    Pattern,
    Redundant,
    Stale,
    Target,
    Touch,
)
from rubout.judge.structure import check_knobs, judge
from tests.refusals import refusal, refused_knob

GOOD = Facts(nodes=(Node(0, 0, 0, 1, 1), Node(1, 0, 1, 0, 1)))
ROOT = Node(0, 0, 0, 0, 0)


def broken(facts: Facts, knobs: Knobs = Knobs()) -> tuple[str, str]:
    """Where the judge refuses, and what it says."""
    where, what = refusal(judge, facts, knobs)
    return where.removeprefix("structure "), what


@pytest.mark.parametrize(
    ("nodes", "where", "says"),
    [
        ((Node(0, 0, 0, -1, 0),), "nodes[0]", "negative field"),
        ((Node(1, 0, 0, 0, 0),), "nodes[0]", "id 1"),
        ((Node(0, 1, 0, 0, 0),), "nodes[0]", "the root is its own parent, at depth 0"),
        ((Node(0, 0, 1, 0, 0),), "nodes[0]", "the root is its own parent, at depth 0"),
        ((ROOT, Node(1, 1, 1, 0, 0)), "nodes[1]", "parent 1 does not come before it"),
        ((ROOT, Node(1, 0, 2, 0, 0)), "nodes[1]", "depth 2 is not 1"),
    ],
)
def test_a_folder_that_is_none_is_named(nodes: tuple[Node, ...], where: str, says: str) -> None:
    assert broken(Facts(nodes=nodes)) == (where, says)


TWICE = "not strictly ascending"
ROWS: list[tuple[str, Any, str, str]] = [
    ("patterns", (Pattern(0, 0, 1), Pattern(0, 0, 1)), "patterns[1]", TWICE),
    ("patterns", (Pattern(0, 7, 1),), "patterns[0]", "no pattern 7"),
    ("patterns", (Pattern(0, -1, 1),), "patterns[0]", "no pattern -1"),
    ("patterns", (Pattern(0, 0, 0),), "patterns[0]", "0 is below 1"),
    ("patterns", (Pattern(2, 0, 1),), "patterns[0]", "folder out of range"),
    ("conventions", (Convention(1, 1), Convention(0, 1)), "conventions[1]", TWICE),
    ("conventions", (Convention(0, 4),), "conventions[0]", "bits 4 are none of 1 to 3"),
    ("conventions", (Convention(0, 0),), "conventions[0]", "bits 0 are none of 1 to 3"),
    ("conventions", (Convention(-1, 1),), "conventions[0]", "negative field"),
    ("touches", (Touch(0, 1, 1, 1), Touch(0, 1, 0, 1)), "touches[1]", TWICE),
    ("touches", (Touch(0, 1, 1, 0),), "touches[0]", "0 is below 1"),
    ("touches", (Touch(0, -1, 1, 1),), "touches[0]", "negative field"),
    ("declared", (Declared(0, 0),), "declared[0]", "0 is below 1"),
    ("declared", (Declared(2, 1),), "declared[0]", "folder out of range"),
    ("declared", (Declared(0, 1), Declared(0, 2)), "declared[1]", TWICE),
    ("staleness", (Stale(0, 0, 0),), "staleness[0]", "0 is below 1"),
    ("staleness", (Stale(0, 3, 2),), "staleness[0]", "3 of 2"),
    ("staleness", (Stale(1, 1, 1), Stale(0, 1, 1)), "staleness[1]", TWICE),
    ("redundancy", (Redundant(0, 0, -1),), "redundancy[0]", "negative field"),
    ("redundancy", (Redundant(0, 1, 0), Redundant(0, 1, 0)), "redundancy[1]", TWICE),
    ("documents", (Document(1, 0), Document(0, 0)), "documents[1]", TWICE),
    ("documents", (Document(0, -1),), "documents[0]", "negative field"),
    ("documents", (Document(2, 0),), "documents[0]", "folder out of range"),
    ("targets", (Target(0, 1),), "edges[0]", "document out of range"),
]


@pytest.mark.parametrize(("table", "rows", "where", "says"), ROWS)
def test_a_row_that_breaks_the_contract_is_named(table: str, rows: Any, where: str, says: str) -> None:
    assert broken(msgspec.structs.replace(GOOD, **{table: rows})) == (where, says)


@pytest.mark.parametrize(("target", "says"), [(Target(1, 1), "document out of range"), (Target(0, 0), "0 is below 1")])
def test_an_edge_leads_from_a_document_to_what_changed(target: Target, says: str) -> None:
    facts = msgspec.structs.replace(GOOD, documents=(Document(0, 0),), targets=(target,))
    assert broken(facts) == ("edges[0]", says)


def test_documents_of_one_folder_may_stand_in_any_order() -> None:
    facts = msgspec.structs.replace(GOOD, documents=(Document(0, 9), Document(0, 0), Document(0, 9)))
    assert judge(facts).staleness == (Stale(0, 0, 3),)


def test_staleness_is_given_or_derived() -> None:
    facts = msgspec.structs.replace(GOOD, staleness=(), documents=())
    assert broken(facts) == ("staleness", "given beside the documents that it is derived from")


def test_tables_are_looked_at_in_their_order_and_knobs_last() -> None:
    first = {table: (rows, where) for table, rows, where, _ in reversed(ROWS)}
    facts = msgspec.structs.replace(GOOD, **{table: rows for table, (rows, _) in first.items()})
    for table, (_, where) in reversed(first.items()):
        assert broken(facts, Knobs(scale=0))[0] == where
        facts = msgspec.structs.replace(facts, **{table: getattr(GOOD, table)})
    assert broken(facts, Knobs(scale=0)) == ("knobs.scale", "0 is below 1")


@pytest.mark.parametrize("name", [name for name in Knobs.__struct_fields__ if name != "law"])
def test_a_knob_is_at_least_1(name: str) -> None:
    knobs = msgspec.structs.replace(Knobs(), **{name: 0})
    assert refused_knob(judge, check_knobs, GOOD, knobs) == (name, "0 is below 1")


def test_there_are_two_laws() -> None:
    wrong = refused_knob(judge, check_knobs, GOOD, Knobs(law="weight"))
    assert wrong == ("law", "'weight' is none of density, mass")
