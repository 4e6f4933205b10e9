"""What the manifests of a Python distribution say."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rubout.measure.manifests import pyproject, requirements, setup_cfg, setup_py
from rubout.measure.manifests.distribution import Distribution, module_of, normal_name
from tests.tables import cases

PYPROJECT = """
[build-system]
requires = ["hatchling>=1"]
[project]
name = "my-shop"
dependencies = ["requests[socks]>=2; python_version < '4'", "Jinja2"]
scripts = {shop = "shop.cli:main"}
gui-scripts = {window = "shop.gui:main"}
[project.optional-dependencies]
x = ["rich @ https://e.x/rich.whl"]
[project.entry-points."pytest11"]
shop = "shop.plugin"
[dependency-groups]
dev = ["ruff", {include-group = "x"}]
[tool.setuptools]
py-modules = ["six"]
package-dir = {"" = "src", "shop.extra" = "extra/"}
script-files = ["bin/tool"]
[tool.setuptools.packages.find]
where = ["lib"]
[tool.hatch.envs.test]
dependencies = ["coverage"]
"""
POETRY = """
[tool.poetry]
name = "shop"
packages = [{include = "shop/core", from = "lib"}, {include = "six.py"}]
[tool.poetry.dependencies]
python = "^3.11"
PyYAML = {version = "*", optional = true}
[tool.poetry.group.dev.dependencies]
ruff = "*"
[tool.poetry.scripts]
shop = "shop.cli:main"
tool = {reference = "bin/tool", type = "file"}
[tool.poetry.plugins.group]
one = "shop.one"
"""
SETUP_CFG = """
[metadata]
name = shop
[options]
package_dir =
    = src
    extra = more
packages = find:
py_modules = six, seven
install_requires = requests; PyYAML
scripts = bin/a, bin/b
[options.extras_require]
x =
    rich>=1
[options.packages.find]
where = src
[options.entry_points]
console_scripts =
    shop = shop.cli:main [x]
[tool:pytest]
pythonpath = lib tests/lib
python_files = check_*.py
    test_*.py
"""
SETUP_PY = """
from setuptools import find_packages, setup
NEEDS = ["requests", "rich>=1"]
AGAIN = ["a"]
AGAIN = ["b"]
setup(
    name="shop",
    packages=find_packages(where="src"),
    package_dir={"": "src"},
    py_modules=["six", name()],
    install_requires=NEEDS,
    tests_require=AGAIN,
    extras_require={"x": ["ruff"], other: more},
    entry_points={"console_scripts": ["shop = shop.cli:main"]},
    scripts=["bin/a"],
    **more,
)
"""


def said(found: Distribution) -> str:
    """What a manifest says, a line for each field that is not empty; of a root its prefix and its folder."""
    values = {field.name: getattr(found, field.name) for field in fields(found) if getattr(found, field.name)}
    values["roots"] = [f"{prefix}={folder}" for prefix, folder in found.roots]
    return "\n".join(f"{name}: {value if name == 'name' else ' '.join(value)}" for name, value in values.items())


def test_a_pyproject_is_read_of_every_build_tool() -> None:
    assert (
        said(pyproject.read(PYPROJECT))
        == """\
name: my-shop
requirements: requests Jinja2 rich ruff hatchling coverage
roots: =src shop.extra=extra =lib
packages: six
discovers: lib
entry_points: shop.cli shop.gui shop.plugin
scripts: bin/tool"""
    )


def test_poetry_has_tables_of_its_own() -> None:
    assert (
        said(pyproject.read(POETRY))
        == """\
name: shop
requirements: python PyYAML ruff
roots: =lib =
packages: shop.core six
entry_points: shop.cli bin/tool shop.one"""
    )


def test_a_setup_cfg_is_read_by_lines_or_commas() -> None:
    assert (
        said(setup_cfg.read(SETUP_CFG))
        == """\
name: shop
requirements: requests rich
roots: =src extra=more =lib =tests/lib =src
packages: six seven
discovers: src
entry_points: shop.cli
scripts: bin/a bin/b
collected: check_*.py test_*.py"""
    )


def test_a_setup_py_is_read_as_far_as_it_is_literal() -> None:
    assert (
        said(setup_py.read(SETUP_PY))
        == """\
name: shop
requirements: requests rich ruff
roots: =src =src
packages: six
discovers: src
entry_points: shop.cli
scripts: bin/a"""
    )


@pytest.mark.parametrize(
    ("module", "text"),
    [(pyproject, "a = "), (pyproject, "a = 1\na = 2"), (setup_cfg, "a = 1"), (setup_py, "setup("), (setup_py, "\0")],
)
def test_a_broken_manifest_is_an_error_of_its_text(module: object, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        module.read(text)  # type: ignore[attr-defined]


@cases(
    "line names",
    """
    Flask[async]>=2 # why => Flask
    a.b-c_d==1 => a.b-c_d
    x @ https://e.x/x.whl => x
    -e git+https://e.x/y#egg=y&sub=z => y
    https://e.x/z.whl =>
    -r other.txt =>
    --hash=sha256:0 =>
    ./local =>
    # a =>
     =>
    """,
)
def test_a_requirement_names_one_distribution_or_none(line: str, names: str) -> None:
    assert " ".join(requirements.read(line)) == names


def test_a_lock_names_what_is_needed_indirectly_too() -> None:
    text = '[[package]]\nname = "a.b"\ndependencies = [\n  { name = "c" },\n]\n[[package]]\nname = "d"\n'
    assert requirements.locked(text) == requirements.locked(text.replace("\n", "\r\n")) == ("a.b", "d")


def test_a_pipfile_names_both_of_its_groups() -> None:
    text = '[packages]\nrequests = "*"\n[dev-packages]\nruff = {version = "1"}\n[requires]\npython_version = "3"\n'
    assert requirements.pipfile(text) == ("requests", "ruff")


def test_names_are_compared_as_the_index_does() -> None:
    assert normal_name("Some_.Thing") == "some-thing"


def test_an_entry_point_names_a_module() -> None:
    assert [module_of(text) for text in ("a = b.c:d.e [f]", "b.c:d", "b.c")] == ["b.c"] * 3
