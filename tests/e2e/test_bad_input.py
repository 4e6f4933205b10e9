"""Trees and files as nobody means them: every command says something true, or that it could not judge."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import pytest

import rubout as package
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, Program, Rubout, Tree

SOURCE = Path(package.__file__).parents[1]
DEPTH = 20_000
COMMANDS = ("scan", "clones", "check")


def reports(rubout: Rubout, root: Path, *, code: int = 0) -> dict[str, dict]:
    """What each command says of a tree, which is the same with a cache that is absent, full, and not used."""
    found = {}
    for command in COMMANDS:
        ran = [rubout(command, root, "--format", "json", *options) for options in ((), (), ("--no-cache",))]
        assert ran[0] == ran[1] == ran[2]
        assert (ran[0].code, ran[0].err) == (code, "")
        found[command] = json.loads(ran[0].out)
    return found


def spans(report: dict) -> list[tuple[str, int, int]]:
    return [(m["path"], m["start_line"], m["end_line"]) for row in report["rows"] for m in row["members"]]


def file_of(reports: dict[str, dict], path: str) -> dict:
    (file,) = [file for file in reports["scan"]["files"] if file["path"] == path]
    return file


@pytest.mark.parametrize(
    ("content", "lines", "copied"),
    [
        pytest.param(b"", 0, None, id="empty"),
        pytest.param(b"\n", 1, None, id="one empty line"),
        pytest.param(b"\xef\xbb\xbf", 1, None, id="a byte-order mark alone"),
        pytest.param(b"\xef\xbb\xbf" + LOOP.encode(), 10, (1, 10), id="a byte-order mark"),
        pytest.param(LOOP.replace("\n", "\r\n").encode(), 10, (1, 10), id="CRLF"),
        pytest.param(LOOP.encode()[:-1], 10, (1, 10), id="no final newline"),
        pytest.param(b"\n\n\t\n" + LOOP.replace("    ", "\t").encode(), 13, (4, 13), id="tabs"),
        pytest.param(LOOP.replace("total", "tøtal_ñ").encode(), 10, (1, 10), id="not ASCII"),
        pytest.param(
            LOOP.replace("rate", "'\udc80\udcff'").encode("utf-8", "surrogateescape"), 10, None, id="not UTF-8"
        ),
        pytest.param(b"# \xff\xfe\n" + LOOP.encode(), 11, (2, 11), id="not UTF-8 in a comment"),
        pytest.param(b"s = '\x00'\n" + LOOP.encode(), 11, None, id="NUL"),
        pytest.param(b"\x00" * 5000, 1, None, id="NUL alone"),
        pytest.param(bytes(range(256)) * 40, 41, None, id="noise"),
        pytest.param(b"# one\r# two\r" + LOOP.encode(), 10, None, id="lone CR"),
        pytest.param(b"\r" * 100, 1, None, id="lone CR alone"),
    ],
)
def test_a_file_of_odd_bytes_is_measured(
    rubout: Rubout, tree: Tree, content: bytes, lines: int, copied: tuple[int, int] | None
) -> None:
    found = reports(rubout, tree({"rubout.toml": "", "odd.py": content, "plain.py": LOOP}))
    assert file_of(found, "odd.py")["total_lines"] == lines
    assert file_of(found, "plain.py")["parse_errors"] == 0
    if copied:
        assert spans(found["clones"]) == [("odd.py", *copied), ("plain.py", 1, 10)]
        assert file_of(found, "odd.py")["parse_errors"] == 0
    assert (found["scan"]["counts"]["parse_errors"] > 0) == any(
        row["rule"] == "parse-errors" for row in found["scan"]["rows"]
    )


def test_a_huge_file_is_counted_by_rule_and_judged_by_its_size_alone(rubout: Rubout, tree: Tree) -> None:
    huge = "x = 1\n" * ((4 << 20) // 6 + 1)
    root = tree({"rubout.toml": "", "huge.py": huge, "a.py": LOOP, "b.py": LOOP})
    found = {command: [rubout(command, root, "--format", "json") for _ in range(2)] for command in COMMANDS}
    assert all(first == second for first, second in found.values())
    scanned = json.loads(found["scan"][0].out)
    assert scanned["counts"]["excluded"] == {"large": 1}
    assert [(row["path"], row["rule"], row["value"]) for row in scanned["rows"]] == [
        ("huge.py", "file-lines", huge.count("\n"))
    ]
    assert found["scan"][0].code == 1
    assert json.loads(found["clones"][0].out)["counts"]["files"] == 2


def test_a_file_just_small_enough_is_parsed(rubout: Rubout, tree: Tree) -> None:
    comment = "# " + "x" * (4 << 20)
    root = tree({"rubout.toml": "", "a.py": (LOOP + comment)[: 4 << 20], "b.py": LOOP})
    found = reports(rubout, root)
    assert found["scan"]["counts"]["excluded"] == {}
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]


@pytest.mark.parametrize(
    "source",
    [
        "def f(a:\n    return a\n" + LOOP,
        ")))]]}}\n" * 50 + LOOP,
        "class :\n  def (:\n" * 20,
        "<<<<<<< ours\n" + LOOP + "=======\n" + LOOP + ">>>>>>> theirs\n",
    ],
)
def test_a_parse_with_errors_is_never_silent(rubout: Rubout, tree: Tree, source: str) -> None:
    root = tree({"rubout.toml": "", "broken.py": source, "a.py": LOOP})
    found = reports(rubout, root)
    assert [
        (row["path"], row["rule"], row["level"]) for row in found["scan"]["rows"] if row["rule"] == "parse-errors"
    ] == [("broken.py", "parse-errors", "warn")]
    assert found["clones"]["counts"]["parse_errors"] == file_of(found, "broken.py")["parse_errors"] > 0
    assert "parse-errors" in {note["kind"] for note in found["clones"]["notes"]}
    assert "parse" in rubout("clones", root).out
    assert "parse" in rubout("check", root).out


@pytest.mark.parametrize(
    ("command", "suffix", "opening", "closing"),
    [
        ("scan", "py", "(", ")"),
        ("scan", "ts", "[", "]"),
        ("scan", "go", "{", "}"),
        ("scan", "js", "a(", ")"),
        ("scan", "py", "-", ""),
        ("clones", "rs", "!", ""),
        ("check", "rs", "!", ""),
    ],
)
def test_a_deeply_nested_expression_is_measured_to_its_end(
    rubout: Rubout, tree: Tree, command: str, suffix: str, opening: str, closing: str
) -> None:
    deep = "x = " + opening * DEPTH + "1" + closing * DEPTH + "\n"
    root = tree({"rubout.toml": "", f"deep.{suffix}": deep, "a.py": LOOP, "b.py": LOOP})
    ran = rubout(command, root, "--format", "json")
    report = json.loads(ran.out)
    assert (ran.code, ran.err, report["degraded"]) == (0, "", False)
    if command == "clones":
        assert ("a.py", 1, 10) in spans(report)


@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize(
    "name",
    [
        "a b.py",
        "é/ü.py",
        "line\nbreak.py",
        "tab\t.py",
        "\"quoted\" 'too'.py",
        "-n.py",
        "*[x]?.py",
        "back\\slash.py",
        "\x1b[31m.py",
        "%0A,:.py",
    ],
)
def test_a_path_of_odd_characters_is_a_path_in_every_format(
    rubout: Rubout, tree: Tree, repository: bool, name: str
) -> None:
    root = tree({"rubout.toml": "[thresholds]\nfn_lines_warn = 9\n", name: LOOP, "z.py": LOOP}, git=repository)
    found = reports(rubout, root)
    assert sorted(spans(found["clones"])) == sorted([(name, 1, 10), ("z.py", 1, 10)])
    assert {row["path"] for row in found["scan"]["rows"]} == {name, "z.py"}
    for command in COMMANDS:
        for output in ("text", "github", "markdown"):
            out = rubout(command, root, "--format", output).out
            assert "\nbreak.py" not in out
            assert output == "github" or "\x1b" not in out  # an annotation must name the file as it is
        assert json.loads(rubout(command, root, "--format", "sarif").out)["version"] == "2.1.0"
    assert rubout("scan", root / name, "--format", "json").out.count('"lang"') == 1
    assert json.loads(rubout("why", root / name, "--format", "json").out)["path"] == name


def test_a_name_that_is_not_utf8_is_counted_and_named(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP})
    with open(os.fsencode(root) + b"/b\xff.py", "wb") as file:
        file.write(LOOP.encode())
    found = reports(rubout, root)
    assert found["scan"]["counts"]["excluded"] == {"not-utf8": 1}
    assert [(note["kind"], note["path"]) for note in found["scan"]["notes"]] == [("unusable", "b\\xff.py")]


@pytest.mark.parametrize("repository", [True, False])
def test_symlinks_that_loop_or_lead_out_are_not_followed(rubout: Rubout, tree: Tree, repository: bool) -> None:
    tree({"b.py": LOOP}, name="outside")
    root = tree({"rubout.toml": "", "a.py": LOOP, "pkg/c.py": "x = 1\n"})
    for name, target in {
        "self.py": "self.py",
        "pkg/up": "..",
        "out": "../outside",
        "out.py": "../outside/b.py",
        "twin.py": "a.py",
    }.items():
        (root / name).symlink_to(target)
    tree({}, git=repository)
    found = reports(rubout, root)
    assert [file["path"] for file in found["scan"]["files"]] == ["a.py", "pkg/c.py"]
    assert spans(found["clones"]) == []
    assert found["scan"]["counts"]["excluded"] == {"symlink": 3}


def test_a_file_that_cannot_be_read_is_named_and_the_run_goes_on(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP})
    root.chmod(0o777)
    (root / "b.py").chmod(0)
    as_nobody()
    found = reports(rubout, root)
    for report in found.values():
        assert [(note["path"], note["level"]) for note in report["notes"] if note["kind"] == "unusable"] == [
            ("b.py", "warning")
        ]
    assert spans(found["clones"]) == [("a.py", 1, 10), ("c.py", 1, 10)]


def test_a_file_that_was_shut_is_judged_once_it_is_open(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP})
    for name in ("a.py", "b.py", "c.py"):
        os.utime(root / name, (1_700_000_000, 1_700_000_000))
    root.chmod(0o777)
    (root / "b.py").chmod(0)
    as_nobody()
    reports(rubout, root)
    os.seteuid(os.getuid())
    (root / "b.py").chmod(0o644)
    assert len(spans(reports(rubout, root)["clones"])) == 3


def test_a_file_that_is_shut_later_is_named(rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP})
    root.chmod(0o777)
    as_nobody()
    reports(rubout, root)
    os.seteuid(os.getuid())
    (root / "b.py").write_text(LOOP * 2)
    (root / "b.py").chmod(0)
    as_nobody()
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("c.py", 1, 10)]
    assert [note["path"] for note in found["clones"]["notes"]] == ["b.py"]


@pytest.mark.parametrize("output", ["json", "text"])  # the question asked before, and another one of the same files
def test_what_another_was_told_of_a_file_is_not_told_to_who_may_not_read_it(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None], output: str
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP})
    for name in ("a.py", "b.py", "c.py"):
        os.utime(root / name, (1_700_000_000, 1_700_000_000))
    (root / "b.py").chmod(0o600)
    told = [rubout(command, root, "--format", output) for command in COMMANDS]
    for place in (root, root / ".rubout", *(root / ".rubout").rglob("*")):
        place.chmod(0o777)
    as_nobody()
    unusable = [] if os.access(root / "b.py", os.R_OK, effective_ids=True) else ["b.py"]
    for report in reports(rubout, root).values():
        assert [note["path"] for note in report["notes"] if note["kind"] == "unusable"] == unusable
    os.seteuid(os.getuid())
    assert [rubout(command, root, "--format", output) for command in COMMANDS] == told


def test_only_unreadable_files_are_no_pass(rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP})
    (root / "a.py").chmod(0)
    as_nobody()
    assert [rubout(command, root).code for command in COMMANDS] == [2, 2, 2]


def test_a_shallow_clone_is_judged(rubout: Rubout, tree: Tree, git: Git) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    git(root, "commit", "--quiet", "--allow-empty", "--message=c2")
    git(root.parent, "clone", "--quiet", "--depth=1", f"file://{root}", "shallow")
    assert (root.parent / "shallow/.git/shallow").exists()
    assert reports(rubout, root.parent / "shallow") == reports(rubout, root)


@pytest.mark.parametrize("place", ["../linked", "inside"])
def test_a_linked_worktree_is_judged_on_its_own(rubout: Rubout, tree: Tree, git: Git, place: str) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    alone = reports(rubout, root)
    git(root, "worktree", "add", "--quiet", "-b", "other", place)
    assert reports(rubout, root / place) == alone
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == ({"foreign": 1} if place == "inside" else {})


@pytest.mark.parametrize("kind", ["submodule", "nested repository"])
def test_foreign_repositories_are_never_judged(rubout: Rubout, tree: Tree, git: Git, kind: str) -> None:
    other = tree({"c.py": LOOP}, git=True, name="other")
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    if kind == "submodule":
        git(root, "submodule", "--quiet", "add", str(other), "sub")
    else:
        git(root.parent, "clone", "--quiet", str(other), str(root / "sub"))
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == {"foreign": 1}
    assert [file["path"] for file in reports(rubout, root / "sub")["scan"]["files"]] == ["c.py"]


def test_a_tree_without_git_is_walked(rubout: Rubout, tree: Tree) -> None:
    files = {"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, ".gitignore": "c.py\n", "c.py": LOOP}
    found = reports(rubout, tree(files))
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert found["scan"]["counts"]["excluded"] == {"gitignore": 1}


def test_without_a_git_program_a_repository_is_walked_and_the_report_says_so(
    rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    found = reports(rubout, root)
    assert spans(found["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]
    assert ["git is not on PATH" in note["what"] for note in found["clones"]["notes"]] == [True]


def test_a_git_program_that_comes_or_goes_changes_the_answer(
    rubout: Rubout, tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP}, git=True)
    before = reports(rubout, root)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tmp_path / "nothing"))
        assert reports(rubout, root) != before
    assert reports(rubout, root) == before


@pytest.mark.parametrize("content", ["gitdir: /nowhere/at/all\n", "not a gitfile\n", ""])
def test_a_gitfile_that_leads_nowhere_marks_no_repository(rubout: Rubout, tree: Tree, content: str) -> None:
    root = tree({"rubout.toml": "", ".git": content, "a.py": LOOP, "b.py": LOOP})
    assert spans(reports(rubout, root)["clones"]) == [("a.py", 1, 10), ("b.py", 1, 10)]


def test_a_broken_repository_is_no_pass_and_says_what_git_said(rubout: Rubout, tree: Tree) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP}, git=True)
    (root / ".git/index").write_bytes(b"DIRC nonsense" * 9)
    for command in COMMANDS:
        ran = rubout(command, root)
        assert (ran.code, ran.out) == (2, "")
        assert "index" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
@pytest.mark.parametrize("make", [lambda place: place.symlink_to("gone"), Path.mkdir, os.mkfifo])
@pytest.mark.parametrize("name", ["rubout.toml", "pyproject.toml"])
def test_a_configuration_that_is_no_file_is_no_pass_whatever_was_said_before(
    rubout: Rubout, tree: Tree, name: str, make: Callable[[Path], None]
) -> None:
    root = tree({"a.py": LOOP}, git=True)
    assert [rubout("scan", root).code for _ in range(2)] == [0, 0]
    make(root / name)
    ran = rubout("scan", root)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"rubout: {name}: is ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
@pytest.mark.parametrize(
    "name", ["index.db", "index.db-journal", "index.lock", "clones.bin", ".gitignore", "answers/*"]
)
def test_a_pipe_in_the_scratch_folder_is_not_waited_for(program: Program, tree: Tree, name: str) -> None:
    root = tree({"a.py": LOOP, "b.py": LOOP, "c.py": "x = 1\n"}, git=True)
    assert program("clones", root).code == 0
    scratch = root / ".rubout"
    for place in list(scratch.glob(name)) or [scratch / name]:
        place.unlink(missing_ok=True)
        os.mkfifo(place)
    (root / "c.py").write_text("x = 2\n")  # so that what is remembered of the others is looked at
    assert program("clones", root).out == program("clones", root, "--no-cache").out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_bare_repository_has_nothing_to_judge(rubout: Rubout, tree: Tree, git: Git, command: str) -> None:
    root = tree({}, name="bare.git")
    git(root, "init", "--quiet", "--bare")
    ran = rubout(command, root)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "files",
    [
        {},
        {"README": "words\n"},
        {"a.txt": "words\n", "b.xyz": "words\n", "Makefile": "all:\n"},
        {"made.py": "# @generated\n", "rubout.toml": 'exclude = ["made.py"]\n'},
    ],
)
@pytest.mark.parametrize("repository", [True, False])
def test_a_tree_without_a_file_of_a_known_language_is_no_pass(
    rubout: Rubout, tree: Tree, command: str, files: dict[str, str], repository: bool
) -> None:
    ran = rubout(command, tree(files, git=repository))
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to judge" in ran.err


def test_on_a_disk_that_cannot_be_written_everything_is_said_and_nothing_remembered(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP})
    expected = {command: rubout(command, root, "--no-cache") for command in COMMANDS}
    root.chmod(0o555)
    as_nobody()
    for command in COMMANDS:
        ran = rubout(command, root)
        assert (ran.code, ran.out) == (expected[command].code, expected[command].out)
    assert not (root / ".rubout").exists()


def test_a_scratch_folder_that_cannot_be_written_is_read_and_left(
    rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP})
    expected = {command: rubout(command, root, "--format", "json") for command in COMMANDS}
    for place in (root, *(root / ".rubout").rglob("*"), root / ".rubout"):
        place.chmod(0o555 if place.is_dir() else 0o444)
    as_nobody()
    for command in COMMANDS:  # whoever is another than the one that left it may be told that it stays as it is
        ran = rubout(command, root, "--format", "json")
        assert (ran.code, ran.out) == (expected[command].code, expected[command].out)
    os.seteuid(os.getuid())
    (root / "b.py").write_text(LOOP + "x = 1\n" * 400)
    as_nobody()
    for command in COMMANDS:
        changed = rubout(command, root, "--format", "json")
        assert changed.out == rubout(command, root, "--format", "json", "--no-cache").out
        assert "this run" in changed.err


@pytest.mark.parametrize("name", [".rubout", ".rubout/answers", ".rubout/index.db", ".rubout/clones.bin"])
def test_something_else_in_the_place_of_the_cache_changes_no_byte(rubout: Rubout, tree: Tree, name: str) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP})
    expected = [rubout(command, root, "--no-cache").out for command in COMMANDS]
    place = root / name
    place.parent.mkdir(exist_ok=True)
    if name.endswith((".db", ".bin")):
        place.mkdir()
    else:
        place.write_text("a file\n")
    for _ in range(2):
        assert [rubout(command, root).out for command in COMMANDS] == expected


# Stops its own process with a signal as soon as the first file is about to be read.
STRUCK = """
import os, signal, sys
from rubout.cli import main as frame
from rubout.measure import contents

def struck(*_):
    os.kill(os.getpid(), signal.{name})
    signal.pause()

contents.read_source = struck
sys.exit(frame.entry())
"""


@pytest.mark.parametrize(
    ("name", "status"), [("SIGINT", 130), ("SIGKILL", -signal.SIGKILL), ("SIGTERM", -signal.SIGTERM)]
)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("interruptible")
def test_after_a_run_that_was_ended_the_next_one_is_right(
    rubout: Rubout, tree: Tree, name: str, status: int, command: str
) -> None:
    root = tree({"rubout.toml": "", "a.py": LOOP, "b.py": LOOP})
    ended = subprocess.run(
        [sys.executable, "-c", STRUCK.format(name=name), command, str(root)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, b"", b"")
    assert rubout(command, root) == rubout(command, root, "--no-cache")
    left = {place.name for place in (root / ".rubout").iterdir()} if name == "SIGINT" else set()
    assert not any(".tmp" in entry for entry in left)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_workers_run_ends_them_too(tree: Tree, rubout: Rubout) -> None:
    bulk = "# " + "words and words " * 300 + "\n"
    root = tree({"rubout.toml": "", **{f"{n}.py": bulk * 400 + LOOP for n in range(12)}})
    process = subprocess.Popen(
        [sys.executable, "-m", "rubout", "clones", str(root), "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 60
    while workers.exists() and process.poll() is None and not workers.read_text() and time.monotonic() < deadline:
        pass
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) in {(130, b"", b""), (0, out, b"")}
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    rmtree(root / ".rubout/answers", ignore_errors=True)
    assert rubout("clones", root) == rubout("clones", root, "--no-cache")
