"""What is found in a commit is what a checkout of it would give, and nothing on disk is looked at or touched."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rubout.config.read import read_config
from rubout.errors import ConfigError, RepositoryError
from rubout.gate.commit_tree import run_at
from rubout.gate.families import FAMILIES
from rubout.gate.mentions import Asked, mentions
from rubout.gate.reference_graph import build
from rubout.gate.survey import Request, Run
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.sources.universe import candidates
from rubout.report.json import encode
from rubout.report.render import render, report_of
from rubout.store.index import SPARE_ROWS
from rubout.store.scratch import FOLDER
from tests.histories import DAY, START, Made, make_history
from tests.samples import LOOP, notebook

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.config.records import Config
    from rubout.gate.near_miss import NearMisses
    from tests.conftest import Files, Git, Rubout, Tree

    Version = dict[str, str | bytes | None]

OF_TREES = ("clones", "docdup", "liveness", "near-miss", "scan", "score", "structure")
LONG_TEXT = "\n".join(f"- rule {n} says that what is found twice in {n} places is told once" for n in range(30))
RICH: Files = {
    "rubout.toml": '[clones]\nkeep_imports = true\n[graph]\nentry_globs = ["tool.py"]\n',
    ".ruboutignore": "skipped/\n",
    "skipped/a.py": LOOP,
    "lib/.ruboutignore": "*.py\n!kept.py\n",
    "lib/kept.py": LOOP,
    "lib/out.py": LOOP,
    "vendor/v.py": LOOP,
    ".hidden/h.py": "import tool\n",
    "tool.py": f"import pkg.one\n\n\n{LOOP}",
    "pkg/__init__.py": "",
    "pkg/one.py": LOOP.replace("total", "sum_of"),
    "pkg/two.py": LOOP.replace("total += ", "total -= ") + "\n\n# rubout:allow(clones) -- kept on purpose\n",
    "pyproject.toml": '[project]\nname = "pkg"\nversion = "1"\n[project.scripts]\npkg = "pkg.one:total"\n',
    "package.json": '{"name": "w", "main": "web/index.ts"}',
    "web/index.ts": 'import { f } from "./util";\nexport const g = f(1);\n',
    "web/util.ts": "export function f(x: number) { return x ? 1 : 2 }\n",
    "page.html": '<script src="web/index.ts"></script>\n',
    "book.ipynb": notebook("import pkg.two", "def g(x):\n    return x"),
    "foreign.ipynb": notebook("f <- 1", language="R"),
    "broken.ipynb": "no notebook",
    "README.md": f"# About\n\n[tool](tool.py)\n\n{LONG_TEXT}\n",
    "docs/more.md": f"# More\n\n{LONG_TEXT}\n",
    "made.py": "# @generated\nx = 1\n",
    "run": "#!/usr/bin/env python\nimport pkg.two\n",
    "bad.py": "def (:\n",
}


def at(root: Path, revision: str = "HEAD", **request: Any) -> tuple[Run, Config]:
    return run_at(Request(anchor=str(root), jobs=1, **request), revision, pytest.fail)


def on_disk(root: Path) -> tuple[Run, Config]:
    """The ordinary run, without a cache."""
    config = read_config(root)
    request = Request(anchor=str(root), keep_imports=config.clones.keep_imports, jobs=1, cache=False)
    universe = candidates(str(root), exclude=config.exclude, others=True)
    return Run(request, universe, time.time_ns(), pytest.fail), config


def said(run: Run, config: Config, family: str) -> tuple[str, str]:
    """Report and facts."""
    outcome = FAMILIES[family].outcome(run, config)
    return render(report_of(outcome), "json"), encode(outcome.facts)


def checked_out(root: Path, git: Git, revision: str = "HEAD") -> Path:
    """A work tree of its own, beside the repository."""
    git(root, "worktree", "add", "--quiet", "--force", "--detach", str(root.parent / "out"), revision)
    return root.parent / "out"


def listed(run: Run) -> tuple[object, ...]:
    """What a universe says of a tree, without what only a disk knows."""
    universe = run.universe
    files = [[(file.path, file.code, file.size) for file in part] for part in (universe.files, universe.others or ())]
    return universe.excluded, universe.problems, universe.notes, files, [file.path for file in universe.hidden]


def scratch(root: Path) -> dict[str, bytes]:
    """What is remembered of a project, but for the index, which grows."""
    kept = (path for path in (root / FOLDER).iterdir() if not path.name.startswith("index."))
    return {path.name: path.read_bytes() for path in kept if path.is_file()}


@pytest.fixture
def rich(tree: Tree) -> Path:
    return tree(RICH, git=True)


@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.parametrize("family", OF_TREES)
def test_every_family_says_of_a_commit_what_it_says_of_its_checkout(
    rich: Path, git: Git, family: str, cache: bool
) -> None:
    expected = said(*on_disk(checked_out(rich, git)), family)
    for _ in range(2):
        assert said(*at(rich, cache=cache), family) == expected


def test_a_commit_has_the_files_and_the_configuration_of_its_checkout(rich: Path, git: Git) -> None:
    (there, config), (here, own) = at(rich), on_disk(checked_out(rich, git))
    assert listed(there) == listed(here)
    assert config == own
    assert there.request.keep_imports


def test_an_older_commit_is_judged_by_its_own_rules_for_paths_and_knobs(tmp_path: Path, git: Git) -> None:
    old = Made({"a.py": LOOP, "b.py": LOOP, "rubout.toml": 'exclude = ["b.py"]\n[score]\nscore_scale = 500\n'})
    new = Made({"a.py": LOOP, "b.py": LOOP, "rubout.toml": None, ".ruboutignore": "a.py\n"}, at=START + DAY)
    root = make_history(tmp_path.resolve() / "r", [old, new])
    expected = said(*on_disk(checked_out(root, git, "HEAD~1")), "score")
    run, config = at(root, "HEAD~1")
    assert ([file.path for file in run.universe.files], config.score.score_scale) == (["a.py"], 500)
    assert said(run, config, "score") == expected
    assert [file.path for file in at(root)[0].universe.files] == ["b.py"]


def test_a_folder_below_the_repository_is_a_project_of_its_own(tree: Tree, git: Git) -> None:
    root = tree({"outside.py": LOOP, **{f"inner/{path}": content for path, content in RICH.items()}}, git=True)
    there = checked_out(root, git)
    (run, config), here = at(root / "inner"), on_disk(there / "inner")
    assert listed(run) == listed(here[0])
    assert said(run, config, "score") == said(*here, "score")


def test_a_folder_that_a_commit_does_not_have_is_empty(tmp_path: Path) -> None:
    root = make_history(tmp_path.resolve() / "r", [Made({"a.py": LOOP}), Made({"new/b.py": LOOP}, at=START + DAY)])
    run, _ = at(root / "new", "HEAD~1")
    assert run.universe.everything() == ()


def test_links_submodules_and_names_that_are_no_utf8_are_kept_out_as_on_disk(tree: Tree, git: Git) -> None:
    inner = tree({"i.py": LOOP}, git=True, name="inner")
    root = tree({"a.py": LOOP, "sub/b.py": LOOP}, git=True)
    os.symlink("a.py", root / "link.py")
    os.symlink("sub", root / "linked")
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text(LOOP)
    git(root, "submodule", "--quiet", "add", str(inner), "module")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=more")
    (there, config), here = at(root), on_disk(checked_out(root, git))
    assert listed(there) == listed(here[0])
    assert there.universe.excluded == {"foreign": 1, "not-utf8": 1, "symlink": 1}
    assert said(there, config, "clones") == said(*here, "clones")


def test_neither_the_work_tree_nor_the_index_nor_head_is_looked_at_or_touched(rich: Path, git: Git) -> None:
    expected = said(*at(rich, cache=False), "score")
    (rich / "staged.py").write_text(LOOP)
    git(rich, "add", "staged.py")
    (rich / "tool.py").unlink()
    (rich / ".ruboutignore").write_text("*.py\n")
    (rich / "rubout.toml").write_text("no toml")
    before = {path: path.read_bytes() for path in sorted(rich.rglob("*")) if path.is_file()}
    assert said(*at(rich, cache=False), "score") == expected
    assert {path: path.read_bytes() for path in sorted(rich.rglob("*")) if path.is_file()} == before


def test_what_the_index_knows_is_neither_read_nor_parsed_again(rich: Path, rubout: Rubout) -> None:
    (rich / "broken.ipynb").unlink()  # which is tried again each time
    subprocess.run(
        ["git", "-C", str(rich), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "-"], check=True
    )
    rubout("check", rich)
    measured: list[tuple[int, int]] = []
    run, config = at(rich, progress=lambda done, total: measured.append((done, total)))
    said(run, config, "score")
    assert measured == []
    (rich / "new.py").write_text("x = 1\n")
    subprocess.run(["git", "-C", str(rich), "add", "new.py"], check=True)
    subprocess.run(
        ["git", "-C", str(rich), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "-"], check=True
    )
    run, config = at(rich, progress=lambda done, total: measured.append((done, total)))
    said(run, config, "score")
    assert measured == [(1, 1)]


def test_a_project_that_was_never_judged_on_disk_keeps_what_its_commits_have(tmp_path: Path) -> None:
    files: Version = {f"m{number}.py": f"x = {number}\n" for number in range(SPARE_ROWS // 3)}
    root = make_history(tmp_path.resolve() / "r", [Made(files), Made({"m0.py": "x = 0.5\n"}, at=START + DAY)])
    said(*at(root), "score")
    for revision, most in (("HEAD~1", 1), ("HEAD", 0)):
        measured: list[tuple[int, int]] = []
        run, config = at(root, revision, progress=lambda *counts, measured=measured: measured.append(counts))
        said(run, config, "score")
        assert measured == [(1, 1)] * most


def test_a_commit_leaves_what_is_remembered_of_the_work_tree_alone(rich: Path, git: Git, rubout: Rubout) -> None:
    for command in ("check", "clones", "near-miss", "liveness"):
        rubout(command, rich)
    git(rich, "mv", "pkg/two.py", "pkg/three.py")
    (rich / "pkg/one.py").write_text("x = 1\n")
    git(rich, "commit", "--quiet", "--all", "--message=2")
    before = scratch(rich)
    for family in OF_TREES:
        said(*at(rich), family)
    after = scratch(rich)
    assert {name: after[name] for name in before} == before
    for command in ("check", "clones", "near-miss", "liveness"):
        assert rubout(command, rich, "--format", "json") == rubout(command, rich, "--format", "json", "--no-cache")


def test_places_show_the_text_that_the_commit_had(tmp_path: Path) -> None:
    other = LOOP.replace("+", "-", 1).replace("total", "other")
    root = make_history(
        tmp_path.resolve() / "r", [Made({"a.py": LOOP, "b.py": other}), Made({"a.py": "x = 1\n"}, at=START + DAY)]
    )
    expected = FAMILIES["near-miss"].outcome(*at(root, "HEAD~1", cache=False)).options["found"]
    found: NearMisses = FAMILIES["near-miss"].outcome(*at(root, "HEAD~1")).options["found"]
    assert found.texts == expected.texts


def test_who_mentions_a_name_is_asked_of_the_commit(rich: Path, git: Git) -> None:
    here, there = on_disk(checked_out(rich, git)), at(rich)
    expected, found = (mentions(run, build(run, config), Asked("total")) for run, config in (here, there))
    assert found is not None
    assert encode(found) == encode(expected)


@pytest.mark.parametrize(
    ("name", "link", "text", "excluded"),
    [
        ("rubout.toml", "conf/own.toml", 'exclude = ["b.py"]\n', ("b.py",)),
        ("pyproject.toml", "p.toml", "[tool.rubout]\n", ()),
    ],
)
def test_a_configuration_behind_a_link_is_read(
    tree: Tree, git: Git, name: str, link: str, text: str, excluded: tuple[str, ...]
) -> None:
    root = tree({"a.py": LOOP, link: text}, git=True)
    os.symlink(link, root / name)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=2")
    assert at(root)[1].exclude == excluded


@pytest.mark.parametrize("target", ["gone.toml", "../outside.toml", "rubout.toml"])
def test_a_configuration_link_that_leads_nowhere_is_refused(tree: Tree, git: Git, target: str) -> None:
    root = tree({"a.py": LOOP}, git=True)
    os.symlink(target, root / "rubout.toml")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=2")
    with pytest.raises(ConfigError, match="symbolic link to nothing"):
        at(root)


def test_a_configuration_that_cannot_be_used_is_refused_by_name(tree: Tree) -> None:
    with pytest.raises(ConfigError, match=r"rubout\.toml"):
        at(tree({"a.py": LOOP, "rubout.toml": "law = \n"}, git=True))


def test_a_revision_that_is_not_there_is_refused(tree: Tree) -> None:
    with pytest.raises(RepositoryError, match="no commit `v9`"):
        at(tree({"a.py": LOOP}, git=True), "v9")
    with pytest.raises(RepositoryError, match="not a git repository"):
        at(tree({"a.py": LOOP}, name="plain"))


def test_a_shallow_clone_names_the_fetch_that_brings_the_commit(tmp_path: Path, git: Git) -> None:
    root = make_history(tmp_path.resolve() / "r", [Made({"a.py": LOOP}), Made({"a.py": "x = 1\n"}, at=START + DAY)])
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{root}", "s")
    with pytest.raises(RepositoryError, match=r"no commit `HEAD~1` in this shallow clone\n  fix: .*--unshallow"):
        at(tmp_path.resolve() / "s", "HEAD~1")
    assert [file.path for file in at(tmp_path.resolve() / "s")[0].universe.files] == ["a.py"]


def partial_clone(tmp_path: Path, git: Git, versions: list[Version], option: str) -> Path:
    """A clone without the blobs that only the first of the versions has; nothing fetches them."""
    root = make_history(
        tmp_path.resolve() / "r", [Made(files, at=START + number * DAY) for number, files in enumerate(versions)]
    )
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "--quiet", f"--filter={option}", f"file://{root}", "p")
    return tmp_path.resolve() / "p"


def test_a_partial_clone_names_the_files_it_lacks_and_asks_no_network(tmp_path: Path, git: Git) -> None:
    versions: list[Version] = [
        {"a.py": LOOP, "lib/b.py": "x = 1\n", "c.py": "y = 1\n"},
        {"a.py": "x = 2\n", "lib/b.py": "x = 2\n"},
    ]
    root = partial_clone(tmp_path, git, versions, "blob:none")
    with pytest.raises(
        RepositoryError, match=r"not in this clone: a.py of [0-9a-f]{12}, lib/b.py of [0-9a-f]{12}\n  fix: fetch"
    ):
        at(root, "HEAD~1")
    assert len(at(root)[0].universe.files) == 3


def test_a_partial_clone_is_enough_when_what_it_lacks_is_not_judged(tmp_path: Path, git: Git) -> None:
    versions: list[Version] = [{"a.py": LOOP, "big.bin": "0" * 9000}, {"a.py": "x = 2\n", "big.bin": None}]
    root = partial_clone(tmp_path, git, versions, "blob:limit=4k")
    expected = said(*at(tmp_path.resolve() / "r", "HEAD~1"), "score")
    assert said(*at(root, "HEAD~1"), "score") == expected


def test_a_clone_without_folders_is_refused(tmp_path: Path, git: Git) -> None:
    root = partial_clone(tmp_path, git, [{"lib/a.py": LOOP}, {"lib/a.py": "x = 2\n"}], "tree:0")
    with pytest.raises(RepositoryError, match="not in this clone: folders of"):
        at(root, "HEAD~1")


def test_objects_that_are_named_by_sha256_are_judged_the_same(
    rich: Path, tmp_path: Path, git: Git, grow: Callable[..., Path]
) -> None:
    other = grow(tmp_path.resolve() / "other", {})
    git(other, "init", "--quiet", "--object-format=sha256")
    grow(other, RICH)
    git(other, "add", "--all", "--force")
    git(other, "commit", "--quiet", "--message=c")
    for family in OF_TREES:
        assert said(*at(other), family) == said(*at(rich), family)


def test_a_manifest_too_large_to_be_held_says_nothing_as_on_disk(tree: Tree, git: Git) -> None:
    padding = " " * LARGE_BYTES
    root = tree({"package.json": f'{{"main": "a.ts"}}{padding}', "a.ts": "export const x = 1;\n"}, git=True)
    assert said(*at(root), "liveness") == said(*on_disk(checked_out(root, git)), "liveness")
