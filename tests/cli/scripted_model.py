"""A reviewing model for `provider = "command"`: refuses what holds `eval(`, approves the rest, counts in a file.

`scripted_model.py COUNT` adds a line to COUNT for every question.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

asked = json.load(sys.stdin)
with Path(sys.argv[1]).open("a", encoding="utf-8") as count:
    count.write("asked\n")
indexes = [edit["index"] for edit in asked["edits"]]
first = asked["edits"][0]
quote = (first["after"] or first["before"]).split()[0]
clauses = [{"id": clause["id"], "met": True, "edit": indexes[0], "quote": quote} for clause in asked["clauses"]]
whole = {"verdict": "approve", "findings": [], "covered": indexes}
stages = [{**whole, "stage": "spec_compliance", "clauses": clauses}] if clauses else []
quality = {**whole, "stage": "quality", "clauses": []}
induced = []
if evil := [edit for edit in asked["edits"] if "eval(" in (edit["after"] or "")]:
    finding = {"edit": evil[0]["index"], "quote": "eval(", "text": "it evaluates its input", "clause": None}
    quality |= {"verdict": "request_changes", "findings": [finding], "covered": []}
    rule = {"kind": "literal", "lang": None, "marker": "eval(", "stage": "quality", "finding": "never evaluate input"}
    induced = [rule]
reply = {"schema": "rubout.review-reply/1", "nonce": asked["nonce"], "op_id": asked["op_id"]}
json.dump({**reply, "stages": [*stages, quality], "induced": induced}, sys.stdout)
