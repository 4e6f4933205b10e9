"""A grammar is used in its pinned version or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import is_installed, is_pinned, load
from rubout.measure.languages.table import Grammar

if TYPE_CHECKING:
    from pathlib import Path

BY_NAME = {language.name: language for language in LANGUAGES}
ASK = (
    "from rubout.measure.languages.all import LANGUAGES\n"
    "from rubout.measure.languages.grammar import is_installed, load\n"
    "by_name = {language.name: language for language in LANGUAGES}\n"
    "print([(is_installed(by_name[name]), load(by_name[name]) is not None) for name in ('go', 'rust')])\n"
)


def asked(folder: Path) -> str:
    """What a process says that finds `folder` before everything else."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    return subprocess.run(
        [sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


def install(folder: Path, name: str, version: str) -> None:
    """Put an empty package of a version into a folder, as pip would."""
    module = name.replace("-", "_")
    (folder / module).mkdir()
    (folder / module / "__init__.py").touch()
    (folder / f"{module}-{version}.dist-info").mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (folder / f"{module}-{version}.dist-info" / "METADATA").write_text(metadata)


@pytest.mark.parametrize("name", [language.name for language in LANGUAGES if language.grammar])
def test_what_is_installed_can_be_loaded_and_is_loaded_once(name: str) -> None:
    loaded = load(BY_NAME[name])
    assert is_installed(BY_NAME[name])
    assert loaded is not None
    assert load(BY_NAME[name]) is loaded
    assert len(loaded.kind_names) == len(loaded.kind_named) == loaded.error_slot + 1
    assert loaded.kind_names[loaded.error_slot] == "ERROR"


def test_a_field_the_grammar_does_not_have_is_0() -> None:
    loaded = load(BY_NAME["python"])
    assert loaded
    assert loaded.field("name") > 0
    assert loaded.field("no such field") == 0


def test_a_language_without_a_grammar_loads_none() -> None:
    assert (is_installed(BY_NAME["css"]), load(BY_NAME["css"])) == (False, None)


def test_a_package_that_is_not_there_is_not_pinned() -> None:
    assert not is_pinned(Grammar(distribution="no-such-thing", version="1", module="no_such_thing"))


def test_a_package_of_another_version_or_without_one_is_not_pinned() -> None:
    assert not is_pinned(Grammar(distribution="tree-sitter-go", version="0.0.1", module="tree_sitter_go"))
    assert not is_pinned(Grammar(distribution="no-such-thing", version="1", module="json"))


def test_everything_is_there_as_pinned(tmp_path: Path) -> None:
    assert asked(tmp_path) == "[(True, True), (True, True)]"


def test_another_version_of_a_grammar_counts_as_none(tmp_path: Path) -> None:
    install(tmp_path, "tree-sitter-go", "9.9.9")
    assert asked(tmp_path) == "[(False, False), (True, True)]"


def test_another_version_of_the_parser_counts_as_no_grammar_at_all(tmp_path: Path) -> None:
    install(tmp_path, "tree-sitter", "9.9.9")
    assert asked(tmp_path) == "[(False, False), (False, False)]"


def test_asking_what_is_installed_imports_no_parser() -> None:
    code = (
        "import sys\n"
        "from rubout.measure.languages.all import LANGUAGES\n"
        "from rubout.measure.languages.grammar import is_installed\n"
        "assert any(map(is_installed, LANGUAGES))\n"
        "print([name for name in sys.modules if name.startswith('tree_sitter')])\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
