"""Of a model's answer all counts or nothing, and what is missing is never a yes."""

from __future__ import annotations

import copy
import json
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.review.records import ReviewVerdict, Stage
from rubout.review.semantic.reply import CODES, Answer, ReplyError, joined, read_answer, span_of
from rubout.review.semantic.request import REPLY_MAX
from tests.questions import CLEAN, EVAL, NONCE, approval, encoded, refusal, request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rubout.review.semantic.reply import Induced
    from rubout.review.semantic.request import Request

TWO = request(CLEAN, EVAL)


def fires(rule: Induced) -> bool:
    return isinstance(rule.marker, str) and rule.marker in CLEAN + EVAL


def code_of(raw: bytes, asked: Request = TWO) -> str | None:
    try:
        read_answer(raw, asked, fires)
    except ReplyError as error:
        return error.code
    return None


def changed(answer: dict[str, Any], change: Callable[[dict[str, Any]], Any]) -> bytes:
    copied = copy.deepcopy(answer)
    change(copied)
    return encoded(copied)


def test_a_complete_approval_counts() -> None:
    answer = read_answer(encoded(approval(TWO)), TWO, fires)
    assert [(each.stage, each.verdict) for each in answer.stages] == [
        (Stage.SPEC_COMPLIANCE, ReviewVerdict.APPROVE),
        (Stage.QUALITY, ReviewVerdict.APPROVE),
    ]
    assert (answer.induced, answer.refuses) == ((), False)


def test_a_refusal_counts_and_teaches() -> None:
    asked = request(EVAL)
    answer = read_answer(encoded(refusal(asked)), asked, fires)
    assert answer.refuses
    assert [rule.marker for rule in answer.induced] == ["eval("]


def test_without_a_claim_only_quality_is_judged() -> None:
    asked = request(CLEAN, clauses=())
    assert code_of(encoded(approval(asked)), asked) is None
    assert [stage.stage for stage in read_answer(encoded(approval(asked)), asked, fires).stages] == [Stage.QUALITY]


def test_one_refused_stage_leaves_the_other_open() -> None:
    asked = request(EVAL)
    answer = refusal(asked)
    del answer["stages"][0]
    assert [stage.stage for stage in read_answer(encoded(answer), asked, fires).stages] == [Stage.QUALITY]


APPROVAL, REFUSAL = approval(TWO), refusal(TWO, edit=1)
LONG = "x" * 2_001


def finding(**parts: Any) -> bytes:
    """The refusal with another finding."""
    return changed(REFUSAL, lambda answer: answer["stages"][1]["findings"][0].update(parts))


def quality(**parts: Any) -> bytes:
    """The refusal with quality judged otherwise."""
    return changed(REFUSAL, lambda answer: answer["stages"][1].update(parts))


def rule(**parts: Any) -> bytes:
    """The refusal that teaches something else."""
    return changed(REFUSAL, lambda answer: answer["induced"][0].update(parts))


def clause(**parts: Any) -> bytes:
    """The approval with its clause answered otherwise."""
    return changed(APPROVAL, lambda answer: answer["stages"][0]["clauses"][0].update(parts))


REFUSED_ANSWERS: list[tuple[str, str, bytes]] = [
    ("empty", "nothing", b""),
    ("empty", "white space", b" \n"),
    ("partial", "cut in the middle", encoded(APPROVAL)[:-40]),
    ("partial", "cut in a string", encoded(APPROVAL)[:12]),
    ("malformed", "words", b"LGTM"),
    ("malformed", "a fenced object", b"```json\n" + encoded(APPROVAL) + b"\n```"),
    ("malformed", "two objects", encoded(APPROVAL) * 2),
    ("malformed", "a list", b"[]"),
    ("malformed", "no UTF-8", b'{"a":"\xff"}'),
    ("malformed", "too deep", b"[" * 100_000),
    ("malformed", "over 1 MiB", encoded(APPROVAL) + b" " * REPLY_MAX),
    ("malformed", "a member twice", encoded(APPROVAL).replace(b'"induced"', b'"induced": [], "induced"')),
    ("malformed", "a stage's member twice", encoded(APPROVAL).replace(b'"findings"', b'"covered": [], "findings"', 1)),
    ("malformed", "a fraction", encoded(APPROVAL).replace(b"[0, 1]", b"[0.0, 1]")),
    ("malformed", "an unknown member", changed(APPROVAL, lambda a: a.update(score=9))),
    ("malformed", "another schema", changed(APPROVAL, lambda a: a.update(schema="rubout.review-reply/2"))),
    ("malformed", "an unknown verdict", changed(APPROVAL, lambda a: a["stages"][0].update(verdict="lgtm"))),
    ("malformed", "an unknown stage", changed(APPROVAL, lambda a: a["stages"][0].update(stage="style"))),
    ("malformed", "an unclaimed clause", clause(id="C2")),
    ("malformed", "a long quote", finding(quote="x" * 301)),
    ("malformed", "a long text", finding(text=LONG)),
    ("malformed", "no text", finding(text=" ")),
    ("malformed", "half a character", finding(text="\ud800")),
    ("malformed", "201 findings", quality(findings=REFUSAL["stages"][1]["findings"] * 201)),
    ("stale_reply", "an old nonce", changed(APPROVAL, lambda a: a.update(nonce="f" * 32))),
    ("wrong_op", "another op", changed(APPROVAL, lambda a: a.update(op_id="sha256:" + "1" * 64))),
    ("stage_twice", "a stage twice", changed(APPROVAL, lambda a: a["stages"].append(a["stages"][0]))),
    ("missing_stage", "no quality", changed(APPROVAL, lambda a: a["stages"].pop())),
    ("missing_stage", "no stage", changed(APPROVAL, lambda a: a["stages"].clear())),
    (
        "findings_on_approval",
        "a finding",
        changed(APPROVAL, lambda a: a["stages"][1].update(findings=REFUSAL["stages"][1]["findings"])),
    ),
    ("refusal_without_findings", "none", quality(findings=[])),
    ("incomplete", "an edit left out", changed(APPROVAL, lambda a: a["stages"][1].update(covered=[0]))),
    ("incomplete", "an edit twice", changed(APPROVAL, lambda a: a["stages"][1].update(covered=[0, 0, 1]))),
    ("incomplete", "an edit too many", changed(APPROVAL, lambda a: a["stages"][1].update(covered=[0, 1, 2]))),
    ("incomplete", "no clause", changed(APPROVAL, lambda a: a["stages"][0].update(clauses=[]))),
    ("incomplete", "a clause unmet", clause(met=False)),
    ("incomplete", "no quote", clause(quote="")),
    ("incomplete", "a false quote", clause(quote="class X")),
    ("ungrounded", "a quote from nowhere", finding(quote="os.system(")),
    ("ungrounded", "a quote of another edit", finding(edit=0)),
    ("ungrounded", "an edit that is not there", finding(edit=7)),
    ("ungrounded", "white space", finding(quote=" ")),
    ("induced_on_approval", "all approved", changed(APPROVAL, lambda a: a.update(induced=REFUSAL["induced"]))),
    ("induced_on_approval", "the other stage", rule(stage="spec_compliance")),
    ("induced_too_many", "nine", changed(REFUSAL, lambda a: a.update(induced=a["induced"] * 9))),
    ("induced_not_in_op", "elsewhere", rule(marker="os.system(")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "raw"),
    [(code, raw) for code, _, raw in REFUSED_ANSWERS],
    ids=[f"{code}: {what}" for code, what, _ in REFUSED_ANSWERS],
)
def test_examples_21_and_22_an_answer_that_breaks_a_rule_does_not_count(code: str, raw: bytes) -> None:
    assert code_of(raw) == code


def test_every_code_has_an_answer_that_earns_it() -> None:
    assert {code for code, *_ in REFUSED_ANSWERS} == CODES.keys() - {"model_refused"}  # that one is the protocol's


def members(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every member and item of a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from members(item, (*path, key))


def without(document: Any, path: tuple[Any, ...]) -> bytes:
    copied = copy.deepcopy(document)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    return encoded(copied)


@pytest.mark.parametrize("path", list(members(APPROVAL)), ids=str)
def test_p11_an_approval_with_anything_dropped_is_none(path: tuple[Any, ...]) -> None:
    assert code_of(without(APPROVAL, path)) is not None


def dumped(value: Any, doubled: tuple[Any, ...], path: tuple[Any, ...] = ()) -> str:
    """JSON with the member or item at one path written twice."""
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key)}:{dumped(item, doubled, (*path, key))}"
            for key, item in value.items()
            for _ in range(1 + ((*path, key) == doubled))
        ]
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list):
        parts = [
            dumped(item, doubled, (*path, index))
            for index, item in enumerate(value)
            for _ in range(1 + ((*path, index) == doubled))
        ]
        return "[" + ",".join(parts) + "]"
    return json.dumps(value)


@pytest.mark.parametrize("path", list(members(APPROVAL)), ids=str)
def test_p11_an_approval_with_anything_doubled_is_none(path: tuple[Any, ...]) -> None:
    assert code_of(dumped(APPROVAL, path).encode()) is not None


WORDS = st.sampled_from(
    ["approve", "request_changes", "quality", "spec_compliance", "C1", "C2", "eval(", "fn run()", "", NONCE]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def answers(draw: st.DrawFn) -> dict[str, Any]:
    """An approval or a refusal in which up to three places are something else."""
    answer = copy.deepcopy(draw(st.sampled_from([APPROVAL, REFUSAL])))
    for _ in range(draw(st.integers(0, 3))):
        *path, last = draw(st.sampled_from(list(members(answer))))
        holder: Any = answer
        for key in path:
            holder = holder[key]
        holder[last] = draw(VALUES)
    return answer


def is_complete(answer: dict[str, Any]) -> bool:
    """The slow twin: an approval of all stages, looked at member by member."""
    first, second = sorted(answer["stages"], key=lambda stage: stage["stage"] == "quality")
    said = first["clauses"]
    return (
        answer["nonce"] == NONCE
        and (first["stage"], second["stage"]) == ("spec_compliance", "quality")
        and all(stage["findings"] == [] and sorted(stage["covered"]) == [0, 1] for stage in (first, second))
        and [(clause["id"], clause["met"]) for clause in said] == [("C1", True)]
        and all(
            bool(clause["quote"].strip()) and clause["quote"] in (CLEAN, EVAL)[clause["edit"]]
            for clause in chain(said, second["clauses"])
        )
        and answer["induced"] == []
    )


@settings(max_examples=1_000)
@given(answers())
def test_p11_only_a_complete_answer_approves(answer: dict[str, Any]) -> None:
    try:
        read = read_answer(encoded(answer), TWO, fires)
    except ReplyError as error:
        assert error.code in CODES
        return
    if not read.refuses:
        assert is_complete(answer)


@settings(max_examples=500)
@given(VALUES.map(encoded) | st.binary(max_size=200))
def test_p11_a_random_answer_is_none(raw: bytes) -> None:
    assert code_of(raw) in CODES


def test_a_finding_that_quotes_nothing_is_dropped_and_counted() -> None:
    answer = refusal(TWO, edit=1)
    invented = {"edit": 1, "quote": "os.system(", "text": "invented", "clause": None}
    answer["stages"][1]["findings"].append(invented)
    read = read_answer(encoded(answer), TWO, fires)
    assert [finding.quote for finding in read.stages[1].findings] == ["eval("]
    assert read.dropped == 1


def test_a_quote_may_be_wrapped_otherwise() -> None:
    asked = request("fn run() {\n    eval(input);\n}\n")
    assert code_of(encoded(refusal(asked, "run() { eval(input); }")), asked) is None


@pytest.mark.parametrize(
    ("quote", "text", "span"),
    [
        ("eval(input)", EVAL.encode(), (11, 22)),
        ("b c", "ä b\n  c".encode(), (3, 8)),
        ("x", b"abc", None),
        ("a", b"a\xff", None),
        (" ", b"a b", None),
    ],
)
def test_a_span_is_bytes_of_the_replacement(quote: str, text: bytes, span: tuple[int, int] | None) -> None:
    assert span_of(quote, text) == span


def answer_about(text: str, *, refused: bool) -> Answer:
    asked = request(text)
    return read_answer(encoded(refusal(asked) if refused else approval(asked)), asked, fires)


def test_one_refused_part_refuses_the_whole() -> None:
    whole = joined([answer_about(CLEAN, refused=False), answer_about(EVAL, refused=True)])
    assert [(stage.stage, stage.verdict) for stage in whole.stages] == [
        (Stage.SPEC_COMPLIANCE, ReviewVerdict.APPROVE),
        (Stage.QUALITY, ReviewVerdict.REQUEST_CHANGES),
    ]
    assert [rule.marker for rule in whole.induced] == ["eval("]


def test_a_stage_that_a_part_leaves_open_is_not_approved() -> None:
    asked = request(EVAL)
    half = refusal(asked)
    del half["stages"][0]
    whole = joined([answer_about(CLEAN, refused=False), read_answer(encoded(half), asked, fires)])
    assert [stage.stage for stage in whole.stages] == [Stage.QUALITY]


def test_parts_together_teach_no_more_than_one_may() -> None:
    parts = []
    for start in range(0, 10, 5):
        text = " ".join(f"eval{number}(" for number in range(start, start + 5))
        asked = request(f"fn run() {{ {text} }}")
        answer = refusal(asked, f"eval{start}(")
        answer["induced"] = [{**answer["induced"][0], "marker": f"eval{number}("} for number in range(start, start + 5)]
        parts.append(read_answer(encoded(answer), asked, lambda _: True))
    with pytest.raises(ReplyError, match="more than 8"):
        joined(parts)
