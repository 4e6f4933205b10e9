"""The page on records says what the program does."""

from __future__ import annotations

import ast
import inspect
import re

from rubout.review import envelope, ledger
from rubout.review.canonical import content_id
from rubout.review.records import SIGNERS, TYPES
from rubout.review.trust import read_trust
from tests.docs.test_methodology import PAGES, code, table
from tests.signed import SPEC

PAGE = (PAGES / "review-records.md").read_text(encoding="utf-8")


def first_words(of: object, function: str) -> set[str]:
    """The codes that a module gives: what stands first in the calls of a function."""
    calls = (node for node in ast.walk(ast.parse(inspect.getsource(of))) if isinstance(node, ast.Call))  # type: ignore[arg-type]
    firsts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == function]
    constants = (node for first in firsts for node in ast.walk(first) if isinstance(node, ast.Constant))
    return {str(constant.value) for constant in constants}


def test_every_kind_has_its_signer_and_its_members() -> None:
    written = {
        code(kind): (code(signer), re.findall(r"`(\w+)`", members)) for kind, signer, members in table(PAGE, "kind")
    }
    shared = ("v", "alg")
    assert written == {
        kind: (SIGNERS[kind], [name for name in record.__struct_fields__ if name not in shared])
        for kind, record in TYPES.items()
    }


def test_every_code_of_a_refusal_is_told() -> None:
    assert {code(row[0]) for row in table(PAGE, "code")} == first_words(envelope, "_refused")


def test_every_fault_of_a_store_is_told() -> None:
    assert {code(row[0]) for row in table(PAGE, "fault")} == first_words(ledger, "Fault")


def test_the_example_has_the_name_that_is_told() -> None:
    assert content_id("spec", SPEC) in PAGE


def test_the_trust_file_that_is_shown_is_one() -> None:
    [shown] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert [principal.id for principal in read_trust(shown.encode()).file.principals] == ["ada", "gate"]
