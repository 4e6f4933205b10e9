"""What of a model's answer counts?

An answer is taken whole or not at all: nothing in it is repaired, and what is missing is never read as yes.
Refused   see `CODES`; the first that applies
Grounded  a finding whose quote stands in the removed or the new text of the edit that it names, runs of white space
          being equal; a single finding that is not is dropped and counted, a refusal without any other is refused
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from rubout.review.records import FINDINGS_MAX, QUOTE_MAX, ReviewVerdict, Stage
from rubout.review.semantic.request import INDUCED_MAX, REPLY_MAX, REPLY_SCHEMA, TEXT_CHARS
from rubout.review.strict_json import decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rubout.review.semantic.request import AskedEdit, Request

CODES: Final = {
    "empty": "the answer is empty",
    "partial": "the answer was cut short",
    "model_refused": "the model declined to answer",
    "malformed": "the answer is no object of the form that was asked for",
    "stale_reply": "the answer is to another request",
    "wrong_op": "the answer is about another change",
    "stage_twice": "a stage is judged twice",
    "missing_stage": "a stage is not judged, and no other is refused",
    "findings_on_approval": "an approval comes with findings",
    "refusal_without_findings": "a refusal names nothing",
    "incomplete": "an approval leaves out an edit or a clause",
    "ungrounded": "a refusal quotes what stands nowhere in the change",
    "induced_on_approval": "a rule is taught by a stage that was not refused",
    "induced_too_many": f"more than {INDUCED_MAX} rules are taught",
    "induced_not_in_op": "a rule is taught that the change does not break",
}


class ReplyError(Exception):
    """The answer does not count; `code` is one of `CODES`."""

    def __init__(self, code: str) -> None:
        super().__init__(CODES[code])
        self.code = code


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, with the text that shows it."""

    edit: int
    quote: str
    text: str
    clause: str | None


class ClauseAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a clause is satisfied, with the text that shows it."""

    id: str
    met: bool
    edit: int
    quote: str


class StageAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The judgement of one stage."""

    stage: Stage
    verdict: ReviewVerdict
    findings: tuple[Finding, ...]
    covered: tuple[int, ...]
    clauses: tuple[ClauseAnswer, ...]


class Induced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause that will come back; `marker` is text, or the tokens of a pattern."""

    kind: Literal["literal", "tokens", "ast"]
    lang: str | None
    marker: str | tuple[str, ...]
    stage: Stage
    finding: str


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer as it came, well formed."""

    schema: str
    nonce: str
    op_id: str
    stages: tuple[StageAnswer, ...]
    induced: tuple[Induced, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that counts: stages in the order asked for, findings grounded; `dropped` counts those that were not."""

    stages: tuple[StageAnswer, ...]
    induced: tuple[Induced, ...]
    dropped: int = 0

    @property
    def refuses(self) -> bool:
        """Whether any stage is refused."""
        return any(stage.verdict is ReviewVerdict.REQUEST_CHANGES for stage in self.stages)


def read_answer(raw: bytes, request: Request, fires: Callable[[Induced], bool]) -> Answer:
    """The answer to one request.

    Args:
        raw: what came back.
        request: what it must be the answer to.
        fires: whether a taught rule would have refused this change.

    Raises:
        ReplyError: it does not count.
    """
    reply = _decoded(raw)
    if reply.schema != REPLY_SCHEMA:
        raise ReplyError("malformed")
    if reply.nonce != request.nonce:
        raise ReplyError("stale_reply")
    if reply.op_id != request.op_id:
        raise ReplyError("wrong_op")
    _check_stages(reply, request)
    _check_texts(reply, request)
    judged = [_judged(stage, request) for stage in reply.stages]
    stages = tuple(sorted((stage for stage, _ in judged), key=lambda stage: request.stages.index(stage.stage)))
    _check_induced(reply.induced, stages, fires)
    return Answer(stages, reply.induced, sum(dropped for _, dropped in judged))


def joined(answers: Sequence[Answer]) -> Answer:
    """What the answers about all parts of one change come to: one refusal refuses, all must approve.

    A stage that some part leaves open, which only a refused one may, is left open unless it is refused elsewhere.

    Raises:
        ReplyError: together they teach too many rules.
    """
    stages = []
    for name in Stage:
        said = [stage for answer in answers for stage in answer.stages if stage.stage is name]
        refused = [stage for stage in said if stage.verdict is ReviewVerdict.REQUEST_CHANGES]
        if refused or (said and len(said) == len(answers)):
            stages.append(_one(refused or said))
    induced = tuple(dict.fromkeys(one for answer in answers for one in answer.induced))
    if len(induced) > INDUCED_MAX:
        raise ReplyError("induced_too_many")
    return Answer(tuple(stages), induced, sum(answer.dropped for answer in answers))


def span_of(quote: str, replacement: bytes) -> tuple[int, int] | None:
    """The bytes of a replacement that a quote stands for; None where it stands nowhere in it, or bytes are no text."""
    try:
        text = replacement.decode()
    except UnicodeDecodeError:
        return None
    found = _find(quote, text)
    if found is None:
        return None
    start = len(text[: found.start()].encode())
    return start, start + len(found.group().encode())


def _one(stages: Sequence[StageAnswer]) -> StageAnswer:
    return StageAnswer(
        stages[0].stage,
        stages[0].verdict,
        tuple(finding for stage in stages for finding in stage.findings)[:FINDINGS_MAX],
        tuple(sorted({index for stage in stages for index in stage.covered})),
        stages[0].clauses,
    )


def _decoded(raw: bytes) -> Reply:
    if not raw.strip():
        raise ReplyError("empty")
    if len(raw) > REPLY_MAX:
        raise ReplyError("malformed")
    try:
        return msgspec.convert(decoded(raw), Reply)
    except json.JSONDecodeError as error:
        cut = error.doc.lstrip().startswith("{") and error.pos >= len(error.doc.rstrip())
        raise ReplyError("partial" if cut or error.msg.startswith("Unterminated") else "malformed") from error
    except ValueError as error:  # of JSON, or msgspec's
        raise ReplyError("malformed") from error


def _check_stages(reply: Reply, request: Request) -> None:
    names = [stage.stage for stage in reply.stages]
    if any(name not in request.stages for name in names):
        raise ReplyError("malformed")
    if len(set(names)) != len(names):
        raise ReplyError("stage_twice")
    refuses = any(stage.verdict is ReviewVerdict.REQUEST_CHANGES for stage in reply.stages)
    if set(names) != set(request.stages) and not refuses:
        raise ReplyError("missing_stage")


def _check_texts(reply: Reply, request: Request) -> None:
    """Lengths, and the names of clauses."""
    claimed = {clause.id for clause in request.clauses}
    findings = [finding for stage in reply.stages for finding in stage.findings]
    clauses = [clause for stage in reply.stages for clause in stage.clauses]
    quotes = [finding.quote for finding in findings] + [clause.quote for clause in clauses]
    texts = [finding.text for finding in findings] + [rule.finding for rule in reply.induced]
    named = {clause.id for clause in clauses} | {finding.clause for finding in findings if finding.clause is not None}
    fits = (
        named <= claimed
        and all(len(quote) <= QUOTE_MAX and _is_text(quote) for quote in quotes)
        and all(text.strip() and len(text) <= TEXT_CHARS and _is_text(text) for text in texts)
        and all(len(stage.findings) <= FINDINGS_MAX for stage in reply.stages)
    )
    if not fits:
        raise ReplyError("malformed")


def _is_text(text: str) -> bool:
    """Whether it holds no half of a surrogate pair, which JSON can spell and UTF-8 cannot."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _judged(stage: StageAnswer, request: Request) -> tuple[StageAnswer, int]:
    """The stage with its grounded findings alone, and how many were dropped."""
    edits = {edit.index: edit for edit in request.edits}
    if stage.verdict is ReviewVerdict.APPROVE:
        if stage.findings:
            raise ReplyError("findings_on_approval")
        if not _is_complete(stage, request, edits):
            raise ReplyError("incomplete")
        return stage, 0
    if not stage.findings:
        raise ReplyError("refusal_without_findings")
    kept = tuple(finding for finding in stage.findings if _is_grounded(finding.quote, edits.get(finding.edit)))
    if not kept:
        raise ReplyError("ungrounded")
    return msgspec.structs.replace(stage, findings=kept), len(stage.findings) - len(kept)


def _is_complete(stage: StageAnswer, request: Request, edits: dict[int, AskedEdit]) -> bool:
    answered = [clause.id for clause in stage.clauses]
    wanted = {clause.id for clause in request.clauses} if stage.stage is Stage.SPEC_COMPLIANCE else set[str]()
    return (
        sorted(stage.covered) == sorted(edits)
        and len(set(answered)) == len(answered)
        and wanted <= set(answered)
        and all(clause.met and _is_grounded(clause.quote, edits.get(clause.edit)) for clause in stage.clauses)
    )


def _check_induced(induced: Sequence[Induced], stages: Iterable[StageAnswer], fires: Callable[[Induced], bool]) -> None:
    refused = {stage.stage for stage in stages if stage.verdict is ReviewVerdict.REQUEST_CHANGES}
    if any(one.stage not in refused for one in induced):
        raise ReplyError("induced_on_approval")
    if len(induced) > INDUCED_MAX:
        raise ReplyError("induced_too_many")
    if not all(fires(one) for one in induced):
        raise ReplyError("induced_not_in_op")


def _is_grounded(quote: str, edit: AskedEdit | None) -> bool:
    return edit is not None and any(_find(quote, text) for text in (edit.before, edit.after or ""))


def _find(quote: str, text: str) -> re.Match[str] | None:
    words = quote.split()
    return re.search(r"\s+".join(map(re.escape, words)), text) if words else None
