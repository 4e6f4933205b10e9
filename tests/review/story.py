"""Keys, ops and a scripted reviewer, as the worked examples of the review have them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rubout.config.records import Review as ReviewSettings
from rubout.review.canonical import bytes_id, content_id
from rubout.review.crypto import signing_key
from rubout.review.edit import Edit, RangeAnchor
from rubout.review.envelope import Signed, sign, verify_any
from rubout.review.outcome import SemanticOutcome
from rubout.review.policy import Policy
from rubout.review.proposal import Files, Proposal, propose
from rubout.review.records import Clause, Clearance, Context, Finding, Op, SignedTier, Spec, Stage
from rubout.review.refusal import refuse
from rubout.review.reviewer import Reviewer
from rubout.review.sitting import Sitting
from rubout.review.skill import ReviewSkill
from rubout.review.trust import read_trust
from rubout.review.verdict import approve, asking
from tests.signed import replacement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rubout.review.crypto import SigningKey
    from rubout.review.envelope import Verified
    from rubout.review.records import Review
    from rubout.review.trust import Trust

K1, K2, K3, K4 = (signing_key(bytes([number]) * 32) for number in (1, 2, 3, 4))
CONTEXT = Context("test", "refs/heads/main")
EVAL = ReviewSkill("eval(", "quality", "never evaluate input")
EVIL = b"fn run() { eval(input); }"
OTHER_EVIL = b"fn other() { eval(x); }"
CLEAN = b"fn run() { write_to_disk(); }"


def signed_spec(key: SigningKey = K1, *clauses: str, parent: str | None = None) -> Signed[Spec]:
    spec = Spec(
        author=key.public,
        intent="x",
        parent=parent,
        clauses=tuple(Clause(name, "requirement", "persist") for name in clauses or ("C1",)),
    )
    return Signed(content_id("spec", spec), spec, sign(spec, key))


SPEC = signed_spec()


def new_file(
    path: str, text: bytes, mode: Literal["100644", "100755", "120000"] | None = "100644"
) -> tuple[Edit, bytes]:
    return Edit(path=path, prior=None, anchor=RangeAnchor(0, 0), replacement=replacement(text), mode=mode), text


def replaced(path: str, before: bytes, start: int, end: int, text: bytes) -> tuple[Edit, bytes]:
    anchor = RangeAnchor(start, end)
    return Edit(path=path, prior=bytes_id(before), anchor=anchor, replacement=replacement(text)), text


def proposed(
    *edits: tuple[Edit, bytes | None],
    key: SigningKey = K1,
    files: Mapping[str, bytes] | None = None,
    context: Context = CONTEXT,
    intent: str = "persist",
    authors: Sequence[str] = (),
    modes: Mapping[str, str] | None = None,
) -> Proposal:
    op = Op(
        author=key.public,
        claimed_authors=tuple(authors),
        context=context,
        edits=tuple(edit for edit, _ in edits),
        intent=intent,
        tier="L3",
    )
    contents = {hashlib.sha256(text).hexdigest(): text for _, text in edits if text is not None}
    return propose(op, sign(op, key), contents, Files(files or {}, modes or {}))


def written(text: bytes, path: str = "src/s.rs") -> Proposal:
    """A change that writes one new file."""
    return proposed(new_file(path, text))


@dataclass
class Model:
    """Refuses what holds `eval(` and teaches it; approves everything else. `asked` counts."""

    signing: SigningKey = K3
    asked: int = 0
    seen: list[Proposal] = field(default_factory=list)

    @property
    def key(self) -> str:
        return self.signing.public

    def review(self, op: Proposal, spec: Signed[Spec] | None, claimed: Sequence[str]) -> SemanticOutcome:
        self.asked += 1
        self.seen.append(op)
        for number, text in enumerate(op.texts):
            at = (text.text or b"").find(b"eval(input")
            at = at if at >= 0 else (text.text or b"").find(b"eval(")
            if at >= 0:
                end = at + (11 if b"eval(input)" in (text.text or b"") else 5)
                finding = Finding(check="semantic", edit=number, span=(at, end), text="it evaluates input")
                refused = Reviewer(self.signing).reject(op, Stage.QUALITY, [finding], [EVAL])
                return SemanticOutcome((refused,), (EVAL,))
        stages = tuple(Stage) if claimed else (Stage.QUALITY,)
        return SemanticOutcome(tuple(approve(op, spec, stage, self.signing) for stage in stages))


def principal(name: str, key: SigningKey, *roles: str, kind: str = "robot", **more: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "keys": [key.public], "roles": list(roles), **more}


AUTHOR = principal("author", K1, "author", "spec", kind="human", emails=["a@b.c"])
TOOL = principal("tool", K2, "review")
MODEL = principal("model", K3, "review", "teach", family="m")
HUMAN = principal("human", K4, "review", "override", "admin", kind="human")
K5 = signing_key(bytes([5]) * 32)
SECOND = principal("second", K5, "review", "override", kind="human")


def trusting(*principals: dict[str, Any], revoked: Sequence[SigningKey] = ()) -> Trust:
    listed = principals or (AUTHOR, TOOL, MODEL, HUMAN, SECOND)
    gone = [{"key": key.public, "reason": "leaked"} for key in revoked]
    return read_trust(json.dumps({"v": 1, "principals": listed, "revoked": gone}).encode())


TRUST = trusting()


def policy(**settings: Any) -> Policy:
    return Policy(ReviewSettings(**settings))


def reviewer(key: SigningKey = K2, trust: Trust = TRUST, rules: Policy | None = None, **more: Any) -> Reviewer:
    return Reviewer(key, trust=trust, policy=rules or Policy(), **more)


def sitting(tier: str, claimed: Sequence[str] = ("C1",), spec: Signed[Spec] | None = None, **more: Any) -> Sitting:
    return Sitting(
        **{
            "policy_id": Policy().id,
            "made_at": "2026-01-01T00:00:00Z",
            "tier": SignedTier(tier),
            "spec_id": (spec or SPEC).id,
            "claimed": tuple(claimed),
            **more,
        }
    )


def yes(
    op: Proposal, key: SigningKey, tier: str = "semantic", spec: Signed[Spec] = SPEC, **more: Any
) -> list[Signed[Review]]:
    """Approvals of both stages, each asked for."""
    said = sitting(tier, spec=spec, **more)
    with asking(op, Stage, said):
        return [approve(op, spec, stage, key) for stage in Stage]


def no(
    op: Proposal,
    key: SigningKey,
    tier: str = "semantic",
    check: str | None = None,
    stage: Stage = Stage.QUALITY,
    **more: Any,
) -> Signed[Review]:
    """A refusal."""
    named = check or {"semantic": "semantic", "human": "human", "structural": "S20"}.get(tier, f"skill:{EVAL.id}")
    return refuse(op, stage, key, [Finding(check=named, edit=0, text="no")], sitting(tier, **more))


def cleared(
    op: Proposal, key: SigningKey, kind: str, *targets: Signed[Review], skills: Sequence[str] = ()
) -> Signed[Clearance]:
    """A clearance with a reason."""
    record = Clearance(
        by=key.public,
        op_id=op.id,
        kind=kind,  # type: ignore[arg-type]
        targets=tuple(sorted(target.id for target in targets)),
        skills=tuple(sorted(skills)),
        reason="it was looked at with care",
        made_at="2026-01-01T00:00:00Z",
    )
    return Signed(content_id("clearance", record), record, sign(record, key))


def verified(signed: Signed[Any], trust: Trust = TRUST) -> Verified[Any]:
    return verify_any(signed.raw, trust)
