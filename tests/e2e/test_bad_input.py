"""Trees and files as nobody means them: every command says something true, or that it could not judge."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.gate.test_remembered import aged
from tests.reports import COMMANDS, reports, spans
from tests.samples import LOOP

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Program, Rubout, Tree

DEPTH = 20_000
THREE = {"rubout.toml": "", "a.py": LOOP, "b.py": LOOP, "c.py": LOOP}


def file_of(found: dict[str, dict], path: str) -> dict:
    (file,) = [file for file in found["scan"]["files"] if file["path"] == path]
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
    root = tree(THREE)
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
    root = aged(tree(THREE))
    root.chmod(0o777)
    (root / "b.py").chmod(0)
    as_nobody()
    reports(rubout, root)
    os.seteuid(os.getuid())
    (root / "b.py").chmod(0o644)
    assert len(spans(reports(rubout, root)["clones"])) == 3


def test_a_file_that_is_shut_later_is_named(rubout: Rubout, tree: Tree, as_nobody: Callable[[], None]) -> None:
    root = tree(THREE)
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
    root = aged(tree(THREE))
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
