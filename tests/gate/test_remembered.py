"""What was said of a tree is said again while nothing that shaped it has changed, and never after."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

import rubout as package
from rubout.gate import remembered
from rubout.gate.remembered import Said, question, recall, remember
from rubout.gate.survey import Request, Run
from rubout.measure.sources.universe import candidates
from rubout.store.answers import Answer, read_answer, write_answer
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, Program, Rubout, Tree

SOURCE = Path(package.__file__).parents[1]
# Each costs more than what a run over an unchanged tree has to do.
HEAVY = {
    *(
        "numpy",
        "msgspec",
        "sqlite3",
        "tree_sitter",
        "hashlib",
        "json",
        "tomllib",
        "subprocess",
        "pathlib",
        "dataclasses",
    ),
    *(
        "inspect",
        "ast",
        "logging",
        "tempfile",
        "random",
        "socket",
        "threading",
        "concurrent",
        "asyncio",
        "multiprocessing",
    ),
}
OLD = 1_700_000_000
FILES = {"rubout.toml": "", "a.py": LOOP, "pkg/b.py": LOOP.replace("out", "acc"), "notes.md": "words\n"}
STARTED = 2_000_000_000 * 10**9


def aged(root: Path) -> Path:
    """Give every file a time that proves its content."""
    for place in root.rglob("*"):
        if ".git" not in place.parts and place.is_file():
            os.utime(place, (OLD, OLD))
    return root


@pytest.fixture
def project(tree: Tree) -> Path:
    return aged(tree(FILES, git=True))


def known(root: Path, *asked: object, scope: str = "") -> Said | None:
    """What would be said without a look at the sources."""
    return recall(question(str(root), scope, *asked))[0]


def told(root: Path, out: str = "said", *, scope: str = "") -> None:
    """Have `out` said of a tree."""
    started = STARTED
    universe = candidates(str(root), scope)
    run = Run(Request(anchor=str(root), scope=scope, cache=False), universe, started, lambda _: None)
    remember(question(str(root), scope), (), universe, run.survey().survey, started, Said(out, 0))


@pytest.mark.parametrize("command", ["clones", "scan", "check"])
@pytest.mark.parametrize("output", ["text", "json", "sarif", "github", "markdown"])
def test_an_unchanged_tree_has_the_bytes_and_the_status_it_had(
    rubout: Rubout, project: Path, command: str, output: str
) -> None:
    first = rubout(command, project, "--format", output)
    assert rubout(command, project, "--format", output) == first
    assert rubout(command, project, "--format", output, "--no-cache") == first


def test_a_failed_gate_fails_again(rubout: Rubout, tree: Tree) -> None:
    root = aged(tree({**FILES, "rubout.toml": "[clones]\nbudget = 0\n"}))
    assert [rubout("clones", root, "--check").code for _ in range(3)] == [1, 1, 1]
    assert rubout("clones", root).code == 0


@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize("command", ["clones", "scan", "check"])
def test_saying_it_again_loads_nothing_heavy(tree: Tree, program: Program, command: str, repository: bool) -> None:
    root = aged(tree(FILES, git=repository))
    program(command, root)
    run = f"m.main([{command!r}, {str(root)!r}], sys.stderr, sys.stderr)"
    code = f"import sys, rubout.cli.main as m; {run}; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    loaded = {name.partition(".")[0] for name in ended.stdout.decode().split()}
    assert "rubout" in loaded
    assert loaded & HEAVY == set()


def appended(root: Path, _git: Git) -> None:
    with (root / "a.py").open("a") as file:
        file.write("x = 1\n")


def touched(root: Path, _git: Git) -> None:
    os.utime(root / "a.py", (OLD + 1, OLD + 1))


def replaced(root: Path, _git: Git) -> None:
    """Another file of the same size and time takes the name."""
    (root / "new").write_text(LOOP.replace("total", "other"))
    os.utime(root / "new", (OLD, OLD))
    (root / "new").rename(root / "a.py")


def removed(root: Path, _git: Git) -> None:
    (root / "a.py").unlink()


def moved(root: Path, _git: Git) -> None:
    (root / "a.py").rename(root / "pkg/a.py")


def unconfigured(root: Path, _git: Git) -> None:
    (root / "rubout.toml").unlink()


def added(root: Path, _git: Git) -> None:
    (root / "c.py").touch()


def linked(root: Path, _git: Git) -> None:
    (root / "link.py").symlink_to("a.py")


def untracked(root: Path, git: Git) -> None:
    """A dot name is in the universe while git tracks it."""
    git(root, "rm", "--quiet", "--cached", ".dot.py")


def written(path: str, text: str) -> Callable[[Path, Git], None]:
    def write(root: Path, _git: Git) -> None:
        (root / path).write_text(text)

    return write


@pytest.mark.parametrize(
    "change",
    [
        *(appended, touched, replaced, removed, moved, unconfigured, added, linked, untracked),
        written("rubout.toml", "[clones]\nmin_distinct = 8\n"),
        written("pyproject.toml", "[project]\n"),
        written(".ruboutignore", "notes.md\n"),
        written("pkg/.ruboutignore", "b.py\n"),
        written(".gitignore", "loose.py\n"),
        written(".git/info/exclude", "loose.py\n"),
    ],
)
def test_whatever_could_change_the_answer_is_noticed(
    tree: Tree, rubout: Rubout, git: Git, change: Callable[[Path, Git], None]
) -> None:
    root = aged(tree({**FILES, ".dot.py": LOOP}, git=True))
    (root / "loose.py").write_text("x = 1\n")
    os.utime(root / "loose.py", (OLD, OLD))
    told(root)
    assert known(root) == Said("said", 0)
    change(root, git)
    assert known(root) is None
    for command in ("clones", "scan", "check"):
        assert rubout(command, root) == rubout(command, root, "--no-cache")


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "README").write_text("of no language\n"),
        lambda root: (root / ".git/index").touch(),
        lambda root: os.utime(root, (OLD, OLD)),
        lambda root: (root / "empty").mkdir(),
    ],
)
def test_what_cannot_change_the_answer_costs_nothing(project: Path, change: Callable[[Path], object]) -> None:
    told(project)
    change(project)
    assert known(project) == Said("said", 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("clones",), ("scan",)),
        (("clones",), ("clones", "--format", "json")),
        (("clones",), ("clones", "--min-tokens", "60")),
        (("clones",), ("clones", "--min-distinct", "30")),
        (("clones", "--format", "json"), ("clones", "--format", "json", "--keep-imports")),
        (("clones",), ("clones", "--pairs")),
        (("clones", "--format", "json"), ("clones", "--format", "json", "--advisory")),
        (("clones",), ("clones", "--color", "always")),
        (("check",), ("check", "--fail-under", "1000")),
    ],
)
def test_another_question_has_another_answer(
    rubout: Rubout, project: Path, one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    for argv in (one, other, one):
        command, *options = argv
        assert rubout(command, project, *options) == rubout(command, project, *options, "--no-cache")
    assert rubout(*one, project) != rubout(*other, project)


def test_a_folder_and_the_whole_are_two_questions(rubout: Rubout, project: Path) -> None:
    whole, part = rubout("scan", project, "--format", "json"), rubout("scan", project / "pkg", "--format", "json")
    assert whole.out.count('"lang"') == 3
    assert part.out.count('"lang"') == 1
    assert rubout("scan", project, "--format", "json") == whole
    assert rubout("scan", project / "pkg", "--format", "json") == part


@pytest.mark.parametrize("option", [("--jobs", "2"), ("--color", "never")])
def test_an_option_that_changes_no_byte_is_no_other_question(
    rubout: Rubout, project: Path, option: tuple[str, str]
) -> None:
    rubout("scan", project)
    answers = os.listdir(project / ".rubout/answers")
    rubout("scan", project, *option)
    assert os.listdir(project / ".rubout/answers") == answers


def test_another_program_answers_anew(program: Program, project: Path, tmp_path: Path) -> None:
    source = tmp_path / "copy"
    copytree(SOURCE / "rubout", source / "rubout")
    first = program("scan", project, "--format", "json", source=source)
    program("scan", project, "--format", "json", source=source)
    report = source / "rubout/report/record.py"
    report.write_text(report.read_text().replace('/1",', '/2",'))
    assert "rubout.scan/1" in first.out
    assert "rubout.scan/2" in program("scan", project, "--format", "json", source=source).out


def test_a_package_that_is_installed_later_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    before = remembered.program()
    os.utime(folder, (OLD, OLD))
    assert remembered.program() != before


def test_an_edit_under_the_same_size_and_time_is_seen_right_after_a_run(rubout: Rubout, project: Path) -> None:
    place = project / "a.py"
    place.write_text(LOOP)
    before = place.stat()
    assert rubout("clones", project, "--format", "json").out.count('"path":"a.py"') == 2
    place.write_text(LOOP.replace("+= 1", "-= 1"))
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = place.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    assert rubout("clones", project, "--format", "json").out.count('"path":"a.py"') == 0


@pytest.mark.parametrize("command", ["clones", "scan", "check"])
def test_an_edit_that_restores_size_and_time_is_seen(rubout: Rubout, project: Path, command: str) -> None:
    place = project / "a.py"
    before = rubout(command, project, "--format", "json")
    place.write_text(LOOP.replace(" and ", " or  ").replace("if ", "ix("))
    os.utime(place, (OLD, OLD))
    assert place.stat().st_size == len(LOOP)
    after = rubout(command, project, "--format", "json")
    assert after == rubout(command, project, "--format", "json", "--no-cache") != before


def test_once_a_files_time_proves_its_content_it_is_read_no_more(project: Path) -> None:
    about = question(str(project), "")
    universe = candidates(str(project))
    survey = Run(Request(anchor=str(project), cache=False), universe, 0, lambda _: None).survey().survey
    remember(about, (), universe, survey, 0, Said("said", 0))
    before = read_answer(about.anchor, about.asked)
    assert recall(about)[0] == Said("said", 0)
    after = read_answer(about.anchor, about.asked)
    assert before is not None
    assert before.unsettled.count(b"\0") == 3
    assert after == before._replace(unsettled=b"")
    assert recall(about)[0] == Said("said", 0)


def test_a_file_that_could_not_be_read_is_looked_at_again(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]
) -> None:
    root = aged(tree(FILES))
    root.chmod(0o777)
    (root / "a.py").chmod(0)
    as_nobody()
    shut = rubout("scan", root, "--format", "json")
    assert '"path":"a.py"' in shut.out
    assert rubout("scan", root, "--format", "json") == shut
    os.seteuid(os.getuid())
    (root / "a.py").chmod(0o644)
    for command in ("scan", "clones", "check"):
        assert rubout(command, root, "--format", "json") == rubout(command, root, "--format", "json", "--no-cache")


def test_a_configuration_that_changes_during_a_run_is_not_taken_for_the_one_that_was_judged(project: Path) -> None:
    about = question(str(project), "")
    universe = candidates(str(project))
    survey = Run(Request(anchor=str(project), cache=False), universe, STARTED, lambda _: None).survey().survey
    (project / "rubout.toml").write_text("[clones]\nmin_distinct = 8\n")
    remember(about, (), universe, survey, STARTED, Said("said", 0))
    assert known(project) is None
    assert not (project / ".rubout").exists()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


def nothing(_data: bytes) -> bytes:
    return b""


def noise(_data: bytes) -> bytes:
    return bytes(range(256)) * 64


@pytest.mark.parametrize("damage", [cut, flipped, nothing, noise])
@pytest.mark.parametrize("command", ["clones", "scan", "check"])
def test_a_damaged_answer_is_no_answer(
    rubout: Rubout, project: Path, command: str, damage: Callable[[bytes], bytes]
) -> None:
    first = rubout(command, project)
    for place in (project / ".rubout/answers").iterdir():
        place.write_bytes(damage(place.read_bytes()))
    assert rubout(command, project) == first


@pytest.mark.parametrize("damage", [cut, flipped, nothing, noise])
@pytest.mark.parametrize("name", ["clones.bin", "index.db"])
def test_damage_to_what_else_is_remembered_changes_no_byte(
    rubout: Rubout, project: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    rubout("clones", project)
    place = project / ".rubout" / name
    place.write_bytes(damage(place.read_bytes()))
    (project / "a.py").write_text(LOOP * 2)
    assert rubout("clones", project).out == rubout("clones", project, "--no-cache").out


def test_an_answer_that_stands_under_anothers_name_is_no_answer(project: Path) -> None:
    told(project)
    (place,) = (project / ".rubout/answers").iterdir()
    other = question(str(project), "", "something else")
    told(project)
    write_answer(str(project), Answer(other.asked, other.config, b"", b"", b"", b"forged", 0))
    (forged,) = [path for path in place.parent.iterdir() if path != place]
    place.write_bytes(forged.read_bytes())
    assert known(project) is None


def test_two_processes_at_once_give_the_same_bytes(program: Program, project: Path) -> None:
    def run(number: int) -> object:
        return program(("clones", "check")[number % 2], project, "--format", "json")

    with ThreadPoolExecutor(4) as pool:
        ran = list(pool.map(run, range(4)))
    assert ran[::2] == [program("clones", project, "--format", "json", "--no-cache")] * 2
    assert ran[1::2] == [program("check", project, "--format", "json", "--no-cache")] * 2
