"""What is known of writes that passed before the daemon knew the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.facts.observe import GuardError
from rubout.serve import client
from rubout.serve.missed import LOOKED_BACK_MS, Missed
from rubout.store.clock import now_ms
from rubout.store.feed import append

if TYPE_CHECKING:
    from tests.conftest import Tree


def test_what_was_added_is_taken_once() -> None:
    missed = Missed("/nowhere")
    assert not missed.take()
    missed.add()
    assert missed.take()
    assert not missed.take()


def test_a_hook_that_gave_up_while_the_daemon_started_is_found(tree: Tree) -> None:
    root = str(tree({"rubout.toml": ""}))
    missed = Missed(root)
    client.log(root, "probe", client.STARTING)
    missed.look_back()
    assert missed.take()


@pytest.mark.parametrize(
    ("hook", "why", "age_ms"),
    [
        ("probe", client.LATE, 0),
        ("stop", client.STARTING, 0),
        ("probe", client.STARTING, LOOKED_BACK_MS + 10_000),
    ],
)
def test_other_faults_of_hooks_and_old_ones_are_no_missed_writes(tree: Tree, hook: str, why: str, age_ms: int) -> None:
    root = str(tree({"rubout.toml": ""}))
    missed = Missed(root)
    append(root, GuardError(ts_ms=now_ms() - age_ms, hook=hook, why=why))
    missed.look_back()
    assert not missed.take()


def test_a_line_of_somebody_else_is_passed_over(tree: Tree) -> None:
    root = tree({".rubout/observe.ndjson": f'{{"said": "{client.STARTING}"}}\nno JSON: {client.STARTING}\n'})
    missed = Missed(str(root))
    missed.look_back()
    assert not missed.take()
