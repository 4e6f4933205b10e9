"""What does a project need before its first review?

A policy that says what holds by default, a trust file with the principal who starts it, and a spec of one clause.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import msgspec

from rubout.config.files import OWN_FILE, SHARED_FILE
from rubout.config.keys import default_of, keys_of
from rubout.config.read import settings_at
from rubout.config.reference import as_toml
from rubout.errors import RepositoryError, UsageError
from rubout.measure.sources import git
from rubout.review.canonical import content_id
from rubout.review.envelope import Signed, sign
from rubout.review.records import Clause, Spec
from rubout.review.stores import keep
from rubout.review.trust import PATH as TRUST_PATH
from rubout.review.trust import Principal, Role, TrustFile
from rubout.store.files import create_text, make_parents, replace_text

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.review.crypto import SigningKey

STARTER = Clause("C1", "requirement", "The change does what its intent says, and nothing else.")


class Started(NamedTuple):
    """What was written: paths below the root, and the ids of trust file and spec."""

    paths: tuple[str, ...]
    trust_id: str
    spec: Signed[Spec]


def start_reviews(
    root: Path, name: str, kind: Literal["human", "robot"], key: SigningKey, emails: tuple[str, ...] = ()
) -> Started:
    """Write policy, trust file and starter spec; a policy that there is stays as it is.

    Args:
        root: of the project.
        name: of the principal who holds every role at first.
        kind: of that principal.
        key: of that principal.
        emails: which git may name that principal by.

    Raises:
        UsageError: there is a trust file.
        ConfigError: the configuration cannot be used.
        StoreError: the disk refuses.
    """
    settings = settings_at(root)
    roles: tuple[Role, ...] = get_args(Role)
    principal = Principal(id=name, kind=kind, keys=(key.public,), roles=roles, emails=emails)
    trust = TrustFile(v=1, principals=(principal,))
    target = root / TRUST_PATH
    make_parents(target)
    try:
        create_text(target, _pretty(trust))
    except FileExistsError as error:
        fix = "edit it: a person with the role `admin` adds principals and keys"
        raise UsageError("reviews have started here", where=str(target), fix=fix) from error
    written = [TRUST_PATH]
    if settings is None or (settings.file == OWN_FILE and not _has_policy(settings.table)):
        _add_policy(root / OWN_FILE)
        written.append(OWN_FILE)
    elif not _has_policy(settings.table):
        written.append(f"{SHARED_FILE} (left alone: the defaults of [tool.rubout.review] hold)")
    spec = Spec(author=key.public, intent="What is asked of every change.", parent=None, clauses=(STARTER,))
    signed = Signed(content_id("spec", spec), spec, sign(spec, key))
    keep(str(root), "tree", [signed])
    return Started(tuple(written), content_id("trust", trust), signed)


def policy_text() -> str:
    """`[review]` with every key that has a default that says something."""
    return "".join(_section(section) for section in ("review", "review.quorum"))


def own_email(root: Path) -> str | None:
    """The address that git signs commits with here; None without one."""
    try:
        said = git.start(str(root), "var", "GIT_AUTHOR_IDENT")()
    except (FileNotFoundError, RepositoryError):
        return None
    return said.decode("utf-8", "replace").partition("<")[2].partition(">")[0] or None


def _section(section: str) -> str:
    lines = (
        f"{key.name} = {as_toml(default)}\n"
        for key in keys_of(section)
        if (default := default_of(key)) not in (None, ())
    )
    return f"[{section}]\n{''.join(lines)}"


def _add_policy(path: Path) -> None:
    held = path.read_bytes().decode() if path.exists() else ""
    gap = "\n" if held and not held.endswith("\n") else ""
    replace_text(path, f"{held}{gap}{chr(10) if held else ''}{policy_text()}")


def _has_policy(table: object) -> bool:
    return isinstance(table, dict) and "review" in table


def _pretty(trust: TrustFile) -> str:
    """The file for people, without what says nothing."""
    value = msgspec.to_builtins(trust)
    value["principals"] = [{name: held for name, held in each.items() if held} for each in value["principals"]]
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
