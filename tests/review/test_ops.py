"""A change of a repository as an op."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from rubout.errors import RepositoryError, ReviewError
from rubout.review.ask_git import ask_all
from rubout.review.canonical import content_id
from rubout.review.edit import DeleteAnchor, FileAnchor, OpaqueAnchor, RangeAnchor
from rubout.review.envelope import sign
from rubout.review.ops import draft
from rubout.review.proposal import after_edits, propose
from rubout.review.sources import of_each_commit, of_index, of_patch, of_range, start_context
from rubout.review.stores import keep
from rubout.review.trust import Principal, Trust, TrustFile
from tests.conftest import GIT_ENVIRONMENT
from tests.processes import children
from tests.review.story import CONTEXT, EVIL, K1, K4, SPEC, signed_spec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rubout.review.ops import Draft
    from rubout.review.proposal import Proposal
    from rubout.review.sources import Source
    from tests.conftest import Files, Git, Grow, Tree

    Change = Callable[..., Path]

TRUST = Trust(TrustFile(v=1, principals=(Principal(id="one", kind="human", keys=(K1.public,), roles=("author",)),)))


@pytest.fixture
def change(tree: Tree, git: Git, grow: Grow) -> Change:
    """Makes a repository with a branch `topic` that changes what `main` holds."""

    def made(before: Files, after: Files, *gone: str) -> Path:
        root = tree(before, git=True)
        git(root, "checkout", "--quiet", "-b", "topic")
        for path in gone:
            git(root, "rm", "--quiet", path)
        committed(git, grow(root, after))
        return root

    return made


def committed(git: Git, root: Path) -> None:
    """Commits all there is."""
    git(root, "add", "--all", "--force")
    git(root, "commit", "--quiet", "--message=t")


def told(root: Path, *words: str, stdin: str = "") -> str:
    """What git says."""
    asked = subprocess.run(
        ["git", "-C", str(root), *words], input=stdin, capture_output=True, check=True, text=True, env=GIT_ENVIRONMENT
    )
    return asked.stdout.strip()


def known_to_git(git: Git, root: Path) -> None:
    """Names the user."""
    git(root, "config", "user.name", "A")
    git(root, "config", "user.email", "a@b.c")


def drafted(source: Source, trust: Trust | None = None) -> Draft:
    return draft(source.base, source.head, source.authors, trust)


def of_topic(root: Path, trust: Trust | None = None) -> Draft:
    return drafted(of_range(str(root), "main", "topic"), trust)


def proposal(found: Draft) -> Proposal:
    op = found.op(K1.public, CONTEXT, "change", "L3")
    return propose(op, sign(op, K1), found.contents, found.base)


def shown(found: Draft) -> list[tuple[Any, ...]]:
    """Path, anchor, text and mode of each edit."""
    texts = proposal(found).texts
    return [(edit.path, edit.anchor, text.text, edit.mode) for edit, text in zip(found.edits, texts, strict=True)]


def test_every_kind_of_change_is_an_edit(git: Git, change: Change) -> None:
    before: Files = {"a.py": "x = 1\ny = 2\nz = 3\n", "b.bin": b"\0one", "gone.py": "x\n", "run.sh": "echo\n"}
    root = change(before, {"a.py": "x = 1\ny = 5\nz = 3\n", "b.bin": b"\0two", "new.py": "n\n"}, "gone.py")
    (root / "run.sh").chmod(0o755)
    os.symlink("a.py", root / "link")
    committed(git, root)
    assert shown(of_topic(root)) == [
        ("a.py", RangeAnchor(6, 12), b"y = 5\n", None),
        ("b.bin", FileAnchor(), b"\0two", None),
        ("gone.py", DeleteAnchor(), None, None),
        ("link", RangeAnchor(0, 0), b"a.py", "120000"),
        ("new.py", RangeAnchor(0, 0), b"n\n", "100644"),
        ("run.sh", RangeAnchor(0, 0), b"", "100755"),
    ]


def test_an_op_gives_the_files_of_the_head(change: Change) -> None:
    lines = [f"line {number}\n" for number in range(30)]
    after = [*lines[:3], "changed\n", *lines[4:20], "new\n", *lines[20:]]
    found = of_topic(change({"a.py": "".join(lines)}, {"a.py": "".join(after)}))
    assert len(found.edits) == 2
    assert after_edits(proposal(found).texts, "a.py")[0] == "".join(after).encode()


def test_a_file_that_moves_goes_and_comes(change: Change) -> None:
    found = of_topic(change({"a.py": "x\n"}, {"b.py": "x\n"}, "a.py"))
    assert [(path, anchor) for path, anchor, *_ in shown(found)] == [
        ("a.py", DeleteAnchor()),
        ("b.py", RangeAnchor(0, 0)),
    ]


def test_the_range_starts_where_the_branches_parted(git: Git, change: Change, grow: Grow) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "checkout", "--quiet", "main")
    grow(root, {"c.py": "c\n"})
    committed(git, root)
    assert [path for path, *_ in shown(of_topic(root))] == ["b.py"]


def test_a_submodule_is_opaque(tree: Tree, git: Git, change: Change) -> None:
    inner = tree({"i.py": "i\n"}, git=True, name="inner")
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "submodule", "--quiet", "add", str(inner), "vendor")
    git(root, "commit", "--quiet", "--message=s")
    (edit,) = (edit for edit in of_topic(root).edits if edit.path == "vendor")
    assert isinstance(edit.anchor, OpaqueAnchor)
    assert edit.anchor.old is None
    assert edit.replacement is None


def test_authors_are_who_git_names(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(
        root,
        "commit",
        "--quiet",
        "--allow-empty",
        "--message=t\n\nCo-authored-by: C <c@d.e>\nCo-authored-by: D <d@e.f>",
    )
    git(root, "commit", "--quiet", "--allow-empty", "--message=u", "--author=E <e@f.g>")
    named = of_topic(root).authors
    assert named == ("a@b.c", "c@d.e", "d@e.f", "e@f.g")
    for line in ("trailer.separators =", "i18n.logOutputEncoding UTF-16", "log.showSignature true"):
        git(root, "config", *line.split())
        assert of_topic(root).authors == named


def test_what_replaces_an_object_for_git_replaces_nothing_here(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"a.py": "y\n"})
    git(root, "replace", "main:a.py", "topic:a.py")
    assert of_range(str(root), "main", "topic").base.read("a.py") == b"x\n"


def test_a_graft_moves_no_base(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"a.py": "y\n"})
    git(root, "commit", "--quiet", "--allow-empty", "--message=t")
    found = of_topic(root)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/grafts").write_text(told(root, "rev-parse", "topic"))
    assert of_topic(root).edits == found.edits


@pytest.mark.parametrize("name", ["main", "origin/main"])
@pytest.mark.parametrize("suffix", ["", "~0", "^{commit}"])
def test_a_tag_does_not_pass_for_the_branch_of_its_name(git: Git, change: Change, name: str, suffix: str) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "update-ref", "refs/remotes/origin/main", "main")
    span = (str(root), name + suffix, "topic")
    base = of_range(*span).base.revision
    git(root, "tag", name, "topic")
    with pytest.raises(RepositoryError, match=f"`{name}` may be refs/tags/{name} or ") as refused:
        of_range(*span)
    with pytest.raises(RepositoryError, match="may be"):
        of_patch(str(root), b"", name)
    meant = refused.value.fix.rpartition(" ")[2]
    assert of_range(str(root), meant, "topic").base.revision == base


def test_each_commit_can_be_an_op_of_its_own(git: Git, change: Change, grow: Grow) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    grow(root, {"c.py": "c\n"})
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=u", "--author=E <e@f.g>")
    found = [drafted(source) for source in of_each_commit(str(root), "main", "topic")]
    assert [[edit.path for edit in each.edits] for each in found] == [["b.py"], ["c.py"]]
    assert [each.authors for each in found] == [("a@b.c",), ("a@b.c", "e@f.g")]


def test_a_mainline_of_another_root_is_no_row_of_changes(git: Git, change: Change, grow: Grow) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "checkout", "--quiet", "--orphan", "other")
    committed(git, grow(root, {"c.py": "c\n"}))
    git(root, "merge", "--quiet", "--no-edit", "--allow-unrelated-histories", "--strategy=ours", "main")
    with pytest.raises(RepositoryError, match="mainline of other"):
        of_each_commit(str(root), "main", "other")


def test_a_folder_that_has_a_name_twice_is_not_reviewed(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    blobs = [told(root, "rev-parse", f"topic:{path}") for path in ("a.py", "b.py")]
    listing = "".join(f"100644 blob {blob}\tc.py\n" for blob in blobs)
    commit = told(root, "commit-tree", told(root, "mktree", stdin=listing), "-p", "topic", "-m", "c")
    git(root, "update-ref", "refs/heads/topic", commit)
    with pytest.raises(RepositoryError, match="twice"):
        of_topic(root)


def test_what_is_staged_is_a_change(tree: Tree, git: Git, grow: Grow) -> None:
    root = tree({"a.py": "x\n"}, git=True)
    known_to_git(git, root)
    grow(root, {"a.py": "y\n", "b.py": "b\n"})
    git(root, "add", "a.py")
    found = drafted(of_index(str(root)))
    assert shown(found) == [("a.py", RangeAnchor(0, 2), b"y\n", None)]
    assert found.authors == ("a@b.c",)


def test_who_git_does_not_know_is_told_how_to_say_who_they_are(tree: Tree, git: Git) -> None:
    root = tree({"a.py": "x\n"}, git=True)
    git(root, "config", "user.name", "")
    git(root, "config", "user.email", "")
    with pytest.raises(RepositoryError) as caught:
        of_index(str(root))
    assert "git config user.email ADDRESS" in caught.value.fix


def test_a_patch_is_the_change_that_it_makes(git: Git, change: Change) -> None:
    root = change({"a.py": "x\ny\n"}, {"a.py": "x\nz\n", "b.py": "b\n"})
    known_to_git(git, root)
    patch = subprocess.run(
        ["git", "-C", str(root), "diff", "--binary", "main", "topic"], capture_output=True, check=True
    ).stdout
    found = drafted(of_patch(str(root), patch, "main"))
    assert (found.edits, found.contents) == (of_topic(root).edits, of_topic(root).contents)


@pytest.mark.parametrize(
    "patch",
    [b"", b"no patch", b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n x\n-other\n+z\n"],
    ids=["nothing", "words", "of another file"],
)
def test_a_patch_that_does_not_apply_is_refused(tree: Tree, git: Git, patch: bytes) -> None:
    root = tree({"a.py": "x\ny\n"}, git=True)
    known_to_git(git, root)
    with pytest.raises(ReviewError) as refused:
        of_patch(str(root), patch, "main")
    assert refused.value.code == "patch_does_not_apply"


def test_records_are_no_part_of_a_change(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    keep(str(root), "tree", [SPEC])
    committed(git, root)
    assert [edit.path for edit in of_topic(root, TRUST).edits] == ["b.py"]


def test_what_only_looks_like_a_record_is_part_of_it(git: Git, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"rubout-review/records/aa/b.json": SPEC.raw})
    keep(str(root), "tree", [signed_spec(K4)])  # of nobody who is known
    committed(git, root)
    assert len(of_topic(root, TRUST).edits) == 2


@pytest.mark.parametrize(("start", "end"), [("main", "nowhere"), ("nowhere", "topic")])
def test_a_revision_that_is_not_there_is_refused(change: Change, start: str, end: str) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    with pytest.raises(RepositoryError, match="nowhere"):
        of_range(str(root), start, end)


def test_a_shallow_clone_says_what_to_fetch(git: Git, change: Change, tmp_path: Path) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth=1", "--no-single-branch", f"file://{root}", str(clone))
    with pytest.raises(RepositoryError, match="no common ancestor") as refused:
        of_range(str(clone), "origin/main", "origin/topic")
    assert refused.value.fix == "fetch it: `git fetch --unshallow`"
    git(clone, "fetch", "--quiet", "--unshallow")
    assert of_range(str(clone), "origin/main", "origin/topic").authors == ("a@b.c",)


def test_the_target_of_a_change_is_its_base_until_it_goes_on(git: Git, grow: Grow, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    source = of_range(str(root), "main", "topic")
    assert source.onto is source.base
    git(root, "checkout", "--quiet", "main")
    committed(git, grow(root, {"a.py": "y\n"}))
    source = of_range(str(root), "main", "topic")
    assert source.onto is not None
    assert [tree.read("a.py") for tree in (source.base, source.onto, source.head)] == [b"x\n", b"y\n", b"x\n"]


def test_of_two_common_ancestors_the_base_is_the_one_that_git_merges_from(git: Git, grow: Grow, change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "checkout", "--quiet", "main")
    committed(git, grow(root, {"c.py": "c\n"}))
    git(root, "tag", "one", "main")
    git(root, "tag", "two", "topic")
    git(root, "merge", "--quiet", "--no-edit", "two")
    git(root, "checkout", "--quiet", "topic")
    git(root, "merge", "--quiet", "--no-edit", "one")
    committed(git, grow(root, {"d.py": "d\n"}))
    asked = subprocess.run(["git", "-C", root, "merge-base", "main", "topic"], capture_output=True, check=True)
    assert of_range(str(root), "main", "topic").base.revision == asked.stdout.decode().strip()


def test_a_question_that_is_refused_leaves_no_program_behind(change: Change) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    before = children()
    with pytest.raises(RepositoryError):
        ask_all(str(root), ("rev-parse", "--verify", "nowhere"), ("rev-parse", "HEAD"), ("ls-tree", "HEAD"))
    assert children() == before


@pytest.mark.parametrize(
    ("url", "repo"),
    [
        ("https://example.org/team/tool.git", "team/tool"),
        ("git@example.org:team/tool.git", "team/tool"),
        ("/srv/git/tool/", "git/tool"),
    ],
)
def test_a_change_lands_in_the_repository_that_origin_names(git: Git, change: Change, url: str, repo: str) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "remote", "add", "origin", url)
    assert (start_context(str(root), "main", None, None)().repo, start_context(str(root), None, "x", None)().repo) == (
        repo,
        "x",
    )


def test_a_change_lands_on_the_branch_that_it_starts_from(git: Git, change: Change, tmp_path: Path) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", f"file://{root}", str(clone))
    assert start_context(str(root), "main", None, None)().target == "refs/heads/main"
    assert start_context(str(root), "main~0", None, None)().target == "refs/heads/topic"
    assert start_context(str(clone), "origin/main", None, None)().target == "refs/heads/main"
    assert start_context(str(root), "main", None, "refs/heads/release")().target == "refs/heads/release"


@pytest.mark.parametrize("name", ["main\u2028x", "main\u0085x", "main\u00a0"])
@pytest.mark.parametrize("is_checked_out", [False, True])
def test_a_branch_is_not_taken_for_one_whose_name_it_begins_with(
    git: Git, change: Change, name: str, *, is_checked_out: bool
) -> None:
    root = change({"a.py": "x\n"}, {"b.py": "b\n"})
    git(root, "branch", name, "main")
    if is_checked_out:
        git(root, "checkout", "--quiet", name)
    start = None if is_checked_out else name
    assert start_context(str(root), start, None, None)().target == f"refs/heads/{name}"


def test_the_same_trees_give_the_same_change(change: Change) -> None:
    root = change({"s.rs": "fn a() {}\n"}, {"s.rs": EVIL})
    first, second = (proposal(of_topic(root)) for _ in range(2))
    assert first.change_id == second.change_id
    assert first.id == content_id("op", first.op)
