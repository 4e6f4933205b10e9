"""Where does a change write?"""

from __future__ import annotations

import unicodedata
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from rubout.errors import ConfigError
from rubout.measure.sources.anchor import CONFIG
from rubout.review.checks.subject import Seen
from rubout.review.edit import DeleteAnchor
from rubout.review.policy import SHARED, policy_in
from rubout.review.proposal import SYMLINK
from rubout.review.skills import skills_of
from rubout.review.skills_file import PATH as SKILLS
from rubout.review.trust import PATH as TRUST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.review.checks.subject import Subject
    from rubout.review.skill import ReviewSkill
    from rubout.review.skills import ReviewSkills

RECORDS = "rubout-review/records/"
_GIT = frozenset({".git", "git~1"})  # the second is what Windows calls the first


def path_unsafe(subject: Subject) -> Iterator[Seen]:
    """A path that some system reads as another one, or that leads out of the tree."""
    links = {edit.path for edit in subject.op.op.edits if edit.mode == SYMLINK}
    names = _names_in_use(subject)
    for number, edit in enumerate(subject.op.op.edits):
        why = _fault(edit.path)
        if why is None and any(
            above in links or subject.op.base.mode(above) == SYMLINK for above in _folders(edit.path)
        ):
            why = "passes through a symlink"
        if why is None and len(names.get(edit.path.casefold(), ())) > 1:
            why = "differs from another path in the case of letters alone"
        if why:
            yield Seen(f"the path {edit.path!r} {why}", number)


def _fault(path: str) -> str | None:
    parts = path.split("/")
    tests = (
        (path.startswith("/"), "is absolute"),
        (any(part in {"", ".", ".."} for part in parts), "has an empty part, `.` or `..`"),
        ("\\" in path, "has a backslash"),
        (any(unicodedata.category(char) == "Cc" for char in path), "has a control character"),
        (any(part.casefold() in _GIT for part in parts), "lies in git's own folder"),
        (any(part.endswith((".", " ")) for part in parts), "has a part that ends in a dot or a space"),
        (unicodedata.normalize("NFC", path) != path, "is not in normal form (NFC)"),
    )
    return next((why for holds, why in tests if holds), None)


def _folders(path: str) -> list[str]:
    return list(accumulate(path.split("/")[:-1], "{}/{}".format))


def _names_in_use(subject: Subject) -> dict[str, set[str]]:
    """By case-folded path the paths that there are afterwards, where a change brings any."""
    edits = subject.op.op.edits
    paths = {edit.path for edit in edits if not isinstance(edit.anchor, DeleteAnchor)}
    folded = {path.casefold() for path in paths}
    gone = {edit.path for edit in edits} - paths
    names: dict[str, set[str]] = {}
    there = subject.op.base.paths() if any(edit.prior is None for edit in edits) else ()
    for path in (*paths, *(path for path in there if path.casefold() in folded and path not in gone)):
        names.setdefault(path.casefold(), set()).add(path)
    return names


def protected(subject: Subject) -> Iterator[Seen]:
    """What judges changes is changed by somebody who may not, or in a way that no record backs."""
    touched = subject.afters
    if not _is_by_admin(subject):
        for number, edit in enumerate(subject.op.op.edits):
            if edit.path == TRUST:
                yield Seen("the trust file is changed by somebody who is no `admin`", number)
            elif edit.path.startswith(RECORDS) and edit.prior is not None:
                yield Seen("a stored record is changed", number)
        if {CONFIG, SHARED} & touched.keys() and _changes_policy(subject):
            yield Seen(
                "the policy of reviews is changed by somebody who is no `admin`", _edit_of(subject, (CONFIG, SHARED))
            )
    if SKILLS in touched and (why := _skills_fault(subject)):
        yield Seen(why, _edit_of(subject, (SKILLS,)))


def _is_by_admin(subject: Subject) -> bool:
    holder = subject.trust.holder(subject.op.op.author) if subject.trust else None
    return holder is not None and holder.kind == "human" and "admin" in holder.roles


def _edit_of(subject: Subject, paths: Iterable[str]) -> int:
    return next(number for number, text in enumerate(subject.texts) if text.path in paths)


def _changes_policy(subject: Subject) -> bool:
    """Whether the effective policy or the provider's settings differ; what cannot be read differs."""
    try:
        before, after = policy_in(subject.op.base.read), policy_in(subject.after)
    except ConfigError:
        return True
    return (before[0].id, before[1]) != (after[0].id, after[1])


def _skills_fault(subject: Subject) -> str | None:
    """Why no record backs what happens to the skills; raises ReviewError for files that hold none."""
    old = skills_of(subject.op.base.read(SKILLS) or b'{"skills": []}')
    source = subject.after(SKILLS)
    if source is None:
        return "the skills are deleted"
    new = skills_of(source)
    if gone := [skill.id for skill in old if skill.id not in new]:
        return f"the skill {gone[0]} is deleted; retire it instead"
    return next(filter(None, (_skill_fault(skill, old, subject) for skill in new)), None)


def _skill_fault(skill: ReviewSkill, old: ReviewSkills, subject: Subject) -> str | None:
    before = old.get(skill.id)
    if before == skill:
        return None
    if before is None:
        taught = skill.provenance is not None and skill.id in subject.vouched.taught
        by_hand = (skill.id, skill.state) in subject.vouched.events
        return None if taught or by_hand else f"no stored refusal or event taught the skill {skill.id}"
    if msgspec.structs.replace(before, state=skill.state) != skill:
        return f"the skill {skill.id} is changed in more than its state"
    backed = (skill.id, skill.state) in subject.vouched.events
    return None if backed else f"no stored event brings the skill {skill.id} to the state `{skill.state}`"
