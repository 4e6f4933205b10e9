"""The audit of real repositories: which copies is a change charged with?"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from rubout.config.records import Config, Guard
from rubout.errors import RepositoryError
from rubout.gate.audit import Audited, Means, pushed_audit, staged_audit, stop_audit
from rubout.gate.held import Held

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from tests.conftest import Files, Git, Grow, Tree

    class Changed(Protocol):
        def __call__(
            self, before: Files, after: dict[str, str | None], moves: dict[str, str] | None = None
        ) -> Audited: ...


MEANS = Means(pytest.fail)
DENY = Config(guard=Guard(mode="deny"))
SHAPES = (
    "{a} = {b} + {c}",
    "{a} -= {b} * 2",
    "if {a} > {b}: {c}()",
    "for {a} in {b}: {c}.append({a})",
    "while {a} and not {b}: {c} = {a}[1]",
    "{a}({b}, {c}, key={a})",
    "assert {a} is not {b}, {c}",
    "del {a}[{b}:{c}]",
    "{a} = [{b} for {b} in {c} if {b}]",
    "with {a}() as {b}: {c} |= {b}",
    "return {a} ** {b} // {c}",
    "{a} = {{{b}: {c}}}",
    "raise {a}({b}) from {c}",
    "{a}, {b} = {b}, {c} @ {a}",
    "{a} = lambda {b}: {c} << {b}",
)


def function(seed: int, lines: int = 24, name: str = "work") -> str:
    """A function of some hundred tokens whose shape no other seed has."""
    draw = random.Random(seed)
    body = (f"    {draw.choice(SHAPES).format(a=f'a{line}', b='b', c='c')}\n" for line in range(lines))
    return f"def {name}(b, c):\n{''.join(body)}"


OLD = function(1)
MENDED = OLD.replace(OLD.splitlines()[12], "    a12 = fresh(b)[c] ^ 7")


def audited(root: Path, *, staged: bool = False, config: Config = DENY) -> Audited:
    held = Held()
    for path in sorted(root.rglob("*.py")):
        held.put_source(path.relative_to(root).as_posix(), path.read_bytes(), keep_imports=False)
    found = staged_audit(str(root), config, MEANS) if staged else stop_audit(str(root), config, held)
    assert found is not None
    return found


def places(found: Audited) -> list[tuple[str, str]]:
    return sorted((block.a.path, block.b.path) for block in found.introduced)


@pytest.fixture(params=[False, True], ids=["stop", "staged"])
def staged(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture
def changed(tree: Tree, grow: Grow, git: Git, staged: bool) -> Changed:
    """The audit of a repository with `before` committed and then changed to `after`; None takes a file away."""

    def audit(before: Files, after: dict[str, str | None], moves: dict[str, str] | None = None) -> Audited:
        root = tree(before, git=True)
        for old, new in (moves or {}).items():
            git(root, "mv", old, new)
        for path, text in after.items():
            if text is None:
                (root / path).unlink()
            else:
                grow(root, {path: text})
        if staged:
            git(root, "add", "--all")
        return audited(root, staged=staged)

    return audit


def test_a_copy_in_a_file_that_came_is_introduced(changed: Changed) -> None:
    found = changed({"a.py": function(1)}, {"b.py": function(1, name="other")})
    assert places(found) == [("a.py", "b.py")]
    assert found.verdict.blocks
    assert found.files == ("b.py",)
    assert found.net_lines == 25
    (block,) = found.introduced
    assert (block.a.start_line, block.a.end_line, block.b.start_line, block.b.end_line) == (1, 25, 1, 25)
    assert (block.a_changed, block.b_changed) == (False, True)
    assert (block.new.path, block.old.path) == ("b.py", "a.py")


def test_of_two_changed_files_the_one_with_the_new_lines_holds_the_copy(changed: Changed) -> None:
    found = changed({"z.py": function(1)}, {"z.py": function(1) + "x = 1\n", "a.py": function(1)})
    (block,) = found.introduced
    assert (block.new.path, block.old.path) == ("a.py", "z.py")


def test_old_copies_are_not_charged_to_a_change_beside_them(changed: Changed) -> None:
    old = function(1) + "\n\n"
    found = changed({"a.py": old, "b.py": old}, {"a.py": old + function(2, lines=3)})
    assert found.introduced == []
    assert found.verdict.touched == 1
    assert not found.verdict.fail


def test_moving_an_old_copy_introduces_nothing(changed: Changed) -> None:
    found = changed({"a.py": function(1), "b.py": function(1)}, {}, moves={"b.py": "sub_b.py"})
    assert found.introduced == []
    assert found.files == ("b.py", "sub_b.py")
    assert found.net_lines == 0


def test_mending_a_line_alike_in_both_copies_introduces_nothing(changed: Changed) -> None:
    found = changed({"a.py": OLD, "b.py": OLD}, {"a.py": MENDED, "b.py": MENDED})
    assert found.introduced == []
    assert found.verdict.touched == 1


def test_changing_a_line_within_one_copy_leaves_two_runs_and_introduces_nothing(changed: Changed) -> None:
    found = changed({"a.py": OLD, "b.py": OLD}, {"b.py": MENDED})
    assert found.introduced == []
    assert found.verdict.touched == 2


def test_moving_one_of_two_copies_to_a_new_file_introduces_nothing(changed: Changed) -> None:
    rest = function(2) + "\n\n"
    found = changed({"a.py": rest + function(1), "b.py": function(1)}, {"a.py": rest, "c.py": function(1)})
    assert found.introduced == []
    assert found.verdict.touched == 1


def test_a_third_copy_is_introduced_beside_each_of_the_others(changed: Changed) -> None:
    found = changed({"a.py": function(1), "b.py": function(1)}, {"c.py": function(1)})
    assert places(found) == [("a.py", "c.py"), ("b.py", "c.py")]


def test_a_copy_in_a_renamed_and_edited_file_is_introduced(changed: Changed) -> None:
    rest = function(2, lines=60) + "\n\n"
    found = changed({"a.py": function(1), "b.py": rest}, {"c.py": rest + function(1)}, moves={"b.py": "c.py"})
    assert places(found) == [("a.py", "c.py")]


def test_a_pair_of_copies_that_come_together_is_one_block(changed: Changed) -> None:
    found = changed({"rest.py": function(2)}, {"a.py": function(1), "b.py": function(1)})
    assert places(found) == [("a.py", "b.py")]


def test_a_file_that_comes_to_repeat_itself_introduces_the_copy(changed: Changed) -> None:
    found = changed({"a.py": function(1)}, {"a.py": f"{function(1)}\n\n{function(1, name='again')}"})
    assert places(found) == [("a.py", "a.py")]


def test_taking_a_copy_away_introduces_nothing(changed: Changed) -> None:
    found = changed({"a.py": function(1), "b.py": function(1)}, {"b.py": None})
    assert (found.introduced, found.files, found.net_lines) == ([], ("b.py",), -25)


def test_a_permit_in_the_tree_takes_a_place_out(changed: Changed) -> None:
    found = changed({"a.py": function(1)}, {"b.py": f"# rubout:allow(clones) -- on purpose\n{function(1)}"})
    assert found.blocks == ()


@pytest.mark.parametrize(
    "path", ["notes.txt", "style.css", ".rubout/a.py", "sub/.rubout/a.py", "node_modules/a.py", ".hidden.py"]
)
def test_what_is_not_judged_is_no_change(tree: Tree, grow: Grow, path: str) -> None:
    root = tree({"a.py": function(1)}, git=True)
    grow(root, {path: function(1)})
    found = audited(root)
    assert (found.files, found.net_lines, found.blocks) == ((), 0, ())


def test_a_folder_below_the_top_sees_its_own_files_alone(tree: Tree, grow: Grow) -> None:
    root = tree({"sub/rubout.toml": "", "sub/a.py": function(1), "a.py": function(1)}, git=True)
    grow(root, {"sub/b.py": function(1), "b.py": function(1)})
    found = audited(root / "sub")
    assert places(found) == [("a.py", "b.py")]
    assert found.files == ("b.py",)


def test_a_branch_without_a_commit_is_compared_with_nothing(tree: Tree, git: Git, staged: bool) -> None:
    root = tree({"a.py": function(1), "b.py": function(1)})
    git(root, "init", "--quiet")
    git(root, "add", "a.py", *(("b.py",) if staged else ()))
    assert places(audited(root, staged=staged)) == [("a.py", "b.py")]


def test_a_name_that_git_would_quote_is_no_way_past(changed: Changed) -> None:
    assert places(changed({"a.py": function(1)}, {"Übung\t1.py": function(1)})) == [("a.py", "Übung\t1.py")]


def test_repositories_with_other_ids_are_audited_alike(tree: Tree, grow: Grow, git: Git, staged: bool) -> None:
    root = tree({"a.py": function(1)})
    git(root, "init", "--quiet", "--object-format=sha256")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=c")
    grow(root, {"b.py": function(1)})
    git(root, "add", "--all")
    assert places(audited(root, staged=staged)) == [("a.py", "b.py")]


def test_what_is_staged_is_judged_whatever_lies_on_disk(tree: Tree, grow: Grow, git: Git) -> None:
    root = tree({"a.py": function(1)}, git=True)
    grow(root, {"b.py": function(1)})
    git(root, "add", "b.py")
    grow(root, {"b.py": "x = 1\n", "a.py": "x = 2\n"})
    assert places(audited(root, staged=True)) == [("a.py", "b.py")]
    assert places(audited(root)) == []


def test_the_index_that_a_hook_names_is_the_one_that_is_judged(
    tree: Tree, grow: Grow, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"a.py": function(1)}, git=True)
    grow(root, {"b.py": function(1)})
    git(root, "add", "b.py")
    (root / ".git" / "index").rename(root / ".git" / "other")
    git(root, "reset", "--quiet")
    assert audited(root, staged=True).files == ()
    monkeypatch.chdir(root)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other")
    assert places(audited(root, staged=True)) == [("a.py", "b.py")]


def test_a_tree_that_is_not_known_yet_leaves_the_audit_degraded(tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": function(1)}, git=True)
    grow(root, {"b.py": function(1)})
    found = stop_audit(str(root), DENY, None)
    assert found is not None
    assert (found.verdict.degraded, found.verdict.blocks, found.files) == (True, False, ("b.py",))


def test_without_a_repository_a_turn_is_not_audited_and_a_commit_is_refused_an_answer(tree: Tree) -> None:
    root = tree({"a.py": function(1)})
    assert stop_audit(str(root), DENY, Held()) is None
    with pytest.raises(RepositoryError, match="no repository"):
        staged_audit(str(root), DENY, MEANS)


def test_binary_and_undecodable_files_change_without_lines(tree: Tree, grow: Grow) -> None:
    root = tree({"a.py": b"x = 1\n\0"}, git=True)
    grow(root, {"a.py": b"x = 1\nx = 2\n\0", "b.py": b"# \xff\n", "c.py": "x = 1\n"})
    found = audited(root)
    assert (found.files, found.net_lines) == (("a.py", "b.py", "c.py"), 1)


def test_joining_the_halves_of_an_old_copy_adds_nothing_that_is_novel(changed: Changed) -> None:
    whole = function(1)
    half = len(whole.splitlines()) // 2
    lines = whole.splitlines(keepends=True)
    apart = "".join([*lines[:5], "    gap = fresh(b)[c] ^ 7\n", *lines[5:half]])
    found = changed({"a.py": "".join(lines[:half]), "b.py": apart}, {"b.py": "".join(lines[:half])})
    assert found.introduced == []
    assert found.verdict.touched == 1


@pytest.mark.parametrize(("start", "copies"), [("HEAD~1", 1), ("HEAD", 0), ("0" * 40, 1)])
def test_what_is_pushed_is_judged_by_its_own_tree(tree: Tree, grow: Grow, git: Git, start: str, copies: int) -> None:
    root = tree({"a.py": function(1)}, git=True)
    grow(root, {"b.py": function(1)})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=copy")
    grow(root, {"b.py": "x = 1\n", "c.py": function(1)})
    assert len(pushed_audit(str(root), DENY, start, "HEAD", MEANS).introduced) == copies
