"""What `import rubout` promises."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

import rubout

FOR_READERS = {"TYPE_CHECKING"}
LOADED = "import sys; before = set(sys.modules); import rubout; print(sorted(set(sys.modules) - before))"
SETTINGS = Path(__file__).parents[1] / "pyproject.toml"


def test_the_exported_names_are_sorted_and_are_those_that_exist() -> None:
    names = [name for name, value in vars(rubout).items() if not isinstance(value, ModuleType)]
    public = [name for name in names if not name.startswith("_") and name not in FOR_READERS]
    assert rubout.__all__ == sorted(["__version__", *public, *rubout._MODULES])


@pytest.mark.parametrize("name", rubout.__all__)
def test_an_exported_name_is_loaded_when_it_is_asked_for(name: str) -> None:
    assert getattr(rubout, name) is not None


def test_no_other_name_is_exported() -> None:
    with pytest.raises(AttributeError, match="ReviewTyre"):
        _ = rubout.ReviewTyre


def test_importing_the_package_imports_nothing_else() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout == "['rubout']\n"


def test_the_version_is_that_of_the_distribution() -> None:
    assert rubout.__version__ == tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["project"]["version"]


def test_the_commands_are_installed_under_their_names() -> None:
    scripts = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts == {"rubout": "rubout.cli.main:entry", "rubout-hook": "rubout.serve.client:entry"}
    assert all(callable(metadata.EntryPoint(name, place, "console_scripts").load()) for name, place in scripts.items())
