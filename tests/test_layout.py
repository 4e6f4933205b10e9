"""The arrows between the lanes are true, and a wrong one is noticed."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rubout

PACKAGE = Path(rubout.__file__).parent
SETTINGS = Path(__file__).parents[1] / "pyproject.toml"
LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"

# A module, an import that must not stand there, the contract that it breaks.
WRONG = [
    ("measure/planted.py", "import rubout.gate", "lanes"),
    ("judge/planted.py", "import rubout.measure", "lanes"),
    ("store/planted.py", "import rubout.judge", "lanes"),
    ("facts/planted.py", "import rubout.kernels", "lanes"),
    ("planted.py", "import rubout.errors", "lanes"),  # a module of no lane
    ("judge/planted.py", "import os", "judge is arithmetic only"),
    ("facts/planted.py", "import time", "judge is arithmetic only"),
    ("gate/planted.py", "import tree_sitter", "tree-sitter only in measure"),
    ("measure/planted.py", "import sqlite3", "SQLite only in store"),
    ("gate/planted.py", "import rubout.review.records", "lanes"),
    ("review/match.py", "import rubout.review.approval", "what remembers approves nothing"),
    ("review/learning.py", "import rubout.review.reviewer, rubout.review.cascade", "what remembers approves nothing"),
    ("review/reviewer.py", "import rubout.review.ledger", "the ladder reads no store"),
]
# Calls that make, change or remove something on disk: of these modules, and of any path.
OF_MODULES = {
    "os": {
        "chmod",
        "link",
        "makedirs",
        "mkdir",
        "remove",
        "rename",
        "replace",
        "rmdir",
        "symlink",
        "truncate",
        "unlink",
    },
    "shutil": {"copy", "copy2", "copyfile", "copytree", "move", "rmtree"},
    "tempfile": {"NamedTemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp"},
}
OF_PATHS = {"chmod", "hardlink_to", "mkdir", "rmdir", "symlink_to", "touch", "unlink", "write_bytes", "write_text"}


def contracts(copy: Path) -> tuple[int, str]:
    """Check the contracts on a copy of the package; the exit status, and what was said."""
    shutil.copy(SETTINGS, copy)
    ran = subprocess.run(
        [sys.executable, "-c", LINTER, "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    return ran.returncode, ran.stdout.decode()


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def writing(path: Path) -> list[str]:
    """The places in a module where something is written to disk."""
    calls = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]
    return [f"{path.relative_to(PACKAGE)}:{call.lineno}" for call in calls if writes(call)]


def writes(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(ast.Name("os"), "open"):
            return False  # its flags are no letters; what it makes is written through fdopen
        case ast.Name("open") | ast.Attribute(_, "open" | "fdopen"):
            return opens_for_writing(call)
        case ast.Attribute(ast.Name(module), name) if module in OF_MODULES:
            return name in OF_MODULES[module]
        case ast.Attribute(_, name):
            return name in OF_PATHS
    return False


def opens_for_writing(call: ast.Call) -> bool:
    words = [word.value for word in ast.walk(call) if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    return any(set(word) <= set("rwxabt+") and set(word) & set("wxa+") for word in words)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "rubout", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return tmp_path


def test_the_package_keeps_its_contracts(copy: Path) -> None:
    status, said = contracts(copy)
    assert status == 0, said


@pytest.mark.parametrize(("module", "line", "contract"), WRONG, ids=[f"{line} in {name}" for name, line, _ in WRONG])
def test_an_import_against_the_arrows_is_noticed(copy: Path, module: str, line: str, contract: str) -> None:
    (copy / "rubout" / module).write_text(f"{line}\n")
    status, said = contracts(copy)
    assert status == 1
    assert f"{contract} BROKEN" in said


def test_only_the_store_writes_files() -> None:
    """And the hook's client, which may import nothing: it adds a line to the feed when no daemon can."""
    others = [path for path in modules() if path.parent != PACKAGE / "store"]
    assert [path.name for path in others for _ in writing(path)] == ["client.py"]


@pytest.mark.parametrize(
    "line",
    [
        "open('f', 'w')",
        "path.open(mode='ab')",
        "os.fdopen(1, 'wb')",
        "os.replace(a, b)",
        "shutil.rmtree(a)",
        "path.write_text(a)",
        "path.unlink()",
    ],
)
def test_what_writes_is_recognised(line: str) -> None:
    assert writes(next(node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Call)))


@pytest.mark.parametrize(
    "line", ["open('f')", "open('f', 'rb')", "text.replace(a, b)", "items.remove(a)", "os.stat(a)"]
)
def test_what_does_not_write_is_not_taken_for_it(line: str) -> None:
    assert not writes(next(node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Call)))


@pytest.mark.parametrize(
    "path", [path for path in modules() if path.name == "__init__.py"], ids=lambda path: path.parent.name
)
def test_a_package_holds_a_docstring_and_no_code(path: Path) -> None:
    docstring, *rest = ast.parse(path.read_bytes()).body
    assert isinstance(docstring, ast.Expr)
    assert rest == [] or path.parent == PACKAGE
