"""Who is who, and whose key may do what?"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from rubout.errors import ReviewError
from rubout.facts.plain import Plain
from rubout.review.canonical import content_id
from rubout.review.crypto import is_point
from rubout.review.fields import Name, PublicKey
from rubout.review.strict_json import decoded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.review.records import Op

PATH = "rubout-review/trust.json"
TRUST_BYTES_MAX = 2 << 20

Role = Literal["author", "review", "teach", "spec", "override", "admin"]


class Principal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person or a robot; `operator` is the person who holds a robot's key, `family` a robot's line of models."""

    id: Name
    kind: Literal["human", "robot"]
    keys: Annotated[tuple[PublicKey, ...], msgspec.Meta(min_length=1)]
    roles: tuple[Role, ...]
    emails: tuple[Name, ...] = ()
    operator: Name | None = None
    family: Name | None = None
    note: str = ""


class Revocation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key that counts no longer, for what it signed before as well."""

    key: PublicKey
    reason: str


class TrustFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`rubout-review/trust.json`."""

    v: Literal[1]
    principals: Annotated[tuple[Principal, ...], msgspec.Meta(min_length=1)]
    revoked: tuple[Revocation, ...] = ()


class Trust(Plain, frozen=True, dict=True):
    """A trust file that was found consistent; `leaked` are keys that were revoked elsewhere."""

    file: TrustFile
    leaked: frozenset[str] = frozenset()

    @cached_property
    def id(self) -> str:
        """The name of what the file says, however it is laid out."""
        return content_id("trust", self.file)

    @cached_property
    def revoked(self) -> frozenset[str]:
        """The keys that count no longer."""
        return self.leaked | {revocation.key for revocation in self.file.revoked}

    @cached_property
    def _by_key(self) -> dict[str, Principal]:
        return {key: principal for principal in self.file.principals for key in principal.keys}

    def holder(self, key: str) -> Principal | None:
        """Whose key it is, a revoked one as well; None for a key that is not listed."""
        return self._by_key.get(key)

    def named(self, principal_id: str) -> Principal | None:
        """The principal of that name."""
        return next((principal for principal in self.file.principals if principal.id == principal_id), None)

    def of_emails(self, emails: Iterable[str]) -> frozenset[str]:
        """The names of the principals to whom one of the addresses belongs, whatever its case."""
        asked = {email.casefold() for email in emails}
        return frozenset(
            principal.id
            for principal in self.file.principals
            if any(email.casefold() in asked for email in principal.emails)
        )

    def authors(self, op: Op) -> frozenset[str]:
        """The names of all principals who are an author of an op: the holder of its key, and who git says."""
        holder = self.holder(op.author)
        return self.of_emails(op.claimed_authors) | ({holder.id} if holder else frozenset())


def read_trust(data: bytes, where: str = PATH) -> Trust:
    """The trust that a file's bytes express; raises ReviewError."""
    if len(data) > TRUST_BYTES_MAX:
        raise _refused(f"is larger than {TRUST_BYTES_MAX >> 20} MiB", where)
    try:
        file = msgspec.convert(decoded(data), TrustFile)
    except ValueError as error:
        raise _refused(str(error), where) from error
    problem = next(_problems(file), None)
    if problem:
        raise _refused(problem, where)
    return Trust(file)


def _problems(file: TrustFile) -> Iterator[str]:
    ids = Counter(principal.id for principal in file.principals)
    keys = Counter(key for principal in file.principals for key in principal.keys)
    yield from (f"the principal `{name}` stands twice" for name, count in ids.items() if count > 1)
    yield from (f"the key {key} stands twice" for key, count in keys.items() if count > 1)
    yield from (f"{key} is no point that a private key can have" for key in keys if not is_point(key))
    humans = {principal.id for principal in file.principals if principal.kind == "human"}
    for principal in file.principals:
        if principal.operator is None:
            continue
        if principal.kind == "human":
            yield f"`{principal.id}` is a person, and only a robot has an operator"
        if principal.operator not in humans:
            yield f"the operator `{principal.operator}` of `{principal.id}` is no person of this file"


def _refused(what: str, where: str) -> ReviewError:
    return ReviewError(what, where=where, fix="mend the file; docs/review.md shows a complete one", code="bad_trust")
