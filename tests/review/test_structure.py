"""Skills of tokens and of patterns."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rubout.review import structure
from rubout.review.firing import Firing
from rubout.review.learning import Learned, learn, replayed
from rubout.review.skill import Examples, Replay, ReviewSkill
from rubout.review.skills import ReviewSkills
from rubout.review.structure import admission
from tests.review.story import new_file, proposed, replaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rubout.review.proposal import Proposal

TOKENS = ReviewSkill(("eval", "(", "$IDENT"), "quality", "no eval", kind="tokens", lang="python")
PATTERN = ReviewSkill("eval($A)", "quality", "no eval", kind="ast", lang="python")
SOURCE = "# é\nx = eval(y)\nz = 1\n".encode()


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """How long a loaded machine takes is no matter of these rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(structure, "SECONDS", 60)
        patch.setattr(structure, "REPLAY_SECONDS", 60)
        yield


@pytest.fixture(scope="module")
def admitted(patient: None) -> list[ReviewSkill]:  # noqa: ARG001 - asked for to happen first
    """The two skills, with the engines of this machine."""
    return [msgspec.structs.replace(skill, engine=admission(skill).engine) for skill in (TOKENS, PATTERN)]


def places(skills: Sequence[ReviewSkill], op: Proposal) -> list[tuple[str, int, bytes]]:
    hits = Firing(skills).fired(op.texts).hits
    return [(hit.skill.kind, hit.edit, (op.texts[hit.edit].text or b"")[slice(*hit.span)]) for hit in hits]


def test_they_fire_on_new_text_of_their_language(admitted: list[ReviewSkill]) -> None:
    both = [("tokens", 0, b"eval(y"), ("ast", 0, b"eval(y)")]
    for path, expected in (("a.py", both), ("a.js", [])):
        assert places(admitted, proposed(new_file(path, SOURCE))) == expected


def test_they_do_not_fire_on_untouched_text(admitted: list[ReviewSkill]) -> None:
    at = SOURCE.index(b"z = 1")
    assert places(admitted, proposed(replaced("a.py", SOURCE, at, at + 1, b"w"), files={"a.py": SOURCE})) == []


def test_they_fire_where_an_edit_completes_them(admitted: list[ReviewSkill]) -> None:
    before = SOURCE.replace(b"eval", b"call")
    at = before.index(b"call")
    op = proposed(replaced("a.py", before, at, at + 4, b"eval"), files={"a.py": before})
    assert places(admitted, op) == [("tokens", 0, b"eval"), ("ast", 0, b"eval")]


def test_a_comment_and_a_string_hold_no_code(admitted: list[ReviewSkill]) -> None:
    assert places(admitted, proposed(new_file("a.py", b"# eval(y)\nx = 'eval(y)'\n"))) == []


def test_moved_code_is_not_introduced(admitted: list[ReviewSkill]) -> None:
    introduced = [msgspec.structs.replace(skill, mode="introduced") for skill in admitted]
    moved = proposed(
        replaced("a.py", SOURCE, 5, 17, b""),
        replaced("a.py", SOURCE, len(SOURCE), len(SOURCE), b"x = eval(y)\n"),
        files={"a.py": SOURCE},
    )
    assert len(places(admitted, moved)) == 2
    assert places(introduced, moved) == []
    copied = proposed(replaced("a.py", SOURCE, len(SOURCE), len(SOURCE), b"x = eval(y)\n"), files={"a.py": SOURCE})
    assert len(places(introduced, copied)) == 2


def test_they_cover_their_paths(admitted: list[ReviewSkill]) -> None:
    there = [msgspec.structs.replace(skill, paths=("src/",)) for skill in admitted]
    assert places(there, proposed(new_file("a.py", SOURCE))) == []
    assert len(places(there, proposed(new_file("src/a.py", SOURCE)))) == 2


@pytest.mark.parametrize(
    ("marker", "text", "fires"),
    [
        (("x", "=", "$STR"), b"x = 'a b'\n", True),
        (("x", "=", "$STR"), b"x = 12\n", False),
        (("x", "=", "$NUM"), b"x = 12\n", True),
        (("x", "=", "$NUM"), b"x = 1.5\n", True),
        (("x", "=", "$NUM"), b"x = 'a'\n", False),
        (("x", "=", "'a b'"), b"x = 'a b'\n", True),
        (("$IDENT", "=", "$IDENT"), b"x = y\n", True),
        (("$IDENT", "=", "$IDENT"), b"x = 1\n", False),
    ],
)
def test_a_token_may_stand_for_any_of_its_kind(marker: tuple[str, ...], text: bytes, fires: bool) -> None:
    skill = ReviewSkill(marker, "quality", "no", kind="tokens", lang="python")
    skills = ReviewSkills()
    assert learn(skills, skill).added
    assert bool(skills.matching(proposed(new_file("a.py", text)))) is fires


GOOD = Examples(bad=("eval(x)\n",), good=("call(x)\n",))
WRONG = Examples(bad=("call(x)\n",), good=())


@pytest.mark.parametrize("skill", [TOKENS, PATTERN])
def test_another_engine_is_tried_on_the_examples(skill: ReviewSkill) -> None:
    op = proposed(new_file("a.py", SOURCE))
    for examples, hits in ((GOOD, 1), (WRONG, 0), (None, 0)):
        old = msgspec.structs.replace(skill, engine="another", examples=examples)
        fired = Firing([old]).fired(op.texts)
        assert (len(fired.hits), fired.unevaluable) == (hits, () if hits else (old,))


@pytest.mark.parametrize(
    ("skill", "reason"),
    [
        (TOKENS, None),
        (PATTERN, None),
        (msgspec.structs.replace(PATTERN, marker="eval($A); call()"), "bad_pattern"),
        (msgspec.structs.replace(PATTERN, marker="((((("), "bad_pattern"),
        (msgspec.structs.replace(TOKENS, lang="klingon"), "bad_pattern"),
        (msgspec.structs.replace(TOKENS, examples=WRONG), "self_test"),
        (msgspec.structs.replace(PATTERN, examples=WRONG), "self_test"),
        (msgspec.structs.replace(PATTERN, examples=GOOD), None),
    ],
)
def test_a_skill_is_tried_before_it_is_learned(skill: ReviewSkill, reason: str | None) -> None:
    skills = ReviewSkills()
    assert learn(skills, skill) == Learned(added=reason is None, reason=reason)
    assert all(each.engine for each in skills)


SLEEPER = "import time; time.sleep(60)"
HALF = (
    'import sys, time; sys.stdout.write(\'{"edit": 0, "span": [0, 1]}\\n{"edit": 0\'); sys.stdout.flush();'
    "time.sleep(60)"
)


@pytest.mark.parametrize(
    ("script", "hits"), [("import os; os.abort()", 0), (SLEEPER, 0), (HALF, 1)], ids=["crash", "hang", "half"]
)
def test_what_a_broken_child_did_not_say_is_named(
    script: str, hits: int, admitted: list[ReviewSkill], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structure, "_COMMAND", (sys.executable, "-c", script))
    texts = proposed(new_file("a.py", SOURCE)).texts
    for seconds in (0.5, 5, 50):  # a child of a loaded machine may need long to say its half
        monkeypatch.setattr(structure, "SECONDS", seconds)
        fired = Firing(admitted).fired(texts)
        if len(fired.hits) == hits:
            break
    assert len(fired.hits) == hits
    assert [*fired.unevaluable] == admitted[hits:]


def test_a_broken_child_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "_COMMAND", (sys.executable, "-c", ""))
    assert learn(ReviewSkills(), PATTERN).reason == "unevaluable"


def test_a_replay_asks_about_all_commits_at_once(admitted: list[ReviewSkill], monkeypatch: pytest.MonkeyPatch) -> None:
    commits = [proposed(new_file("a.py", text)).texts for text in (SOURCE, b"x = 1\n", SOURCE + b"y = 1\n")]
    assert replayed(admitted, commits) == [Replay(3, 2)] * 2
    monkeypatch.setattr(structure, "_COMMAND", (sys.executable, "-c", ""))
    assert replayed(admitted, commits) == [Replay(3, 3)] * 2  # nobody can say that they are quiet


def test_bytes_that_are_no_text_hide_no_tokens(admitted: list[ReviewSkill]) -> None:
    fired: Any = Firing(admitted).fired(proposed(new_file("a.py", b"# \xff\nx = eval(y)\n")).texts)
    assert [hit.skill.kind for hit in fired.hits] == ["tokens"]
    assert [skill.kind for skill in fired.unevaluable] == ["ast"]


def test_a_deleted_file_fires_nothing(admitted: list[ReviewSkill]) -> None:
    op = proposed(replaced("a.py", SOURCE, 0, len(SOURCE), b""), files={"a.py": SOURCE})
    assert places(admitted, op) == []
