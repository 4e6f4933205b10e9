"""`rubout review learn`: take over what signed refusals taught."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.options import span_of
from rubout.cli.review_arguments import add_op_range, add_trust
from rubout.cli.review_options import open_store, project
from rubout.errors import ExitCode, ReviewError, UsageError
from rubout.report.record import printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping
    from typing import TextIO

    from rubout.review.envelope import Verified
    from rubout.review.learning import Learned
    from rubout.review.proposal import Proposal
    from rubout.review.records import Review
    from rubout.review.setting import Setting
    from rubout.review.skill import ReviewSkill
    from rubout.review.skills import ReviewSkills

UNKNOWN = "unknown_skill"


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--from", dest="review", metavar="REVIEW", help="one refusal, by its id or 8 digits (default: all that teach)"
    )
    parser.add_argument(
        "--report", metavar="F", help="the JSON report of the run that refused (default: the runs of this machine)"
    )
    add_op_range(parser)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    add_trust(parser)


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Print for each skill that it was added, or why not.

    Raises:
        UsageError: there is no such refusal, or nothing that teaches.
        ReviewError: the skills or the records cannot be relied on; of a change outside the range is only told.
    """
    from rubout.review.skills import ReviewSkills
    from rubout.review.skills_file import PATH
    from rubout.review.standing import proposal_of, stored_op

    setting = open_store(project(), args)
    path = Path(setting.anchor, PATH)
    skills = ReviewSkills.load(path)
    candidates = _candidates(args, setting.anchor)
    before, code = len(skills), ExitCode.HELD
    for review in _refusals(args, setting):
        try:
            op = proposal_of(setting, stored_op(setting, review.record.op_id), span_of(args.range))
        except ReviewError as error:  # what the others teach is not lost
            code = ExitCode.UNJUDGED
            out.writelines(f"{name}  not added: {error.what}; {error.fix}\n" for name in review.record.induced)
            continue
        for name in review.record.induced:
            told = _learned(setting, skills, candidates.get(name), op, review)
            out.write(f"{name}  {told}\n")
    if len(skills) > before and not args.dry_run:
        skills.save(path)
    return code


def _refusals(args: Namespace, setting: Setting) -> list[Verified[Review]]:
    from rubout.review.records import Review
    from rubout.review.standing import stored_review

    if args.review:
        return [stored_review(setting, args.review)]
    known = {skill.id for skill in setting.skills}
    found = [each for each in setting.ledger.of(Review) if set(each.record.induced) - known]
    if not found:
        raise UsageError(
            "no stored refusal teaches anything new", where="review learn", fix="run `rubout review` first"
        )
    return found


def _candidates(args: Namespace, anchor: str) -> Mapping[str, ReviewSkill]:
    import msgspec

    from rubout.review.setting import read_file
    from rubout.review.skill import ReviewSkill
    from rubout.review.spending import taught_lately

    if args.report is None:
        return taught_lately(anchor)
    try:
        document = msgspec.json.decode(read_file(args.report, "--report"))
        skills = msgspec.convert(document["induced"], list[ReviewSkill])
    except (ValueError, TypeError, KeyError) as error:
        what = f"`{args.report}` is no report of a review"
        raise UsageError(what, where="--report", fix="give what `rubout review --format json` printed") from error
    return {skill.id: skill for skill in skills}


def _learned(
    setting: Setting, skills: ReviewSkills, skill: ReviewSkill | None, op: Proposal, review: Verified[Review]
) -> str:
    """What became of one skill, in words."""
    from rubout.review.accepted import accepted_edits
    from rubout.review.learning import REPLAY_COMMITS, learn, replayed
    from rubout.review.states import stored_states

    if skill is None:
        return f"not added: {UNKNOWN} (give the report of the run that refused: --report)"
    retired = {name for name, state in stored_states(setting.ledger.records).items() if state == "retired"}
    (replay,) = replayed([skill], accepted_edits(setting.anchor, op_base(op), REPLAY_COMMITS))
    told: Learned = learn(skills, skill, op, review, retired, replay=replay)
    if not told.added:
        return f"not added: {told.reason}"
    added = skills.get(skill.id)
    state = added.state if added else skill.state
    return f"added, {state}: {printable(repr(skill.marker))} ({replay.hits} hits in {replay.edits} accepted edits)"


def op_base(op: Proposal) -> str:
    """The revision that a change starts from."""
    revision: str = getattr(op.base, "revision", None) or "HEAD"
    return revision
