"""Facts and knobs of the split that no measurement and no configuration gives."""

from __future__ import annotations

import msgspec
import pytest

from rubout.facts.split import Cochange, Facts, Knobs, LongFile, Mention, Shared, Span, Unit
from rubout.judge.split import check_knobs, judge
from tests.refusals import refusal, refused_knob
from tests.tables import cases

RECORDS = {
    "files": LongFile,
    "units": Unit,
    "mentions": Mention,
    "clones": Span,
    "cochange": Cochange,
    "shared": Shared,
}
PLAIN = Facts((LongFile(0, 100),), (Unit(0, 0, 1, 10), Unit(0, 1, 11, 20)))


@cases(
    "table rows says",
    """
    files    => 1 100            => file 1 stands where 0 is due
    files    => 0 100, 0 9       => file 0 stands where 1 is due
    files    => 0 0              => a total of 0 lines
    units    => 1 0 1 2          => file 1 is not there
    units    => -1 0 1 2         => file -1 is not there
    units    => 0 0 0 2          => lines 0-2 are not within 1-100
    units    => 0 0 3 2          => lines 3-2 are not within 1-100
    units    => 0 0 3 101        => lines 3-101 are not within 1-100
    units    => 0 1 1 2          => unit 1 stands where 0 is due
    units    => 0 0 1 2, 0 2 3 4 => unit 2 stands where 1 is due
    units    => 0 0 1 3, 0 1 3 4 => line 3 belongs to the unit before
    mentions => 1 0 1            => file 1 is not there
    mentions => 0 0 2            => units 0 and 2 are not below 2
    mentions => 0 -1 1           => units -1 and 1 are not below 2
    mentions => 0 1 1            => unit 1 with itself
    mentions => 0 0 1, 0 0 1     => not strictly ascending
    clones   => 1 1 2            => file 1 is not there
    clones   => 0 2 1            => lines 2-1 are not within 1-100
    clones   => 0 2 3, 0 1 9     => not strictly ascending
    cochange => 0 1 0            => unit 1 is not before unit 0
    cochange => 0 0 0            => unit 0 with itself
    cochange => 0 0 9            => units 0 and 9 are not below 2
    cochange => 0 0 1, 0 0 1     => not strictly ascending
    shared   => 1 0 1 x          => file 1 is not there
    shared   => 0 1 0 x          => unit 1 is not before unit 0
    shared   => 0 0 9 x          => units 0 and 9 are not below 2
    shared   => 0 0 1 y, 0 0 1 x => not strictly ascending
    """,
)
def test_the_last_row_breaks_the_contract_and_is_named(table: str, rows: str, says: str) -> None:
    broken = tuple(
        RECORDS[table](*(int(word) if word.lstrip("-").isdigit() else word for word in row.split()))
        for row in rows.split(",")
    )
    facts = msgspec.structs.replace(PLAIN, **{table: broken})
    assert refusal(judge, facts, Knobs()) == (f"split {table}[{len(broken) - 1}]", says)


def test_units_of_files_that_descend_are_named() -> None:
    files = (LongFile(0, 9), LongFile(1, 9))
    facts = Facts(files, (Unit(1, 0, 1, 2), Unit(0, 0, 1, 2)))
    assert refusal(judge, facts, Knobs()) == ("split units[1]", "file 0 comes after file 1")


@pytest.mark.parametrize("name", [name for name in Knobs.__struct_fields__ if name != "law"])
def test_a_knob_is_at_least_1(name: str) -> None:
    knobs = msgspec.structs.replace(Knobs(), **{name: 0})
    assert refused_knob(judge, check_knobs, Facts(), knobs) == (name, "0 is below 1")


def test_there_are_two_laws() -> None:
    wrong = refused_knob(judge, check_knobs, Facts(), Knobs(law="weight"))
    assert wrong == ("law", "'weight' is none of density, mass")
