"""Tests of rubout.review.policy and rubout.review.moment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Quorum, Review
from rubout.errors import ConfigError, UsageError
from rubout.review.canonical import content_id
from rubout.review.moment import made_at, spelt
from rubout.review.policy import Policy, policy_in, rules_in
from rubout.review.records import Stage
from rubout.review.trust import PATH
from tests.refusals import review_code
from tests.signed import K1, TRUST, principal, trust_bytes, trust_of

if TYPE_CHECKING:
    from collections.abc import Callable

NEWER = trust_bytes(principal("author", K1))


def tree(trust: bytes | None = None, policy: str | None = None) -> Callable[[str], bytes | None]:
    files = {PATH: trust, "rubout.toml": policy.encode() if policy is not None else None}
    return files.get


def code_of(**arguments: object) -> str:
    return review_code(rules_in, **arguments)  # type: ignore[arg-type]


def test_the_id_of_a_policy_is_that_of_its_effective_values() -> None:
    values = {
        "required_stages": ["quality", "spec_compliance"],
        "quorum": {"spec_compliance": 1, "quality": 1},
        "require_human": False,
        "accept_structural": False,
        "self_operated": False,
        "human_on_directed": True,
        "auto_observe": True,
        "override_by": "author",
        "effects": {},
        "exempt": {},
        "store": "tree",
        "day_tokens": None,
        "day_uj": None,
    }
    assert Policy().id == content_id("policy", values)


def test_a_policy_that_spells_its_defaults_out_is_the_same_policy() -> None:
    said, _ = policy_in(tree(policy='[review]\nrequired_stages = ["quality", "spec_compliance"]\nstore = "tree"\n'))
    silent, _ = policy_in(tree())
    assert said.id == silent.id == Policy().id


@pytest.mark.parametrize(
    "line",
    [
        'required_stages = ["quality"]',
        "require_human = true",
        "accept_structural = true",
        "self_operated = true",
        "human_on_directed = false",
        "auto_observe = false",
        'override_by = "human"',
        'effects = { S18 = "warn" }',
        'exempt = { S19 = ["a/"] }',
        'store = "ref"',
        "day_tokens = 1",
        "day_uj = 1",
        "quorum = { quality = 2 }",
    ],
)
def test_every_key_makes_another_policy(line: str) -> None:
    assert policy_in(tree(policy=f"[review]\n{line}\n"))[0].id != Policy().id


def test_the_provider_is_no_part_of_the_policy() -> None:
    policy, semantic = policy_in(tree(policy='[review.semantic]\nprovider = "command"\ncommand = ["x"]\n'))
    assert policy.id == Policy().id
    assert semantic.command == ("x",)


def test_a_policy_says_what_a_stage_needs() -> None:
    policy = Policy(Review(required_stages=("quality",), quorum=Quorum(quality=2)))
    assert policy.required_stages == {Stage.QUALITY}
    assert [policy.quorum(stage) for stage in Stage] == [1, 2]


def test_a_policy_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(ConfigError, match="found"):
        policy_in(tree(policy="[review]\nrequire_human = 1\n"))


def test_the_rules_are_those_of_the_base_and_never_those_of_the_head() -> None:
    rules = rules_in(tree(trust_bytes()), tree(NEWER, "[review]\naccept_structural = true\n"))
    assert rules.trust.id == TRUST.id
    assert not rules.policy.settings.accept_structural
    assert rules.trust_root == "unpinned"


def test_example_26_a_key_that_a_change_adds_is_unknown_to_the_trust_that_judges_it() -> None:
    rules = rules_in(tree(NEWER), tree(trust_bytes()))
    assert rules.trust.holder(K1.public) is not None
    assert len(rules.trust.file.principals) == 1


def test_a_pinned_trust_file_is_named() -> None:
    rules = rules_in(tree(trust_bytes()), tree(), pin=TRUST.id)
    assert rules.pinned
    assert rules.trust_root == TRUST.id


def test_a_trust_file_that_grew_from_the_pinned_one_is_pinned() -> None:
    rules = rules_in(tree(trust_bytes()), tree(), pin=trust_of(principal("author", K1)).id, first=lambda: NEWER)
    assert rules.pinned
    assert rules.trust.id == TRUST.id


@pytest.mark.parametrize("first", [None, lambda: None, trust_bytes])
def test_a_trust_file_of_another_origin_is_refused(first: Callable[[], bytes | None] | None) -> None:
    pin = trust_of(principal("author", K1)).id
    assert code_of(base=tree(trust_bytes()), head=tree(NEWER), pin=pin, first=first) == "trust_root"


@pytest.mark.parametrize("head", [None, NEWER, trust_bytes()])
def test_without_a_trust_file_and_a_pin_nothing_is_judged(head: bytes | None) -> None:
    assert code_of(base=tree(), head=tree(head)) == "no_trust"


@pytest.mark.parametrize("head", [None, NEWER])
def test_a_change_brings_its_trust_file_only_if_the_pin_names_it(head: bytes | None) -> None:
    assert code_of(base=tree(), head=tree(head), pin=TRUST.id) == "no_trust"
    brought = rules_in(tree(), tree(trust_bytes()), pin=TRUST.id)
    assert brought.trust_root == brought.trust.id == TRUST.id


def test_a_broken_trust_file_of_the_base_is_refused() -> None:
    assert code_of(base=tree(b"{"), head=tree(trust_bytes())) == "bad_trust"


def test_a_record_is_made_now_unless_the_environment_says_when() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", made_at({}))
    assert made_at({"SOURCE_DATE_EPOCH": "0"}) == "1970-01-01T00:00:00Z"
    assert made_at({"SOURCE_DATE_EPOCH": "253402300799"}) == spelt(253_402_300_799) == "9999-12-31T23:59:59Z"


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "253402300800", "٣"])
def test_a_time_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="seconds"):
        made_at({"SOURCE_DATE_EPOCH": text})
