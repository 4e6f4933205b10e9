"""Keys, principals and records of the worked examples (docs/methodology/review-records.md)."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rubout.review.canonical import content_id
from rubout.review.crypto import signing_key
from rubout.review.edit import Edit, RangeAnchor, Replacement
from rubout.review.envelope import Signed, sign
from rubout.review.records import (
    KIND_OF,
    Checkpoint,
    Clause,
    Clearance,
    Context,
    Energy,
    Finding,
    Op,
    Record,
    Review,
    ReviewVerdict,
    SignedTier,
    SkillEvent,
    Spec,
    Stage,
    signer_of,
)
from rubout.review.trust import Trust, read_trust

if TYPE_CHECKING:
    from rubout.review.crypto import SigningKey

# Author, tool and model of the examples; a person who is none of them; a second key of the author's.
K1, K2, K3, HUMAN, SECOND = (signing_key(bytes([number]) * 32) for number in (1, 2, 3, 4, 5))
STRANGER = signing_key(bytes([9]) * 32)
KEYS = {key.public: key for key in (K1, K2, K3, HUMAN, SECOND, STRANGER)}
NOW = "2026-11-30T12:00:00Z"
NAME = f"sha256:{'a' * 64}"  # of nothing in particular
ALL_ROLES = ("author", "review", "teach", "spec", "override", "admin")
BY: dict[str, Any] = {"by": HUMAN.public, "made_at": NOW}
CODE = b"fn run() { eval(input); }"


def principal(name: str, *keys: SigningKey, kind: str = "human", **more: Any) -> dict[str, Any]:
    """A principal of a trust file, with every role unless told otherwise."""
    return {"id": name, "kind": kind, "keys": [key.public for key in keys], "roles": ALL_ROLES, **more}


PRINCIPALS = (
    principal("author", K1, SECOND, emails=["author@example.com"]),
    principal("tool", K2, kind="robot"),
    principal("model", K3, kind="robot", family="double"),
    principal("human", HUMAN, emails=["human@example.com"]),
)


def trust_bytes(*principals: dict[str, Any], revoked: tuple[SigningKey, ...] = ()) -> bytes:
    """A trust file of these principals, or of those of the examples."""
    gone = [{"key": key.public, "reason": "leaked"} for key in revoked]
    return json.dumps({"v": 1, "principals": principals or PRINCIPALS, "revoked": gone}).encode()


def trust_of(*principals: dict[str, Any], revoked: tuple[SigningKey, ...] = ()) -> Trust:
    """As `trust_bytes`, read."""
    return read_trust(trust_bytes(*principals, revoked=revoked))


TRUST = trust_of()
SPEC = Spec(author=K1.public, intent="x", parent=None, clauses=(Clause("C1", "requirement", "persist"),))


def replacement(text: bytes) -> Replacement:
    """Bytes that come instead, by name."""
    return Replacement(hashlib.sha256(text).hexdigest(), len(text))


def op_of(text: bytes = CODE, path: str = "src/s.rs", target: str = "refs/heads/main") -> Op:
    """An op that adds one file; the one of the examples by default."""
    edit = Edit(
        path=path,
        prior=None,
        anchor=RangeAnchor(0, 0),
        replacement=replacement(text),
        mode="100644",
    )
    return Op(author=K1.public, context=Context("test", target), edits=(edit,), intent="persist", tier="L3")


OP = op_of()


def refusal(**other: Any) -> Review:
    """A semantic refusal of `quality` of the op of the examples, with other fields where given."""
    fields: dict[str, Any] = {
        "reviewer": K3.public,
        "op_id": content_id("op", OP),
        "stage": Stage.QUALITY,
        "verdict": ReviewVerdict.REQUEST_CHANGES,
        "tier": SignedTier.SEMANTIC,
        "spec_id": None,
        "claimed": (),
        "findings": (Finding(check="semantic", edit=0, span=(11, 22), quote="eval(input)", text="no eval"),),
        "covered": (0,),
        "policy_id": NAME,
        "energy": Energy("estimator", 5_000_050),
        "made_at": NOW,
    }
    return Review(**(fields | other))


def approval_of_quality(**other: Any) -> Review:
    """As `refusal`, the other way."""
    return refusal(**({"verdict": ReviewVerdict.APPROVE, "findings": ()} | other))


def clearance(**other: Any) -> Clearance:
    """A withdrawal by the person of the examples."""
    said = {"kind": "withdraw", "targets": (NAME,), "reason": "it was a mistake"}
    return Clearance(op_id=content_id("op", OP), **(BY | said | other))


def skill_event(**other: Any) -> SkillEvent:
    """A retirement by the person of the examples."""
    return SkillEvent(**(BY | {"kind": "retire", "skill_id": NAME, "reason": "too noisy"} | other))


def checkpoint(**other: Any) -> Checkpoint:
    """A checkpoint of nothing by the person of the examples."""
    return Checkpoint(**(BY | {"heads": (), "count": 0, "root": NAME} | other))


def signed(record: Record) -> Signed[Any]:
    """A record under its own signer's key, which is one of the examples'."""
    return Signed(content_id(KIND_OF[type(record)], record), record, sign(record, KEYS[signer_of(record)]))
