"""Requests to a reviewing model, and answers to them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rubout.review.proposal import EditText
from rubout.review.records import Clause
from rubout.review.semantic.request import REPLY_SCHEMA, Note, Subject, asked_edit, question

if TYPE_CHECKING:
    from rubout.review.semantic.request import Request

OP_ID = "sha256:" + "0" * 64
NONCE = "0123456789abcdef0123456789abcdef"
EVAL = "fn run() { eval(input); }"
CLEAN = "fn run() { write_to_disk(); }"
CLAUSE = Clause("C1", "requirement", "persist")


def subject(*texts: str, clauses: tuple[Clause, ...] = (CLAUSE,), notes: tuple[Note, ...] = ()) -> Subject:
    """New files `src/sN.rs` with these texts."""
    edits = [EditText(f"src/s{number}.rs", b"", 0, 0, text.encode()) for number, text in enumerate(texts)]
    shown = tuple(asked_edit(number, edit) for number, edit in enumerate(edits))
    return Subject(op_id=OP_ID, intent="persist", clauses=clauses, edits=shown, notes=notes)


def request(*texts: str, **parts: Any) -> Request:
    """The question about these texts, its nonce being `NONCE`."""
    asked = subject(*texts, **parts)
    return question(asked, asked.edits, lambda: NONCE)


def approval(asked: Request) -> dict[str, Any]:
    """An answer that approves everything and leaves nothing out."""
    indexes = [edit.index for edit in asked.edits]
    clauses = [{"id": clause.id, "met": True, "edit": indexes[0], "quote": "fn run()"} for clause in asked.clauses]
    stages = [
        {
            "stage": stage.value,
            "verdict": "approve",
            "findings": [],
            "covered": indexes,
            "clauses": clauses if stage == "spec_compliance" else [],
        }
        for stage in asked.stages
    ]
    return {"schema": REPLY_SCHEMA, "nonce": asked.nonce, "op_id": asked.op_id, "stages": stages, "induced": []}


def refusal(asked: Request, quote: str = "eval(", *, edit: int = 0) -> dict[str, Any]:
    """An answer that refuses quality for what it quotes, and teaches that."""
    answer = approval(asked)
    finding = {"edit": edit, "quote": quote, "text": f"{quote} runs what it is given", "clause": None}
    answer["stages"][-1] |= {"verdict": "request_changes", "findings": [finding], "covered": []}
    answer["induced"] = [
        {"kind": "literal", "lang": None, "marker": quote, "stage": "quality", "finding": "eval was refused before"}
    ]
    return answer


def encoded(answer: Any) -> bytes:
    """As a model sends it."""
    return json.dumps(answer).encode()
