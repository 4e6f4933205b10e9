"""What is there to judge a change by: rules, records and skills, as they stand where the change starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.errors import RepositoryError, RuboutError, UsageError
from rubout.facts.plain import Plain
from rubout.measure.sources.anchor import CONFIG
from rubout.measure.sources.disk import read_regular
from rubout.review.checks.subject import Vouched
from rubout.review.envelope import Signed, verify
from rubout.review.judging import Claims
from rubout.review.ledger import Ledger, read_ledger
from rubout.review.policy import SHARED, Rules, rules_in
from rubout.review.records import Review, ReviewVerdict, SkillEvent, Spec
from rubout.review.skills import skills_of
from rubout.review.skills_file import PATH as SKILLS_PATH
from rubout.review.states import effective_skills
from rubout.review.stores import first_trust, stored_in
from rubout.review.trees import blobs_between
from rubout.review.trust import PATH as TRUST_PATH
from rubout.review.trust import read_trust

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rubout.review.skills import ReviewSkills
    from rubout.review.trees import GitTree

_STATES = {"retire": "retired", "observe": "observe", "reinstate": "active", "teach": "active"}


class Setting(Plain, frozen=True):
    """Rules and skills of the base, the skills in the state that they are in; the records of the stores."""

    anchor: str
    rules: Rules
    ledger: Ledger
    skills: ReviewSkills
    places: tuple[str, ...] = ()

    @property
    def lineage(self) -> Mapping[str, Signed[Spec]]:
        """The verified specs, by id."""
        return {spec.id: spec for spec in self.ledger.of(Spec)}

    @property
    def vouched(self) -> Vouched:
        """What the records say about skills."""
        refusals = (
            each.record
            for each in self.ledger.of(Review)
            if each.record.verdict is ReviewVerdict.REQUEST_CHANGES and "teach" in each.principal.roles
        )
        events = (each.record for each in self.ledger.of(SkillEvent) if "teach" in each.principal.roles)
        return Vouched(
            frozenset(name for review in refusals for name in review.induced),
            frozenset((event.skill_id, _STATES[event.kind]) for event in events),
        )

    def again(self) -> Setting:
        """With the records that are stored by now."""
        ledger = _ledger(self.anchor, self.rules, self.places)
        return Setting(self.anchor, self.rules, ledger, self.skills, self.places)


def setting_at(
    anchor: str,
    base: GitTree,
    head: GitTree | None = None,
    *,
    onto: GitTree | None = None,
    pin: str | None = None,
    places: Sequence[str] = (),
) -> Setting:
    """What a change from `base` to `head` is judged by.

    Args:
        anchor: the project's root.
        base: what the change starts from.
        head: what it leads to; its trust file is used only when `pin` names it and the base has none.
        onto: what the change is to land on; a key that was revoked there since counts no longer.
        pin: the id of the first trust file.
        places: stores; by default the project's own.

    Raises:
        ReviewError: `no_trust`, `bad_trust`, `trust_root` or `bad_skills`.
        ConfigError: the configuration cannot be used.
        RepositoryError: git refuses, a rule is not in this clone, or a place is no store.
        StoreError: a store cannot be read.
    """
    _fetch(base, head, onto)
    head_read: Callable[[str], bytes | None] = head.read if head else (lambda _: None)
    revision = base.revision or "HEAD"
    rules = rules_in(base.read, head_read, pin=pin, first=lambda: first_trust(anchor, revision, TRUST_PATH))
    rules = msgspec.structs.replace(rules, trust=msgspec.structs.replace(rules.trust, leaked=_revoked(onto)))
    ledger = _ledger(anchor, rules, places)
    source = base.read(SKILLS_PATH)
    skills = skills_of(source if source is not None else b'{"skills": []}')
    auto_observe = rules.policy.settings.auto_observe
    known = effective_skills(skills, ledger.records, auto_observe=auto_observe)
    return Setting(anchor, rules, ledger, known, tuple(places))


def _fetch(base: GitTree, head: GitTree | None, onto: GitTree | None) -> None:
    """Ask git once for all that is going to be read, which the trees of a change share."""
    needed = [(base, path) for path in (CONFIG, SHARED, TRUST_PATH, SKILLS_PATH)]
    needed += [(onto, TRUST_PATH)] if onto else []
    wanted = {node.blob for tree, path in needed if (node := tree.node(path))}
    wanted |= blobs_between(base, head) if head else set()
    base.fetch(wanted)
    for tree, path in needed:
        # Without it the rules would be others, and nobody would be told.
        if tree.node(path) and tree.read(path) is None:
            raise RepositoryError("its content is not in this clone", where=path, fix="fetch it")


def _revoked(onto: GitTree | None) -> frozenset[str]:
    data = onto.read(TRUST_PATH) if onto else None
    return read_trust(data).revoked if data is not None else frozenset()


def claims_of(setting: Setting, spec: str | None, claimed: Sequence[str]) -> Claims:
    """The claims that a command line makes: `spec` is a file or an id, by default the one spec that no other replaces.

    Raises:
        UsageError: there is no such spec, or there are several and none is named.
        ReviewError: a file holds none.
    """
    if spec is None and not claimed:
        return Claims(None, ())
    found = _named_spec(setting, spec) if spec is not None else _current_spec(setting)
    return Claims(found, tuple(sorted(set(claimed))))


def _named_spec(setting: Setting, spec: str) -> Signed[Spec]:
    if spec in setting.lineage:
        return setting.lineage[spec]
    return verify(read_file(spec, "--spec"), Spec, setting.rules.trust)


def _current_spec(setting: Setting) -> Signed[Spec]:
    parents = {spec.record.parent for spec in setting.lineage.values()}
    current = [spec for name, spec in sorted(setting.lineage.items()) if name not in parents]
    if len(current) != 1:
        what = "there is no spec to claim anything of" if not current else f"there are {len(current)} specs"
        fix = "name one with --spec: a file, or the id of a stored one"
        raise UsageError(what, where="--claim", fix=fix)
    return current[0]


def read_file(path: str, where: str) -> bytes:
    """The bytes of a file that the command line names; raises UsageError."""
    try:
        place = Path(path).resolve()
        return read_regular(str(place.parent), place.name, 64 << 20)
    except OSError as error:
        what = f"`{path}` cannot be read: {error.strerror or error}"
        raise UsageError(what, where=where, fix="name a regular file") from error


def _ledger(anchor: str, rules: Rules, places: Sequence[str]) -> Ledger:
    return read_ledger(stored_in(anchor, places, rules.policy.settings.store), rules.trust, jobs=0)


def code_of(error: RuboutError) -> str:
    """The word by which programs know an error."""
    code: Any = getattr(error, "code", None)
    return code if isinstance(code, str) else type(error).__name__
