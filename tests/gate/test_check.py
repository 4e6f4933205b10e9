"""What of a judged tree enters the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.errors import ExitCode
from rubout.facts import clones
from rubout.facts.clones import CloneClass, Knobs, Member, Verdict
from rubout.facts.score import Churned, CloneSpread, DocSpread, Position
from rubout.facts.source import FileFacts, Function, TopLevel
from rubout.facts.survey import Survey, SurveyedFile
from rubout.gate.judged import score_facts
from rubout.gate.outcome import Outcome
from tests.near_misses import near_misses
from tests.scores import documents, graph_of, history_of, judged_of, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rubout.facts.churn import Facts as History
    from rubout.facts.docdup import Facts as Documents
    from rubout.facts.score import Facts
    from rubout.gate.near_miss import NearMisses
    from rubout.gate.reference_graph import Built

PYTHON, MARKDOWN, CSS, RST = 0, 5, 9, 23


def function(cognitive: int) -> Function:
    return Function("f", 1, 2, 2, 0, 1, cognitive, 0, name_ok=True)


def survey(*files: FileFacts) -> Survey:
    return Survey(tuple(SurveyedFile(f"{number:02}", "0" * 40, facts) for number, facts in enumerate(files)), {})


def copies(*classes: Sequence[int], distinct: int = 9) -> Verdict:
    """Classes by the files that their members stand in."""
    found = tuple(
        CloneClass(tuple(Member(file, 1, 9, 0) for file in files), 50, distinct, "T1", 50 * (len(files) - 1), "0" * 16)
        for files in classes
    )
    return Verdict(
        classes=found,
        excess=sum(len(files) - 1 for files in classes),
        low_diversity_suppressed=0,
        pairs=None,
        pairs_suppressed=0,
        advisory=None,
        fail=False,
        degraded=False,
        reason=None,
        knobs=Knobs(),
    )


def table(
    files: Survey,
    copied: Verdict | None = None,
    found: NearMisses | None = None,
    texts: Documents | None = None,
    graph: Built | None = None,
    history: History | None = None,
) -> Facts:
    """The score's facts of a tree with these copies, near-copies, texts, references and lines."""
    facts = clones.Facts(tuple(file.path for file in files.files), ())
    copied_code = Outcome("clones", files, facts, copied or copies(), ExitCode.HELD)
    sizes = Outcome("scan", files, None, None, ExitCode.HELD)
    return score_facts(judged_of(sizes, copied_code, found, texts, graph, history))


@pytest.mark.parametrize(
    ("facts", "sizes", "judged_loc"),
    [
        (FileFacts(PYTHON, 70, parsed=True), (70,), (70,)),
        (FileFacts(MARKDOWN, 70), (70,), (70,)),
        (FileFacts(CSS, 70), (70,), ()),
        (FileFacts(RST, 70), (70,), ()),
        (FileFacts(PYTHON, 70), (70,), ()),  # its grammar is not installed
        (FileFacts(PYTHON, 70, rule="large"), (70,), ()),
        (FileFacts(PYTHON, 70, rule="generated"), (), ()),
        (FileFacts(PYTHON, 70, rule="minified"), (), ()),
        (FileFacts(PYTHON, 0, parsed=True), (0,), (0,)),
    ],
)
def test_what_has_rows_is_weighed_and_what_is_read_whole_draws_the_soft_line(
    facts: FileFacts, sizes: tuple[int, ...], judged_loc: tuple[int, ...]
) -> None:
    found = table(survey(facts))
    assert (found.sizes, found.judged_loc) == (sizes, judged_loc)


def test_sizes_keep_the_order_of_the_files_and_the_soft_lines_ascend() -> None:
    files = (FileFacts(PYTHON, 30, parsed=True), FileFacts(CSS, 5), FileFacts(PYTHON, 10, parsed=True))
    found = table(survey(*files))
    assert (found.sizes, found.judged_loc) == ((30, 5, 10), (10, 30))


def test_functions_are_weighed_and_what_stands_outside_them_is_not() -> None:
    top = TopLevel(1, 9, 9, 20, 30, 5)
    one = FileFacts(PYTHON, 9, parsed=True, functions=(function(4), function(0)), toplevel=top)
    two = FileFacts(PYTHON, 9, parsed=True, functions=(function(7),))
    made = FileFacts(PYTHON, 9, rule="generated", functions=(function(99),))
    assert table(survey(one, made, two)).cognitive == (4, 0, 7)


def test_a_class_counts_its_files_once_and_one_within_a_file_is_only_counted() -> None:
    files = [FileFacts(PYTHON, 9, parsed=True)] * 3
    found = table(survey(*files), copies((0, 1), (0, 0, 1, 2, 2), (1, 1), (2, 2, 2)))
    assert found.clones == (CloneSpread(2, 100, 100), CloneSpread(3, 100, 100))
    assert found.skipped_self == 2


def test_every_class_counts_against_the_budget_with_all_its_members() -> None:
    found = table(survey(FileFacts(PYTHON, 9, parsed=True)), copies((0, 0, 1), (1, 1), distinct=8))
    assert found.excesses == ((8, 3), (8, 2))


@pytest.mark.parametrize(
    ("facts", "measured"),
    [(FileFacts(PYTHON, 9, parsed=True), ()), (FileFacts(MARKDOWN, 9), None), (FileFacts(PYTHON, 9), None)],
)
def test_without_a_parsed_file_functions_and_copies_are_not_measured(
    facts: FileFacts, measured: tuple[()] | None
) -> None:
    found = table(survey(facts))
    assert (found.cognitive, found.clones) == (measured, measured)


def test_a_tree_without_a_graph_or_a_window_is_not_judged_by_them() -> None:
    found = table(survey(FileFacts(PYTHON, 9, parsed=True)))
    assert (found.positions, found.churn, found.graph_reason) == (None, None, None)


def test_each_file_of_the_graph_that_may_fail_a_check_has_its_place() -> None:
    files = survey(*[FileFacts(PYTHON, 9, parsed=True)] * 3, FileFacts(MARKDOWN, 9))
    graph = graph_of(files, ["00"], [("00", "01"), ("01", "00"), ("02", "00")])
    assert table(files, graph=graph).positions == (
        Position(2, 1, 2, reached=True, document=False),
        Position(1, 1, 2, reached=True, document=False),
        Position(0, 1, 1, reached=False, document=False),
    )


def test_the_lines_of_a_file_in_the_window_add_up_and_a_file_that_is_gone_has_none() -> None:
    files = survey(*[FileFacts(PYTHON, 9, parsed=True)] * 3)
    lines = {"02": (30, 10), "01": (0, 3), "gone": (9, 9)}
    assert table(files, history=history_of(7, lines)).churn == (Churned(0, 3), Churned(30, 10))
    assert table(files, history=history_of(7, {})).churn == ()


def test_near_copies_stand_behind_the_copies_and_count_within_a_file_with_them() -> None:
    units = [("00", 1, 9, 40), ("01", 1, 9, 40), ("00", 11, 19, 40)]
    found = table(
        survey(*[FileFacts(PYTHON, 99, parsed=True)] * 2),
        copies((0, 1), (0, 0)),
        near_misses((5, units[:2]), (3, [units[0], units[2]])),
    )
    assert found.clones == (CloneSpread(2, 100, 100), CloneSpread(2, 35, 40))
    assert found.excesses == ((9, 2), (9, 2))
    assert found.skipped_self == 2


def test_documentation_over_several_files_is_weighed_and_what_stays_in_one_is_only_counted() -> None:
    texts = text(0, range(60), (0, 1), (1, 1), (1, 9)), text(1, range(60, 120), (0, 20), (0, 30))
    found = table(survey(*[FileFacts(MARKDOWN, 99)] * 2), texts=documents(("00", "01"), *texts))
    assert (found.docdup, found.skipped_self) == ((DocSpread(2, 100, 100, verbatim=True),), 1)


def test_a_tree_without_a_file_that_can_hold_documentation_is_not_judged_by_it() -> None:
    assert table(survey(FileFacts(CSS, 9)), texts=documents(())).docdup is None
    assert table(survey(FileFacts(MARKDOWN, 9))).docdup == ()
