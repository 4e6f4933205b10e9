"""Tests of rubout.review.stores and rubout.review.start."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from rubout.config.read import read_config
from rubout.config.records import Review
from rubout.errors import ConfigError, RepositoryError, UsageError
from rubout.review.envelope import verify
from rubout.review.export import Subject, subject_of
from rubout.review.ledger import read_ledger
from rubout.review.policy import Policy
from rubout.review.records import Spec
from rubout.review.start import own_email, policy_text, start_reviews
from rubout.review.stores import REF, first_trust, has_ref, keep, stored_at, stored_in
from rubout.review.trust import PATH, read_trust
from rubout.store.records import FOLDER, Stored, record_name
from tests.conftest import GIT_ENVIRONMENT
from tests.signed import K1, OP, SPEC, TRUST, refusal, signed, trust_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

RECORDS = [signed(OP), signed(SPEC), signed(refusal())]
FILES = sorted(Stored(record_name(each.id), each.raw) for each in RECORDS)


def git(root: Path, *words: str) -> str:
    ran = subprocess.run(
        ["git", "-C", str(root), *words], check=True, capture_output=True, text=True, env=GIT_ENVIRONMENT
    )
    return ran.stdout.strip()


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree({"a.txt": "a\n"}, git=True)


@pytest.mark.parametrize("store", ["tree", "ref"])
def test_what_is_kept_is_read_again(root: Path, store: str) -> None:
    assert keep(str(root), store, RECORDS) == [each.id for each in RECORDS]
    assert sorted(stored_in(str(root), (), store)) == FILES
    assert read_ledger(stored_in(str(root), (), store), TRUST).faults == ()


@pytest.mark.parametrize("store", ["tree", "ref"])
def test_what_is_there_is_not_written_again(root: Path, store: str) -> None:
    keep(str(root), store, RECORDS[:2])
    assert keep(str(root), store, RECORDS) == [RECORDS[2].id]
    assert keep(str(root), store, RECORDS) == []
    assert sorted(stored_in(str(root), (), store)) == FILES


@pytest.mark.parametrize("store", ["tree", "ref"])
def test_a_store_that_nobody_wrote_is_empty(root: Path, store: str) -> None:
    assert list(stored_in(str(root), (), store)) == []


def test_the_ref_leaves_tree_index_and_branches_alone(root: Path) -> None:
    before = git(root, "rev-parse", "HEAD")
    keep(str(root), "ref", RECORDS[:1])
    first = git(root, "rev-parse", REF)
    keep(str(root), "ref", RECORDS, seconds=1_000)
    assert git(root, "rev-parse", "HEAD") == before
    assert git(root, "status", "--porcelain") == ""
    assert git(root, "rev-parse", f"{REF}^") == first
    assert git(root, "show", "-s", "--format=%ct %cn", REF) == "1000 rubout"


def test_a_ref_to_which_nothing_comes_stays_where_it_is(root: Path) -> None:
    keep(str(root), "ref", RECORDS)
    before = git(root, "rev-parse", REF)
    keep(str(root), "ref", RECORDS)
    assert git(root, "rev-parse", REF) == before


def test_the_same_records_make_the_same_commit(root: Path, tree: Tree) -> None:
    other = tree({"b.txt": "b\n"}, git=True)
    for place in (root, other):
        keep(str(place), "ref", RECORDS, seconds=5)
    assert git(root, "rev-parse", REF) == git(other, "rev-parse", REF)


def test_a_ref_that_somebody_else_moved_is_not_overwritten(root: Path) -> None:
    keep(str(root), "ref", RECORDS[:1])
    (root / ".git" / REF).with_suffix(".lock").write_text("")
    with pytest.raises(RepositoryError, match="were not written"):
        keep(str(root), "ref", RECORDS)
    assert len(list(stored_at(str(root), REF))) == 1


def test_records_are_read_from_a_folder_or_a_revision_or_several_of_them(root: Path) -> None:
    keep(str(root), "tree", RECORDS[:2])
    git(root, "add", "-A")
    git(root, "commit", "-qm", "records")
    keep(str(root), "ref", RECORDS[2:])
    inner, project = str(root / FOLDER), str(root)
    for places in ((inner, REF), (project, REF), ("HEAD", REF)):
        assert sorted(stored_in(str(root), places, "tree")) == FILES
    with pytest.raises(RepositoryError):
        list(stored_in(str(root), ("nowhere",), "tree"))


def test_only_files_of_a_revision_are_records(root: Path) -> None:
    keep(str(root), "tree", RECORDS[:1])
    (root / FOLDER / "link").symlink_to("/etc/passwd")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "records")
    record = Stored(record_name(RECORDS[0].id), RECORDS[0].raw)
    assert sorted(stored_at(str(root), "HEAD")) == [record, Stored("link", None)]


def test_without_git_the_ref_is_an_error(tree: Tree) -> None:
    with pytest.raises(RepositoryError):
        keep(str(tree({})), "ref", RECORDS)


def test_the_first_trust_file_of_a_history_is_found(root: Path) -> None:
    assert first_trust(str(root), "HEAD", PATH) is None
    for text in ("first", "second"):
        (root / PATH).parent.mkdir(exist_ok=True)
        (root / PATH).write_text(text)
        git(root, "add", "-A")
        git(root, "commit", "-qm", text)
    assert first_trust(str(root), "HEAD", PATH) == b"first"
    assert not has_ref(str(root))
    with pytest.raises(RepositoryError):
        first_trust(str(root), "nowhere", PATH)


def test_a_shallow_clone_does_not_know_where_the_trust_file_came_from(root: Path, tmp_path: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", "shallow")
    with pytest.raises(RepositoryError, match="unshallow"):
        first_trust(str(tmp_path / "shallow"), "HEAD", PATH)


def test_what_is_exported_names_commit_and_trees_of_git(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD")
    (root / "a.txt").write_text("b\n")
    git(root, "commit", "-qam", "second")
    assert subject_of(str(root), first, "HEAD", "test") == Subject(
        git(root, "rev-parse", "HEAD"),
        git(root, "rev-parse", "HEAD^{tree}"),
        git(root, "rev-parse", "HEAD~^{tree}"),
        "test",
    )


def test_a_project_starts_with_policy_trust_and_a_spec(root: Path) -> None:
    started = start_reviews(root, "me", "human", K1, ("me@example.com",))
    trust = read_trust((root / PATH).read_bytes())
    assert started.paths == (PATH, "rubout.toml")
    assert trust.id == started.trust_id
    assert trust.of_emails(["me@example.com"]) == {"me"}
    assert Policy(read_config(root).review).id == Policy().id
    [stored] = stored_in(str(root), (), "tree")
    assert stored.raw is not None
    assert verify(stored.raw, Spec, trust).id == started.spec.id
    assert [clause.id for clause in started.spec.record.clauses] == ["C1"]


def test_the_policy_that_is_written_says_every_default_that_says_something() -> None:
    said = policy_text()
    assert said.startswith('[review]\nrequired_stages = ["spec_compliance", "quality"]\n')
    assert "day_tokens" not in said
    assert said.endswith("[review.quorum]\nspec_compliance = 1\nquality = 1\n")


def test_a_configuration_without_a_policy_gets_one_and_keeps_the_rest(tree: Tree) -> None:
    root = tree({"rubout.toml": "[clones]\nbudget = 3"})
    start_reviews(root, "me", "human", K1)
    config = read_config(root)
    assert config.clones.budget == 3
    assert config.review == Review()


def test_a_policy_that_is_there_stays(tree: Tree) -> None:
    text = "[review]\nrequire_human = true\n"
    root = tree({"rubout.toml": text})
    assert start_reviews(root, "me", "human", K1).paths == (PATH,)
    assert (root / "rubout.toml").read_text() == text


def test_a_configuration_in_a_shared_file_is_left_alone(tree: Tree) -> None:
    text = "[tool.rubout]\nexclude = []\n"
    root = tree({"pyproject.toml": text})
    assert "left alone" in start_reviews(root, "me", "human", K1).paths[1]
    assert (root / "pyproject.toml").read_text() == text
    assert not (root / "rubout.toml").exists()


def test_a_project_starts_once(tree: Tree) -> None:
    root = tree({PATH: trust_bytes()})
    with pytest.raises(UsageError, match="have started"):
        start_reviews(root, "me", "human", K1)
    assert (root / PATH).read_bytes() == trust_bytes()
    assert not (root / "rubout.toml").exists()


def test_a_configuration_that_cannot_be_used_is_told_first(tree: Tree) -> None:
    root = tree({"rubout.toml": "nonsense"})
    with pytest.raises(ConfigError):
        start_reviews(root, "me", "human", K1)
    assert not (root / PATH).exists()


def test_the_address_that_git_signs_with_is_known(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    git(root, "config", "user.email", "me@example.com")
    git(root, "config", "user.name", "me")
    assert own_email(root) == "me@example.com"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_email(root) is None


def test_the_trust_file_is_laid_out_for_people(root: Path) -> None:
    start_reviews(root, "me", "human", K1)
    text = (root / PATH).read_text()
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"
