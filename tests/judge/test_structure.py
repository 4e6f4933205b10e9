"""The tree of folders: the worked examples of the method, and its laws on drawn trees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.structure import (
    Convention,
    Declared,
    Deviation,
    Document,
    Facts,
    Knobs,
    Measured,
    Node,
    Pattern,
    Redundant,
    Stale,
    Target,
    Touch,
    Verdict,
)
from rubout.judge.structure import MOST_ROWS, judge
from tests.moved import idle

TREE = Facts(
    nodes=(Node(0, 0, 0, 2, 3), Node(1, 0, 1, 0, 9), Node(2, 0, 1, 1, 6), Node(3, 2, 2, 0, 0)),
    patterns=(Pattern(1, 0, 5), Pattern(1, 3, 4), Pattern(2, 0, 6)),
    conventions=(Convention(0, 3),),
    touches=(Touch(1, 0, 4, 2),),
)
ROOT = Facts(nodes=(Node(0, 0, 0, 0, 0),))
REDUNDANCY = (Redundant(1, 1, 0), Redundant(2, 0, 1))
LAWS = ("density", "mass")


def having(**tables: Any) -> Facts:
    """The tree with more tables, or other ones."""
    return msgspec.structs.replace(TREE, **tables)


def scores(facts: Facts, **knobs: int) -> tuple[int | None, int | None]:
    """By density, and by mass."""
    density, mass = (judge(facts, Knobs(law=law, **knobs)).score for law in LAWS)
    return density, mass


def charges(verdict: Verdict) -> list[int]:
    return [axis.charge for axis in verdict.axes]


def flagged(verdict: Verdict) -> list[tuple[int, int]]:
    return [(flag.dir, flag.axis) for flag in verdict.flags]


def test_example_1_a_tree_of_four_folders() -> None:
    verdict = judge(TREE)
    assert (charges(verdict), verdict.score) == ([0, 200, 200, 200, 200], 840)
    assert (verdict.fail, verdict.degraded, verdict.reason) == (False, False, None)
    assert [(axis.name, axis.opportunity) for axis in verdict.axes] == [
        ("geometry", 4),
        ("naming", 4),
        ("mixing", 4),
        ("misplacement", 4),
        ("docs", 4),
    ]
    by_mass = judge(TREE, Knobs(law="mass"))
    assert (charges(by_mass), by_mass.score) == ([0, 1, 1, 1, 1], 992)
    assert verdict.entropy is not None
    assert (verdict.entropy.naming, verdict.entropy.files) == (782, 916)
    assert flagged(verdict) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [flag.measured for flag in verdict.flags] == [
        (Measured("naming", 987, 600),),
        (Measured("crossing", 8, 0),),
        (Measured("outside", 4, 0),),
        (Measured("files without a README", 9, 8),),
    ]


@pytest.mark.parametrize(
    ("knob", "value", "expected"),
    [
        ("depth_ceil", 1, (800, 990)),
        ("fanout_ceil", 2, (755, 986)),
        ("naming_min", 10, (880, 994)),
        ("naming_ceil", 990, (880, 994)),
        ("mix_ref_floor", 9, (880, 994)),
        ("misplace_min", 5, (880, 994)),
        ("big_dir_floor", 10, (880, 994)),
        ("viol_cost", 50, (200, 960)),
        ("scale", 500, (420, 492)),
    ],
)
def test_example_2_each_knob_moves_the_score(knob: str, value: int, expected: tuple[int, int]) -> None:
    assert scores(TREE, **{knob: value}) == expected
    assert expected != scores(TREE)


def test_example_2_charges_under_another_knob() -> None:
    assert charges(judge(TREE, Knobs(fanout_ceil=2)))[0] == 428
    assert charges(judge(TREE, Knobs(scale=500))) == [0, 100, 100, 100, 100]


EVERY_AXIS = having(staleness=(Stale(1, 1, 2),), redundancy=REDUNDANCY)
MOVED = Knobs(
    law="mass",
    depth_ceil=1,
    fanout_ceil=2,
    naming_min=10,
    naming_ceil=990,
    mix_ref_floor=9,
    misplace_min=5,
    big_dir_floor=10,
    dup_min=2,
    dead_min=2,
    stale_min=2,
    viol_cost=50,
    scale=500,
)


def test_each_knob_moved_alone_moves_the_verdict() -> None:
    assert idle(MOVED, lambda knobs: (judge(EVERY_AXIS, knobs).score, judge(EVERY_AXIS, knobs).flags)) == []


def test_example_3_a_table_that_is_there_is_judged_even_when_it_is_empty() -> None:
    empty = having(redundancy=())
    assert scores(empty) == (867, 994)
    assert [(axis.axis, axis.charge) for axis in judge(empty).axes][-1] == (6, 0)
    redundant = having(redundancy=REDUNDANCY)
    assert charges(judge(redundant))[-1] == 333
    assert scores(redundant) == (812, 990)
    assert flagged(judge(redundant)) == [*flagged(judge(TREE)), (1, 6), (2, 6)]
    assert judge(redundant, Knobs(dup_min=2)).score == judge(redundant, Knobs(dead_min=2)).score == 834


def test_example_3_staleness_is_judged_alone_or_with_redundancy() -> None:
    stale = having(staleness=(Stale(1, 1, 2),))
    assert scores(stale) == (834, 992)
    assert scores(msgspec.structs.replace(stale, redundancy=REDUNDANCY)) == (810, 990)
    assert flagged(judge(stale))[-1] == (1, 5)
    assert flagged(judge(stale, Knobs(stale_min=2))) == flagged(judge(TREE))


def test_example_4_a_bare_root_owes_a_manifest() -> None:
    verdict = judge(ROOT)
    assert (charges(verdict)[4], scores(ROOT)) == (500, (900, 998))
    assert verdict.flags[0].measured == (Measured("manifests", 0, 1),)


def test_example_5_a_document_is_stale_when_what_it_refers_to_changed_later() -> None:
    documents = (Document(0, 100), Document(0, 0), Document(2, 50), Document(2, 70), Document(2, 0))
    targets = (Target(0, 100), Target(1, 40), Target(2, 51), Target(3, 60))
    verdict = judge(having(documents=documents, targets=targets))
    assert verdict.staleness == (Stale(0, 1, 2), Stale(2, 1, 3))
    assert flagged(verdict)[-2:] == [(0, 5), (2, 5)]


@pytest.mark.parametrize(
    ("declared", "divergence", "deviations"),
    [
        ([(0, 1), (1, 2), (2, 3)], 138, []),
        ([(0, 1), (1, 3), (2, 2)], 0, []),
        ([(1, 1)], None, [(0, 0), (2, 0)]),
        ([(1, 1), (3, 1)], None, [(0, 0), (2, 0), (3, 1)]),
        ([(0, 1), (2, 1)], 111, []),
        ([], None, []),
    ],
)
def test_example_6_the_declared_layout_never_moves_the_score(
    declared: list[tuple[int, int]], divergence: int | None, deviations: list[tuple[int, int]]
) -> None:
    verdict = judge(having(declared=tuple(Declared(*row) for row in declared)))
    assert verdict.divergence == divergence
    assert verdict.deviations == tuple(Deviation(*row) for row in deviations)
    assert verdict.score == 840


def with_misplaced(count: int, size: int) -> Facts:
    """A root with a manifest above folders, so many of which have a file that belongs elsewhere."""
    folders = (Node(index, 0, 1, 0, 1) for index in range(1, size))
    return Facts(
        nodes=(Node(0, 0, 0, size - 1, 0), *folders),
        conventions=(Convention(0, 2),),
        touches=tuple(Touch(index, 0, 3, 1) for index in range(size - count, size)),
    )


@pytest.mark.parametrize(
    ("flags", "size", "charge"),
    [(1, 10, 90), (10, 100, 90), (100, 1000, 90), (1, 4, 200), (2, 4, 333), (3, 4, 428), (65, 65, 500)],
)
def test_example_9_the_rate_alone_sets_the_charge(flags: int, size: int, charge: int) -> None:
    facts = with_misplaced(flags, size)
    assert charges(judge(facts, Knobs(fanout_ceil=1000)))[3] == charge
    assert charges(judge(facts, Knobs(fanout_ceil=1000, law="mass")))[3] == flags


def test_example_9_seven_axes_at_a_hundred_of_a_thousand() -> None:
    wanted = 100
    folders = [Node(0, 0, 0, 0, 0), *(Node(index, index - 1, index, 0, 8) for index in range(1, wanted + 1))]
    folders += [Node(index, 0, 1, 0, 0) for index in range(wanted + 1, 1000)]
    flagged_dirs = range(1, wanted + 1)
    facts = Facts(
        nodes=tuple(folders),
        conventions=(Convention(0, 2),),
        patterns=tuple(Pattern(index, code, 4) for index in flagged_dirs for code in (0, 1)),
        touches=tuple(Touch(index, 0, 5, 1) for index in flagged_dirs),
        staleness=tuple(Stale(index, 1, 1) for index in flagged_dirs),
        redundancy=tuple(Redundant(index, 1, 0) for index in flagged_dirs),
    )
    shallow = msgspec.structs.replace(
        facts, nodes=tuple(msgspec.structs.replace(node, parent=0, depth=min(node.id, 1)) for node in folders)
    )
    verdict = judge(shallow, Knobs(fanout_ceil=7))
    assert [axis.violations for axis in verdict.axes] == [100] * 7
    assert scores(shallow, fanout_ceil=7) == (910, 0)


@pytest.mark.parametrize(
    ("axis", "inside", "most"),
    [
        pytest.param(3, 2, 4, id="a file is where it belongs with twice as much outside as inside"),
        pytest.param(2, 4, 4, id="a folder does not mix with as much inside as outside"),
    ],
)
def test_up_to_so_many_references_outside_are_in_order(axis: int, inside: int, most: int) -> None:
    assert (1, axis) not in flagged(judge(having(touches=(Touch(1, inside, most, 1),))))
    assert (1, axis) in flagged(judge(having(touches=(Touch(1, inside, most + 1, 1),))))


def test_the_worst_file_of_a_folder_is_shown() -> None:
    touches = (Touch(1, 0, 3, 1), Touch(1, 1, 6, 1), Touch(1, 2, 6, 1))
    shown = [flag.measured for flag in judge(having(touches=touches)).flags if flag.axis == 3]
    assert shown == [(Measured("outside", 6, 2),)]


def test_a_folder_is_flagged_once_by_an_axis_with_everything_that_did() -> None:
    verdict = judge(having(redundancy=(Redundant(1, 2, 3),)))
    assert verdict.flags[-1].measured == (Measured("copies", 2, 1), Measured("dead files", 3, 1))


def test_too_many_rows_are_not_judged() -> None:
    verdict = judge(Facts(nodes=(Node(0, 0, 0, 0, 0),) * (MOST_ROWS + 1)), Knobs(scale=0))
    assert (verdict.score, verdict.fail, verdict.degraded, verdict.reason) == (None, True, True, "structure_too_large")
    assert (verdict.axes, verdict.flags, verdict.entropy) == ((), (), None)
    assert verdict.knobs == Knobs()


@st.composite
def drawn(draw: st.DrawFn) -> Facts:
    size = draw(st.integers(1, 8))
    nodes = [Node(0, 0, 0, draw(st.integers(0, 4)), draw(st.integers(0, 12)))]
    for index in range(1, size):
        parent = draw(st.integers(0, index - 1))
        nodes.append(Node(index, parent, nodes[parent].depth + 1, draw(st.integers(0, 4)), draw(st.integers(0, 12))))
    dirs = st.integers(0, size - 1)
    few, some = st.integers(0, 6), st.integers(1, 6)
    keys = draw(st.sets(st.tuples(dirs, few), max_size=9))
    touched = draw(st.sets(st.tuples(dirs, few, few), max_size=9))
    return Facts(
        nodes=tuple(nodes),
        patterns=tuple(Pattern(*key, draw(some)) for key in sorted(keys)),
        conventions=tuple(Convention(dir_, draw(st.integers(1, 3))) for dir_ in sorted(draw(st.sets(dirs)))),
        touches=tuple(Touch(*key, draw(some)) for key in sorted(touched)),
        redundancy=draw(
            st.none()
            | st.sets(dirs).map(lambda found: tuple(Redundant(dir_, dir_ % 3, dir_ % 2) for dir_ in sorted(found)))
        ),
        declared=tuple(Declared(dir_, draw(some)) for dir_ in sorted(draw(st.sets(dirs, max_size=3)))),
    )


KNOBS = st.builds(
    Knobs,
    law=st.sampled_from(LAWS),
    depth_ceil=st.integers(1, 4),
    fanout_ceil=st.integers(1, 9),
    misplace_min=st.integers(1, 5),
    mix_ref_floor=st.integers(1, 9),
    viol_cost=st.integers(1, 60),
)


@given(drawn(), KNOBS)
def test_a_score_stays_on_the_scale_and_only_judged_axes_flag(facts: Facts, knobs: Knobs) -> None:
    verdict = judge(facts, knobs)
    assert verdict.score is not None
    assert 0 <= verdict.score <= knobs.scale
    assert len(verdict.axes) == 5 + (facts.redundancy is not None)
    flags = [(flag.axis, flag.dir) for flag in verdict.flags]
    assert flags == sorted(set(flags))
    assert [sum(axis == one.axis for axis, _ in flags) for one in verdict.axes] == [
        axis.violations for axis in verdict.axes
    ]
    assert all(flag.measured for flag in verdict.flags)


@given(drawn(), KNOBS)
def test_geometry_and_traffic_are_flagged_as_their_definitions_say(facts: Facts, knobs: Knobs) -> None:
    found = flagged(judge(facts, knobs))
    for node in facts.nodes:
        rows = [row for row in facts.touches if row.dir == node.id]
        ins, outs = (sum(getattr(row, side) * row.count for row in rows) for side in ("inside", "outside"))
        misplaced = any(row.outside >= knobs.misplace_min and row.outside > 2 * row.inside for row in rows)
        wide = node.depth > knobs.depth_ceil or node.subdirs + node.files > knobs.fanout_ceil
        assert ((node.id, 0) in found) == wide
        assert ((node.id, 2) in found) == (ins + outs >= knobs.mix_ref_floor and outs > ins)
        assert ((node.id, 3) in found) == misplaced


@given(drawn(), KNOBS, st.integers(0, 7))
def test_one_more_flag_never_raises_the_score(facts: Facts, knobs: Knobs, at: int) -> None:
    before = judge(facts, knobs)
    wider = [
        msgspec.structs.replace(node, subdirs=99) if node.id == at % len(facts.nodes) else node for node in facts.nodes
    ]
    after = judge(msgspec.structs.replace(facts, nodes=tuple(wider)), knobs)
    assert before.score is not None
    assert after.score is not None
    assert after.score <= before.score


@given(drawn(), st.integers(2, 5))
def test_only_the_proportions_of_weights_matter(facts: Facts, factor: int) -> None:
    heavier = tuple(Declared(row.dir, factor * row.weight) for row in facts.declared)
    one, other = judge(facts), judge(msgspec.structs.replace(facts, declared=heavier))
    assert (one.divergence, one.deviations) == (other.divergence, other.deviations)


@given(drawn())
def test_files_are_owned_by_the_nearest_declared_folder_above_or_by_none(facts: Facts) -> None:
    declared = {row.dir for row in facts.declared}
    mass = dict.fromkeys(declared, 0)
    expected = set()
    for node in facts.nodes:
        at = node.id
        while at not in declared and at:
            at = facts.nodes[at].parent
        if at in declared:
            mass[at] += node.files
        elif node.files and declared:
            expected.add((node.id, 0))
    expected |= {(dir_, 1) for dir_, files in mass.items() if not files}
    assert [(row.dir, row.kind) for row in judge(facts).deviations] == sorted(expected)
