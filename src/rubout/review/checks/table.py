"""The checks, in the order in which they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.guard import PROMOTED_DEFAULT
from rubout.judge.tiers import DENY
from rubout.review.checks import claims, paths, shape
from rubout.review.checks.subject import OBSERVE, REJECT, WARN, Check
from rubout.review.records import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rubout.review.checks.subject import Seen, Subject
    from rubout.review.checks.tree import Surroundings

_SPEC, _QUALITY = Stage.SPEC_COMPLIANCE, Stage.QUALITY
# What the guard denies is refused here; until its record says so it warns.
_PROMOTED = REJECT if PROMOTED_DEFAULT == DENY else WARN


def _later(load: Callable[[], object], name: str, *, of_tree: bool = False) -> Callable[[Subject], Iterable[Seen]]:
    """A check whose module is loaded when it looks: a listing of checks, and a change that was refused, need none.

    One `of_tree` looks only where the tree around the change is asked about.
    """

    def look(subject: Subject) -> Iterable[Seen]:
        if of_tree and subject.surround is None:
            return ()
        seen: Iterable[Seen] = getattr(load(), name)(subject)
        return seen

    return look


def _text() -> object:
    from rubout.review.checks import text  # noqa: PLC0415 - as `_later` says

    return text


def _code() -> object:
    from rubout.review.checks import code  # noqa: PLC0415 - as `_later` says

    return code


def _tree() -> object:
    from rubout.review.checks import tree  # noqa: PLC0415 - as `_later` says

    return tree


def surroundings(subject: Subject) -> Surroundings:
    """The tree around a change, for the checks that ask about it."""
    from rubout.review.checks.tree import Surroundings  # noqa: PLC0415 - it takes in every family

    return Surroundings(subject)


def _dead_code() -> object:
    from rubout.review.checks import dead_code  # noqa: PLC0415 - as `_later` says

    return dead_code


CHECKS: tuple[Check, ...] = (
    Check("S01", "empty_op", _QUALITY, REJECT, shape.empty_op),
    Check("S02", "noop_edit", _QUALITY, WARN, shape.noop_edit),
    Check("S03", "stale_prior", _QUALITY, REJECT, shape.stale_prior),
    Check("S04", "anchor_range", _QUALITY, REJECT, shape.anchor_range),
    Check("S05", "anchor_codepoint", _QUALITY, REJECT, shape.anchor_codepoint),
    Check("S06", "overlap", _QUALITY, REJECT, shape.overlap),
    Check("S07", "path_unsafe", _QUALITY, REJECT, paths.path_unsafe),
    Check("S08", "protected", _QUALITY, REJECT, paths.protected),
    Check("S09", "unknown_clause", _SPEC, REJECT, claims.unknown_clause),
    Check("S10", "no_claim", _SPEC, REJECT, claims.no_claim),
    Check("S11", "spec_lineage", _SPEC, REJECT, claims.spec_lineage),
    Check("S12", "spec_author", _SPEC, REJECT, claims.spec_author),
    Check("S13", "no_intent", _SPEC, WARN, claims.no_intent),
    Check("S14", "undecodable", _QUALITY, WARN, _later(_text, "undecodable")),
    Check("S15", "conflict_marker", _QUALITY, REJECT, _later(_text, "conflict_marker")),
    Check("S16", "bidi_control", _QUALITY, REJECT, _later(_text, "bidi_control")),
    Check("S17", "invisible", _QUALITY, REJECT, _later(_code, "invisible")),
    Check("S18", "mixed_script", _QUALITY, OBSERVE, _later(_code, "mixed_script")),
    Check("S19", "secret_like", _QUALITY, WARN, _later(_text, "secret_like")),
    Check("S20", "duplicate_write", _QUALITY, _PROMOTED, _later(_tree, "duplicate_write", of_tree=True)),
    Check("S21", "size_budget", _QUALITY, _PROMOTED, _later(_code, "size_budget")),
    Check("S22", "near_clone", _QUALITY, OBSERVE, _later(_tree, "near_clone", of_tree=True)),
    Check("S23", "doc_duplicate", _QUALITY, OBSERVE, _later(_tree, "doc_duplicate", of_tree=True)),
    Check("S24", "dead_code", _QUALITY, OBSERVE, _later(_dead_code, "dead_code", of_tree=True)),
    Check("S25", "stacked_update", _QUALITY, OBSERVE, _later(_tree, "stacked_update", of_tree=True)),
    Check("S26", "suppression_added", _QUALITY, OBSERVE, _later(_text, "suppression_added")),
    Check("S27", "parse_worse", _QUALITY, WARN, _later(_code, "parse_worse")),
    Check("S28", "reviewer_directed", _QUALITY, WARN, _later(_text, "reviewer_directed")),
    Check("S29", "opaque_change", _QUALITY, WARN, shape.opaque_change),
)
# What only a person may approve.
OPAQUE = tuple(check for check in CHECKS if check.name == "opaque_change")
DIRECTED = tuple(check for check in CHECKS if check.name == "reviewer_directed")
