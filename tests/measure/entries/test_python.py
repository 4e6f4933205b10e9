"""Which Python files are entries."""

from __future__ import annotations

import pytest

from rubout.measure.entries.bits import EXPORTED, MAIN, TEST
from rubout.measure.entries.python import flags
from tests.tables import table
from tests.worlds import world


def bits(files: dict[str, str], path: str) -> int:
    return flags(world(files)).get(path, 0)


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    table(
        r"""
    p/__main__.py => => main
    a/setup.py => => main
    noxfile.py => => main
    site/manage.py => => main
    site/wsgi.py => => main
    docs/conf.py => => main
    a/docs/en/conf.py => => main
    conf.py => =>
    p/types.pyi => => main
    tool.py => if __name__ == "__main__": run() => main
    tool.py => #!/usr/bin/python => main
    tool.py => run() =>
    examples/in/a.py => run() => main
    examples/in/a.py => x = run() =>
    p/examples/__init__.py => run() =>
    p/tool.py => if __name__ == "__main__": run() =>
    p/bench/tool.py => if __name__ == "__main__": run() => main
    p/devscripts/tool.py => run() => main
    test_a.py => => test
    t/a_test.py => => test
    t/conftest.py => => test
    t/testing.py => =>
    t/latest.py => =>
    """
    ),
)
def test_a_name_or_a_mark_makes_an_entry(path: str, source: str, expected: str) -> None:
    files = {"p/__init__.py": "", "p/bench/__init__.py": "", path: source}
    assert bits(files, path) == {"main": MAIN, "test": TEST, "": 0}[expected]


@pytest.mark.parametrize(
    ("path", "source", "expected"), [("res/in/page.html", "", MAIN), ("res/a.py", "", 0), ("res/a.txt", "X = 1\n", 0)]
)
def test_an_empty_module_that_makes_a_package_of_data_is_an_entry(path: str, source: str, expected: int) -> None:
    assert bits({path: "", "res/__init__.py": source}, "res/__init__.py") == expected


def test_a_literal_list_of_plugins_is_collected() -> None:
    files = {"t/conftest.py": 'pytest_plugins = ["t.help", "gone"]', "t/help.py": "", "t/more.py": ""}
    assert flags(world(files)) == {"t/conftest.py": TEST, "t/help.py": TEST}


@pytest.mark.parametrize(
    ("name", "manifest"),
    table(
        r"""
    pyproject.toml => [project.scripts]\nrun = "shop.cli:main"
    pyproject.toml => [project.entry-points.x]\nrun = "shop.cli"
    pyproject.toml => [tool.poetry.scripts]\nrun = "shop.cli:main"
    setup.cfg => [options.entry_points]\nconsole_scripts =\n    run = shop.cli:main
    setup.py => setup(entry_points='''[console_scripts]\nrun = shop.cli:main''')
    setup.py => setup(scripts=["src/shop/cli.py"])
    """
    ),
)
def test_a_command_is_started_by_who_installed_it(name: str, manifest: str) -> None:
    files = {"src/shop/cli.py": "", "src/shop/other.py": "", name: manifest}
    assert bits(files, "src/shop/cli.py") == MAIN
    assert bits(files, "src/shop/other.py") == 0


def test_a_command_of_an_inner_project_is_its_own() -> None:
    files = {f"{one}/{name}": "" for one in "ab" for name in ("cli.py", "setup.cfg")}
    files["b/setup.cfg"] = "[options.entry_points]\nconsole_scripts =\n    run = cli:main"
    assert flags(world(files)) == {"b/cli.py": MAIN}


@pytest.mark.parametrize(
    ("name", "manifest", "top"),
    table(
        r"""
    pyproject.toml => [project]\nname = "My-Shop" => my_shop/__init__.py
    pyproject.toml => [project]\nname = "other" => src/inner/__init__.py
    pyproject.toml => [project]\nname = "x"\n[tool.setuptools]\npackages = ["beside"] => beside/__init__.py
    pyproject.toml => [tool.flit.module]\nname = "beside" => beside/__init__.py
    pyproject.toml => [project]\nname = "x"\n[tool.setuptools]\npy-modules = ["single"] => single.py
    pyproject.toml => [tool.setuptools.packages.find]\nwhere = ["src"] => src/inner/__init__.py
    pyproject.toml => [tool.ruff]\nselect = ["ALL"] =>
    setup.cfg => [metadata]\nname = single => single.py
    setup.py => setup(name="x", packages=find_packages()) => beside/__init__.py my_shop/__init__.py
    """
    ),
)
def test_who_installs_a_distribution_imports_its_top(name: str, manifest: str, top: str) -> None:
    files = dict.fromkeys(
        ["my_shop/__init__.py", "beside/__init__.py", "src/inner/__init__.py", "tests/__init__.py"], ""
    )
    found = flags(world({**files, "single.py": "", name: manifest}))
    assert " ".join(sorted(path for path, mark in found.items() if mark & MAIN and path != "setup.py")) == top


@pytest.mark.parametrize(
    ("name", "manifest"),
    table(
        r"""
    pyproject.toml => [tool.pytest.ini_options]\npython_files = ["check_*.py", "test_*/__init__.py"]
    pytest.ini => [pytest]\npython_files = check_*.py test_*/__init__.py
    tox.ini => [pytest]\npython_files = check_*.py\n test_*/__init__.py
    """
    ),
)
def test_pytest_collects_what_it_is_told_to(name: str, manifest: str) -> None:
    files = dict.fromkeys(["in/t/check_a.py", "in/t/test_b/__init__.py", "in/t/b/__init__.py", "t/check_c.py"], "")
    assert flags(world({**files, f"in/{name}": manifest})) == {
        "in/t/check_a.py": TEST,
        "in/t/test_b/__init__.py": TEST,
    }


def test_what_warns_whoever_imports_it_is_kept_for_others() -> None:
    files = {
        "pyproject.toml": '[project]\nname = "shop"',
        "shop/__init__.py": "",
        "shop/old.py": "warnings.warn('old')",
    }
    assert flags(world({**files, "old.py": "warn('old')"})) == {"shop/__init__.py": MAIN, "shop/old.py": MAIN}


def test_the_only_package_of_a_distribution_is_its_top() -> None:
    files = {"inner/__init__.py": "", "tests/__init__.py": "", "pyproject.toml": '[project]\nname = "other"'}
    assert flags(world(files)) == {"inner/__init__.py": MAIN}


def test_a_literal_surface_is_exported_unless_a_part_of_the_name_is_private() -> None:
    listed = '__all__ = ["a"]\na = 1\n'
    files = {
        "pyproject.toml": '[project]\nname = "shop"',
        "shop/__init__.py": listed,
        "shop/open.py": listed,
        "shop/bare.py": "a = 1",
        "shop/_closed.py": listed,
        "shop/_inner/open.py": listed,
        "shop/sub/__init__.py": listed,
        "tools/open.py": listed,
    }
    found = flags(world(files))
    assert found == {"shop/__init__.py": MAIN | EXPORTED, "shop/open.py": EXPORTED, "shop/sub/__init__.py": EXPORTED}
