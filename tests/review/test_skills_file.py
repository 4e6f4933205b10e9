"""The file that skills stand in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.errors import ReviewError
from rubout.review.skill import MARKER_BYTES, ReviewSkill
from rubout.review.skills import ReviewSkills, skills_of
from rubout.review.skills_file import PATH, text_of
from tests.review.story import EVAL, written

if TYPE_CHECKING:
    from pathlib import Path

LONG = text_of(ReviewSkills([msgspec.structs.replace(EVAL, mode="introduced")]))
TWO = text_of(ReviewSkills([EVAL, msgspec.structs.replace(EVAL, stage="spec_compliance", state="retired")]))


def test_a_skill_that_says_no_more_is_written_short() -> None:
    assert text_of(ReviewSkills([EVAL])) == (
        '{\n  "skills": [\n    {\n      "finding": "never evaluate input",\n      "marker": "eval(",\n'
        '      "stage": "Quality"\n    }\n  ]\n}\n'
    )


def test_any_other_is_written_with_every_field_and_its_id() -> None:
    document = json.loads(LONG)
    assert document["v"] == 1
    (row,) = document["skills"]
    assert list(row) == sorted(row)
    assert row["id"] == EVAL.id
    assert set(row) == {*ReviewSkill.__struct_fields__, "id"}
    assert LONG.startswith('{\n  "skills"')


def test_no_file_is_no_skill(tmp_path: Path) -> None:
    assert len(ReviewSkills.load(tmp_path / "skills.json")) == 0


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "skills.json").mkdir()
    with pytest.raises(ReviewError) as caught:
        ReviewSkills.load(tmp_path / "skills.json")
    assert caught.value.code == "bad_skills"


def short(**other: str) -> str:
    """A file of one skill in the short form."""
    return json.dumps({"skills": [{"marker": "abcd", "stage": "Quality", "finding": "x"} | other]})


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("{", "1:1", "truncated"),
        ('{"skills": [], }', "1:16", "malformed"),
        (LONG.replace('"v": 1', '"v": 2'), "1:1", "$.v"),
        (TWO.replace('"state": "retired"', '"state": "allowed"'), "19:5", "allowed"),
        (TWO.replace('"paths"', '"ways"'), "3:5", "ways"),
        (LONG.replace('"lang": null', '"lang": null, "lang": null'), "1:1", '"lang" stands twice'),
        (LONG.replace('"lang": null', '"lang": "c"'), "3:5", "is not that of the skill"),
        (LONG.replace("eval(", "evil("), "3:5", "is not that of the skill"),
        (TWO.replace("spec_compliance", "quality"), "19:5", "is not that of the skill"),
        (short(marker="ab"), "1:13", "4 bytes at least"),
        (short(finding=""), "1:13", "1 to 2000"),
        (short(stage="Speed"), "1:13", "Speed"),
        *(('{"skills": [{"a": ' + more, "1:1", "unknown field `a`") for more in ("[" * 100_000, "1}, and no more")),
    ],
)
def test_a_bad_file_is_no_empty_one(text: str, where: str, what: str) -> None:
    with pytest.raises(ReviewError, match="mend the file") as caught:
        skills_of(text.encode())
    assert caught.value.where == f"{PATH}:{where}"
    assert what in caught.value.what


def test_a_skill_stands_in_a_file_once() -> None:
    row = '{"marker": "abcd", "stage": "Quality", "finding": "x"}'
    with pytest.raises(ReviewError, match="stands here already") as caught:
        skills_of(f'{{"skills": [{row},\n{row}]}}'.encode())
    assert caught.value.where == f"{PATH}:2:1"


def test_a_short_row_may_stand_in_a_long_file() -> None:
    mixed = json.loads(LONG)
    mixed["skills"].append({"marker": "exec(", "stage": "SpecCompliance", "finding": "no"})
    assert [skill.stage for skill in skills_of(json.dumps(mixed).encode())] == ["quality", "spec_compliance"]


def test_a_missing_field_takes_its_default() -> None:
    assert [
        *skills_of(b'{"skills": [{"marker": "eval(", "stage": "quality", "finding": "never evaluate input"}]}')
    ] == [EVAL]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lang": "python"}, "no language"),
        ({"engine": "1"}, "no engine"),
        ({"marker": ("a", "b", "c")}, "one string"),
        ({"marker": "a\ud800bcd"}, "surrogate"),
        ({"kind": "tokens", "lang": "python"}, "list of the texts"),
        ({"kind": "tokens", "marker": ("a", "b", "c")}, "names its language"),
        ({"kind": "tokens", "lang": "python", "marker": ("a", "b")}, "3 tokens at least"),
        ({"kind": "tokens", "lang": "python", "marker": ("a",) * 65}, "64 tokens at most"),
        ({"kind": "tokens", "lang": "python", "marker": ("a", "", "b")}, "list of the texts"),
        ({"kind": "tokens", "lang": "python", "marker": ("a", "\0", "b")}, "no NUL"),
        ({"kind": "ast", "lang": "python", "marker": ("a", "b", "c")}, "one string"),
    ],
)
def test_a_skill_that_cannot_be_looked_for_stands_nowhere(changes: dict[str, object], words: str) -> None:
    skill = msgspec.structs.replace(EVAL, **changes)
    with pytest.raises(ValueError, match=words):
        ReviewSkills([skill])
    assert not ReviewSkills().learn(skill)


def test_a_marker_has_its_bounds() -> None:
    for size in (MARKER_BYTES.start, MARKER_BYTES.stop - 1):
        assert len(ReviewSkills([ReviewSkill("x" * size, "quality", "no")])) == 1
    assert len(ReviewSkills([ReviewSkill("é é é", "quality", "no")])) == 1
    with pytest.raises(ValueError, match="4 bytes"):
        ReviewSkills([ReviewSkill("é    é", "quality", "no")])


def test_a_set_of_skills_says_what_it_holds() -> None:
    skills = ReviewSkills([EVAL])
    assert EVAL.id in skills
    assert "sha256:0" not in skills
    assert skills.get(EVAL.id) == EVAL
    assert skills.get("sha256:0") is None
    assert skills != [EVAL]


def test_what_is_learned_is_looked_for_at_once() -> None:
    skills = ReviewSkills()
    op = written(b"eval(x)")
    assert skills.matching(op) == []
    skills.learn(EVAL)
    assert skills.matching(op) == [EVAL]


def test_skills_match_in_their_order_and_only_active_ones() -> None:
    other = ReviewSkill("x)  ;", "quality", "no")
    first = ReviewSkill("l(x)", "quality", "no")
    retired = msgspec.structs.replace(EVAL, stage="spec_compliance", state="retired")
    skills = ReviewSkills([first, retired, EVAL, other])
    assert skills.matching(written(b"eval(x)")) == [first, EVAL]
