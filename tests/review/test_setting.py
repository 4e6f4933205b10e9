"""Tests of rubout.review.setting."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from rubout.errors import RepositoryError
from rubout.review.setting import setting_at
from rubout.review.skills_file import PATH as SKILLS
from rubout.review.trees import GitTree
from rubout.review.trust import PATH as TRUST
from tests.signed import K3, trust_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, Grow, Tree

RULES: dict[str, str | bytes] = {
    "rubout.toml": "[review]\nrequire_human = true\n",
    "pyproject.toml": "[tool.other]\n",
    TRUST: trust_bytes(),
    SKILLS: '{"skills": []}',
}
REVOKED = trust_bytes(revoked=(K3,))


def tree_at(root: Path, revision: str) -> GitTree:
    return GitTree(str(root), revision)


def lose(root: Path, spelt: str) -> None:
    """Take an object out of the repository, as a clone of a part leaves it out."""
    asked = subprocess.run(["git", "-C", str(root), "rev-parse", spelt], capture_output=True, check=True, text=True)
    name = asked.stdout.strip()
    (root / ".git/objects" / name[:2] / name[2:]).unlink()


def revoking(tree: Tree, git: Git, grow: Grow) -> Path:
    """A repository whose branch `ahead` revokes a key."""
    root = tree(RULES, git=True)
    git(root, "checkout", "--quiet", "-b", "ahead")
    grow(root, {TRUST: REVOKED})
    git(root, "commit", "--quiet", "--all", "--message=r")
    return root


def test_a_key_that_was_revoked_on_the_target_alone_counts_no_longer(tree: Tree, git: Git, grow: Grow) -> None:
    root = revoking(tree, git, grow)
    base, ahead = (tree_at(root, revision) for revision in ("main", "ahead"))
    assert setting_at(str(root), base).rules.trust.revoked == frozenset()
    assert setting_at(str(root), base, onto=ahead).rules.trust.revoked == {K3.public}


@pytest.mark.parametrize("path", RULES)
def test_a_rule_that_is_not_in_the_clone_is_not_taken_for_none(tree: Tree, path: str) -> None:
    root = tree(RULES, git=True)
    assert setting_at(str(root), tree_at(root, "HEAD")).rules.policy.settings.require_human
    lose(root, f"HEAD:{path}")
    with pytest.raises(RepositoryError, match="not in this clone") as refused:
        setting_at(str(root), tree_at(root, "HEAD"))
    assert refused.value.where == path


def test_what_the_target_revoked_is_not_taken_for_nothing(tree: Tree, git: Git, grow: Grow) -> None:
    root = revoking(tree, git, grow)
    lose(root, f"ahead:{TRUST}")
    with pytest.raises(RepositoryError, match="not in this clone"):
        setting_at(str(root), tree_at(root, "main"), onto=tree_at(root, "ahead"))


def test_a_submodule_in_the_place_of_a_rule_is_not_taken_for_none(tree: Tree, git: Git) -> None:
    root = tree({path: text for path, text in RULES.items() if path != "rubout.toml"}, git=True)
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},rubout.toml")
    git(root, "commit", "--quiet", "--message=s")
    with pytest.raises(RepositoryError, match=r"rubout\.toml"):
        setting_at(str(root), tree_at(root, "HEAD"))
