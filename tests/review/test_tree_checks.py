"""What a change does to the tree around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.review.canonical import bytes_id
from rubout.review.checks.table import surroundings
from rubout.review.edit import DeleteAnchor, Edit, FileAnchor
from tests.review.checks import noted, seen
from tests.review.story import new_file, policy, proposed
from tests.signed import replacement

if TYPE_CHECKING:
    from collections.abc import Mapping


def function(name: str, rows: int, call: str = "step") -> str:
    body = "".join(
        f"    {chr(97 + row % 20)}{row} = {call}_{row}(value[{row}], key={row}) + other.get({row})\n"
        for row in range(rows)
    )
    return f"def {name}(value, other):\n{body}    return value\n"


ONE = function("first", 12)
HERE = {"src/one.py": ONE.encode()}


def whole(path: str, files: Mapping[str, bytes], text: str) -> tuple[Edit, bytes]:
    new = text.encode()
    return Edit(path=path, prior=bytes_id(files[path]), anchor=FileAnchor(), replacement=replacement(new)), new


def of_tree(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [each for each in found if each[0] in {"S20", "S22", "S23", "S25"}]


def test_new_code_that_stands_elsewhere_is_seen() -> None:
    op = proposed(new_file("src/two.py", ONE.encode()), files=HERE)
    (copy,) = [each.finding for each in noted(op, surround=surroundings) if each.finding.check == "S20"]
    assert "src/one.py:1-14" in copy.text
    assert (copy.edit, copy.span) == (0, (0, len(ONE)))
    assert of_tree(seen(op)) == []  # where nobody asks about the tree


def test_what_the_change_moves_is_no_copy() -> None:

    gone = Edit(path="src/one.py", prior=bytes_id(HERE["src/one.py"]), anchor=DeleteAnchor(), replacement=None)
    op = proposed((gone, None), new_file("src/two.py", ONE.encode()), files=HERE)
    assert of_tree(seen(op, surround=surroundings)) == []


@pytest.mark.parametrize("path", ["node_modules/two.py", "generated/two.py"])
def test_what_is_left_out_of_the_tree_is_no_copy(path: str) -> None:
    files = {path: ONE.encode(), "rubout.toml": b'exclude = ["generated/"]\n'}
    op = proposed(new_file("src/two.py", ONE.encode()), files=files)
    assert of_tree(seen(op, surround=surroundings)) == []


def test_what_was_copied_before_is_no_news() -> None:
    files = {**HERE, "src/two.py": ONE.encode()}
    op = proposed(whole("src/two.py", files, ONE + "\n\nX = 1\n"), files=files)
    assert of_tree(seen(op, surround=surroundings)) == []


def test_new_code_that_is_nearly_what_stands_elsewhere_is_noted() -> None:
    near = ONE.replace("value[3]", "value[3] - 1").replace("other.get(7)", "other.pop(7, None)")
    op = proposed(new_file("src/two.py", near.encode()), files=HERE)
    assert ("S22", "observe") in seen(op, surround=surroundings)


TEXT = " ".join(f"word{number} and" for number in range(60)) + ".\n"


def test_documentation_that_stands_elsewhere_is_noted() -> None:
    files = {"docs/one.md": b"# One\n\n" + TEXT.encode()}
    op = proposed(new_file("docs/two.md", b"# Two\n\n" + TEXT.encode()), files=files)
    assert of_tree(seen(op, surround=surroundings)) == [("S23", "observe")]


def test_a_second_copy_beside_the_first_is_noted() -> None:
    other = function("first", 30, "other")
    op = proposed(whole("src/one.py", HERE, ONE + "\n\n" + other), files=HERE)
    assert ("S25", "observe") in seen(op, surround=surroundings)


def test_a_small_change_measures_nothing() -> None:
    op = proposed(new_file("src/two.py", b"x = 1\n"), files=HERE)
    assert of_tree(seen(op, surround=surroundings)) == []


def test_a_policy_can_make_a_copy_a_refusal() -> None:
    op = proposed(new_file("src/two.py", ONE.encode()), files=HERE)
    rules = policy(effects=(("S20", "reject"),))
    assert ("S20", "reject") in seen(op, surround=surroundings, policy=rules)


MAIN = b"from src.one import first\n\nif __name__ == '__main__':\n    first(1, {})\n"


def test_a_file_that_nothing_starts_any_more_is_noted() -> None:
    files = {**HERE, "main.py": MAIN}
    op = proposed(whole("main.py", files, "if __name__ == '__main__':\n    print('done')\n"), files=files)
    dead = [each.finding for each in noted(op, surround=surroundings) if each.finding.check == "S24"]
    assert [finding.text for finding in dead] == ["nothing starts src/one.py once the change has landed"]


def test_a_new_file_that_something_starts_is_not() -> None:
    files = {"main.py": b"if __name__ == '__main__':\n    print()\n"}
    op = proposed(
        whole("main.py", files, MAIN.decode()),
        new_file("src/one.py", ONE.encode()),
        files=files,
    )
    assert "S24" not in dict(seen(op, surround=surroundings))


def test_a_path_that_leads_out_of_the_tree_is_laid_out_nowhere() -> None:
    op = proposed(new_file("../two.py", ONE.encode()), files=HERE)
    checks = dict(seen(op, surround=surroundings))
    assert "S07" in checks
    assert "S24" not in checks
