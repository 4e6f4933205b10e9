"""What `rubout doctor` says of reviews."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rubout.cli.doctor import installed_version
from rubout.cli.doctor_line import Line, State
from rubout.cli.doctor_review import EXTRAS, review_lines
from tests.reports import said_of

if TYPE_CHECKING:
    from tests.conftest import Tree

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
INSTALLED = {extra.distribution: "1" for extra in EXTRAS}
HINT = "none: what has to be read for meaning is left to people; `[review.semantic] provider` names one"


def about(subject: str, root: Path, versions: dict[str, str] = INSTALLED) -> list[tuple[State, str]]:
    return said_of(review_lines(root, versions.get), subject)


def configured(text: str) -> dict[str, str]:
    return {"rubout.toml": f"[review.semantic]\n{text}"}


def test_the_extras_are_those_of_the_package() -> None:
    written = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    users = {name: written[name] for name in written.keys() - {"dev", "test"}}
    named = {(name, re.split("[>=]", one)[0]) for name, needs in users.items() for one in needs}
    assert named == {(extra.extra, extra.distribution) for extra in EXTRAS}


def test_where_everything_is_installed_there_is_one_line(tree: Tree) -> None:
    root = tree({"rubout.toml": ""})
    assert list(review_lines(root, INSTALLED.get)) == [
        Line(State.FINE, "extras", "3 of 3 installed"),
        Line(State.FINE, "model", HINT),
    ]
    assert about("extra", root, {name: installed_version(name) or "" for name in INSTALLED}) == []


@pytest.mark.parametrize(
    ("files", "state"), [({}, State.FINE), ({"rubout-review/trust.json": "{}"}, State.WARNING)], ids=["hint", "warning"]
)
def test_what_is_missing_says_what_it_is_for_and_where_it_comes_from(
    tree: Tree, files: dict[str, str], state: State
) -> None:
    root = tree({"rubout.toml": "", **files})
    without = {name: "1" for name in INSTALLED if name != "pynacl"}
    what = "pynacl is not installed: `rubout review` neither signs nor checks what was signed"
    assert about("extra", root, without) == [(state, f"{what}\n    fix: pip install 'rubout[review]'")]
    assert about("extras", root, without) == [(State.FINE, "2 of 3 installed")]


@pytest.mark.parametrize(
    ("text", "state", "words"),
    [
        (f'provider = "command"\ncommand = ["{sys.executable}", "-"]\n', State.FINE, ", by command"),
        ('provider = "command"\ncommand = ["no-such-program"]\n', State.WARNING, "`no-such-program` is not there"),
        ('provider = "http"\nmodel = "m"\nbase_url = "http://localhost:1/v1"\n', State.FINE, "m, by http"),
        ('provider = "http"\nmodel = "m"\nbase_url = "https://example.org/v1"\n', State.WARNING, "remote_ok"),
    ],
)
def test_a_model_is_named_with_what_keeps_it_from_being_asked(tree: Tree, text: str, state: State, words: str) -> None:
    ((found, what),) = about("model", tree(configured(text)))
    assert (found, words in what) == (state, True)


def test_of_a_broken_configuration_nothing_more_is_said(tree: Tree) -> None:
    assert about("model", tree({"rubout.toml": "["})) == []
