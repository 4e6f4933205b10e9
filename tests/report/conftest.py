"""Outcomes built in code, judged by the real judges."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubout.errors import ExitCode
from rubout.facts import clones, docdup, scan
from rubout.facts.documents import Omitted
from rubout.facts.source import FileFacts, Function, Permit, TopLevel
from rubout.facts.survey import Problem, Survey, SurveyedFile
from rubout.gate.outcome import Outcome
from rubout.gate.scan_rows import scan_values, with_permits
from rubout.judge.clones import judge as judge_clones
from rubout.judge.docdup import judge as judge_docdup
from rubout.judge.scan import judge as judge_scan

PYTHON, MARKDOWN = 0, 5
AWKWARD = "a b/é:1,ü%|`x`[0]{y}::z\n.py"

ScanOf = Callable[..., Outcome]
ClonesOf = Callable[..., Outcome]


def survey_of(files: dict[str, FileFacts], **others: object) -> Survey:
    rows = tuple(SurveyedFile(path, "0" * 40, files[path]) for path in sorted(files, key=str.encode))
    return Survey(files=rows, **{"excluded": {}, **others})  # type: ignore[arg-type]


@pytest.fixture
def scan_of() -> ScanOf:
    def build(files: dict[str, FileFacts], knobs: scan.Knobs = scan.Knobs(), **others: object) -> Outcome:
        survey = survey_of(files, **others)
        facts = scan.Facts(tuple(scan_values(survey)))
        verdict = with_permits(survey, judge_scan(facts, knobs))
        return Outcome("scan", survey, facts, verdict, ExitCode.FAILED if verdict.fail else ExitCode.HELD)

    return build


@pytest.fixture
def clones_of() -> ClonesOf:
    def build(
        facts: clones.Facts, knobs: clones.Knobs = clones.Knobs(), survey: Survey | None = None, **options: object
    ) -> Outcome:
        verdict = judge_clones(facts, knobs)
        code = ExitCode.FAILED if verdict.fail else ExitCode.HELD
        parsed = {path: FileFacts(PYTHON, 10, parsed=True) for path in facts.files}
        return Outcome("clones", survey or survey_of(parsed), facts, verdict, code, options)

    return build


@pytest.fixture
def scanned(scan_of: ScanOf) -> Outcome:
    """One row of each level, two functions of one name, a permit that works and two that do not."""
    long = Function("long", 10, 99, 90, 6, 20, 23, 5, name_ok=True)
    twin = Function("loadIt", 101, 103, 3, 0, 1, 0, 0, name_ok=False)
    again = Function("loadIt", 104, 106, 3, 0, 1, 0, 0, name_ok=False)
    allowed = Function("allowedToo", 110, 112, 3, 0, 1, 0, 0, name_ok=False)
    main = FileFacts(
        PYTHON,
        800,
        parsed=True,
        comment_lines=12,
        functions=(long, twin, again, allowed),
        toplevel=TopLevel(1, 800, 40, 16, 2, 1),
        permits=(
            Permit("scan", "an interface of others", 109, 108, 109),
            Permit("scan", "", 200, 200, 200),
            Permit("sizes", "no such family", 300, 300, 300),
        ),
    )
    broken = FileFacts(PYTHON, 3, parsed=True, parse_errors=2, first_error_line=2)
    notebook = FileFacts(
        PYTHON,
        20,
        parsed=True,
        functions=(Function("bigF", 12, 14, 3, 0, 1, 0, 0, name_ok=False, cell=2),),
        cells=(1, 5, 11),
    )
    return scan_of(
        {
            "src/main.py": main,
            "src/broken.py": broken,
            "book.ipynb": notebook,
            "gen.py": FileFacts(PYTHON, 9000, rule="generated"),
            "big.md": FileFacts(MARKDOWN, 400, rule="large"),
            AWKWARD: FileFacts(PYTHON, 301, parsed=True),
        },
        excluded={"vendor/": 3, "dot": 1, "generated": 1, "large": 1},
        problems=(Problem("locked.py", "permission denied"),),
        missing_grammars=("kotlin",),
    )


def repeat(tokens: int, digest: str, *places: tuple[int, int, int, int], distinct: int = 22) -> clones.Repeat:
    return clones.Repeat(tokens, distinct, digest, tuple(clones.Place(*place) for place in places))


@pytest.fixture
def cloned_facts() -> clones.Facts:
    """The three copies of docs/methodology/clones.md, and one T1 class in awkwardly named files."""
    return clones.Facts(
        files=(AWKWARD, "a.py", "b.py", "c.py"),
        repeats=(
            repeat(52, "87959bfdca35fb2d", (1, 1, 10, 0), (2, 1, 10, 1), (3, 1, 10, 0)),
            repeat(60, "1111111111112222", (0, 5, 25, 0), (1, 30, 50, 0)),
            repeat(50, "1111111111113333", (0, 40, 60, 0), (1, 60, 80, 2)),
            repeat(90, "4444444444444444", (0, 70, 90, 0), (1, 90, 99, 0), distinct=3),
        ),
        masked_tokens=31,
        parse_errors=2,
    )


@pytest.fixture
def cloned(clones_of: ClonesOf, cloned_facts: clones.Facts) -> Outcome:
    return clones_of(cloned_facts, permitted=1)


@pytest.fixture
def paired(clones_of: ClonesOf, cloned_facts: clones.Facts) -> Outcome:
    """The same with the pairs of the first class and one pair of the advisory band."""
    blocks = (
        clones.Block(1, 1, 10, 2, 1, 10, 52, 22, same_text=False),
        clones.Block(1, 1, 10, 3, 1, 10, 52, 22, same_text=True),
        clones.Block(2, 1, 10, 3, 1, 10, 52, 22, same_text=False),
    )
    near = (clones.Block(2, 20, 24, 3, 30, 34, 30, 11, same_text=False),)
    facts = clones.Facts(
        cloned_facts.files,
        cloned_facts.repeats,
        cloned_facts.masked_tokens,
        cloned_facts.parse_errors,
        blocks,
        near,
    )
    return clones_of(facts, clones.Knobs(budget=3), pairs=True)


def doc_text(words: int, digest: str, shingles: range, *places: tuple[int, int, int, int]) -> docdup.Text:
    return docdup.Text(words, digest, tuple(shingles), tuple(docdup.Place(*place) for place in places))


@pytest.fixture
def doubled() -> Outcome:
    """A class of one text, one of two, one of three; a pair of the advisory band, and two notes."""
    facts = docdup.Facts(
        files=(AWKWARD, "AGENTS.md", "CLAUDE.md", "docs/a.rst", "src/b.py"),
        texts=(
            doc_text(60, "0" * 16, range(56), (0, 3, 9, 0), (1, 3, 9, 0), (2, 3, 9, 0)),
            doc_text(104, "1" * 16, range(100, 196), (1, 20, 29, 0)),
            doc_text(110, "2" * 16, range(110, 206), (3, 7, 12, 3)),
            doc_text(54, "3" * 16, range(300, 350), (3, 40, 44, 3)),
            doc_text(55, "4" * 16, range(301, 352), (4, 1, 5, 2)),
            doc_text(56, "5" * 16, range(302, 354), (4, 50, 58, 1)),
            doc_text(70, "6" * 16, range(20, 86), (4, 70, 80, 1)),
        ),
        pairs=(
            docdup.Pair(0, 6, 40),
            docdup.Pair(1, 2, 33),
            docdup.Pair(3, 4, 53),
            docdup.Pair(3, 5, 52),
            docdup.Pair(4, 5, 54),
        ),
        segments=31,
        over_cap_segments=1,
        exempt_license=2,
        allow_missing_why=1,
        omitted=Omitted(below_floor=120, skeleton_line=4, html_line=3),
    )
    verdict = judge_docdup(facts, docdup.Knobs(advisory_num=40, budget=0))
    survey = survey_of({path: FileFacts(MARKDOWN, 99) for path in facts.files}, excluded={"generated": 2})
    options = {"advisory": True, "bare_permits": (("AGENTS.md", 50),)}
    return Outcome("docdup", survey, facts, verdict, ExitCode.FAILED, options)
