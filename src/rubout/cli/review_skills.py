"""`rubout review skills`: what was learned, how often it was right, and what is to become of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from rubout.cli.review_arguments import add_key, add_trust
from rubout.cli.review_options import keep_one, open_store, project, required_key
from rubout.errors import ExitCode, UsageError
from rubout.report.json import encode
from rubout.report.record import counted, printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from typing import TextIO

    from rubout.review.crypto import SigningKey
    from rubout.review.setting import Setting
    from rubout.review.skill import ReviewSkill, State

Event = Literal["teach", "retire", "observe", "reinstate"]
EVENTS: dict[str, State] = {"retire": "retired", "observe": "observe", "reinstate": "active"}
ACTIONS = ("list", "show", "replay", *EVENTS, "teach")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", nargs="?", default="list", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("skill", nargs="?", metavar="ID", help="the skill, by its id or 8 digits of it or more")
    parser.add_argument("--reason", metavar="TEXT", help="why its state changes")
    parser.add_argument("--marker", metavar="TEXT", help="teach: what to look for")
    parser.add_argument(
        "--stage", choices=("spec_compliance", "quality"), default="quality", help="teach: what it refuses"
    )
    parser.add_argument("--finding", metavar="TEXT", help="teach: what to say")
    add_key(parser, "the key of somebody who may teach")
    add_trust(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how it is written (default: text)")


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """List, or change a state: an event is signed and stored, and the file follows.

    Raises:
        UsageError: there is no such skill, or something is missing.
        ReviewError: the skills or the records cannot be relied on.
    """
    if args.action in {*EVENTS, "teach"}:
        key = required_key(args.key)
        change = _teach if args.action == "teach" else _change_state
        return change(args, open_store(project(), args), key, out)
    setting = open_store(project(), args)
    skills = [_named(args, setting)] if args.action != "list" else list(setting.skills)
    if args.action == "replay":
        return _replay(setting, skills, out)
    rows = [_row(setting, skill) for skill in skills]
    if args.format == "json":
        out.write(encode({"schema": "rubout.review-skills/1", "skills": rows}))
    else:
        out.writelines(_lines(rows, is_full=args.action == "show"))
    return ExitCode.HELD


def _row(setting: Setting, skill: ReviewSkill) -> dict[str, object]:
    from rubout.review.states import Tally, tallies

    tally = tallies(setting.ledger.records.values()).get(skill.id, Tally())
    precision = tally.precision
    return {
        **msgspec.to_builtins(skill),
        "id": skill.id,
        "hits": tally.hits,
        "overrides": tally.overrides,
        "precision": "unknown" if precision is None else f"{precision.numerator}/{precision.denominator}",
        "suggest": "retire" if tally.suggests_retirement else None,
    }


def _lines(rows: list[dict[str, object]], *, is_full: bool) -> list[str]:
    lines = [] if rows else ["nothing was learned yet: `rubout review learn` takes over what refusals taught\n"]
    for row in rows:
        suggest = f", suggest: {row['suggest']}" if row["suggest"] else ""
        hits = f"{counted(int(str(row['hits'])), 'hit')}, {counted(int(str(row['overrides'])), 'override')}"
        lines.append(f"{row['id']}  {row['state']}  {printable(repr(row['marker']))}  {hits}, ")
        lines.append(f"precision {row['precision']}{suggest}\n")
        if is_full:
            lines.append(f"  {row['stage']}: {printable(str(row['finding']))}\n")
            if isinstance(row["provenance"], dict):
                lines += [f"  {name}: {printable(str(value))}\n" for name, value in sorted(row["provenance"].items())]
    return lines


def _named(args: Namespace, setting: Setting) -> ReviewSkill:
    digits = (args.skill or "").removeprefix("sha256:")
    near = [skill for skill in setting.skills if skill.id.removeprefix("sha256:").startswith(digits)]
    if len(digits) < 8 or len(near) != 1:  # noqa: PLR2004 - as for every id
        what = f"{counted(len(near), 'skill')} of that id" if args.skill else "no skill is named"
        raise UsageError(what, where="review skills", fix="give an id, or 8 digits of it or more")
    return near[0]


def _replay(setting: Setting, skills: list[ReviewSkill], out: TextIO) -> ExitCode:
    from rubout.review.accepted import accepted_edits
    from rubout.review.learning import REPLAY_COMMITS, replayed

    seen = replayed(skills, accepted_edits(setting.anchor, "HEAD", REPLAY_COMMITS))
    told = (f"{counted(each.hits, 'hit')} in {counted(each.edits, 'accepted edit')}" for each in seen)
    out.writelines(f"{skill.id}  {line}\n" for skill, line in zip(skills, told, strict=True))
    return ExitCode.HELD


def _change_state(args: Namespace, setting: Setting, key: SigningKey, out: TextIO) -> ExitCode:
    skill = _named(args, setting)
    if not args.reason:
        raise UsageError("no reason is given", where="--reason", fix="say why")
    _sign_event(setting, key, args.action, skill.id, args.reason)
    state = EVENTS[args.action]
    _rewrite(setting, lambda each: msgspec.structs.replace(each, state=state) if each.id == skill.id else each)
    out.write(f"{skill.id}  {state}\n")
    return ExitCode.HELD


def _teach(args: Namespace, setting: Setting, key: SigningKey, out: TextIO) -> ExitCode:
    from rubout.review.learning import learn
    from rubout.review.skill import ReviewSkill
    from rubout.review.skills import ReviewSkills
    from rubout.review.skills_file import PATH
    from rubout.review.states import stored_states

    if not args.marker or not args.finding:
        raise UsageError("a skill has a marker and a finding", where="review skills teach", fix="give both")
    path = Path(setting.anchor, PATH)
    skills, skill = ReviewSkills.load(path), ReviewSkill(args.marker, args.stage, args.finding)
    retired = {name for name, state in stored_states(setting.ledger.records).items() if state == "retired"}
    told = learn(skills, skill, retired=retired)
    if not told.added:
        out.write(f"{skill.id}  not added: {told.reason}\n")
        return ExitCode.HELD
    _sign_event(setting, key, "teach", skill.id, args.finding)
    skills.save(path)
    out.write(f"{skill.id}  added\n")
    return ExitCode.HELD


def _sign_event(setting: Setting, key: SigningKey, kind: Event, skill_id: str, reason: str) -> None:
    from rubout.review.by_hand import Desk, sign_event
    from rubout.review.moment import made_at

    desk = Desk(key, setting.ledger, setting.rules, made_at(os.environ))
    keep_one(setting, sign_event(kind, skill_id, reason, desk))


def _rewrite(setting: Setting, change: Callable[[ReviewSkill], ReviewSkill]) -> None:
    from rubout.review.skills import ReviewSkills
    from rubout.review.skills_file import PATH

    path = Path(setting.anchor, PATH)
    ReviewSkills(map(change, ReviewSkills.load(path))).save(path)
