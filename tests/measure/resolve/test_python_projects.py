"""What the manifests of a tree change for its Python imports."""

from __future__ import annotations

from tests.tables import cases
from tests.worlds import answer, shown, world


@cases(
    "name manifest",
    r"""
    pyproject.toml => [tool.setuptools]\npackage-dir = {"" = "code"}
    pyproject.toml => [tool.setuptools.packages.find]\nwhere = ["code"]
    pyproject.toml => [[tool.poetry.packages]]\ninclude = "m"\nfrom = "code"
    pyproject.toml => [tool.hatch.build]\nsources = ["code"]
    pyproject.toml => [tool.hatch.build.targets.wheel]\npackages = ["code/m"]
    pyproject.toml => [tool.hatch.build.sources]\n"code/m" = "m"
    pyproject.toml => [tool.setuptools.package-dir]\nm = "code/m"
    pyproject.toml => [tool.pytest.ini_options]\npythonpath = ["code"]
    pyproject.toml => [tool.maturin]\npython-source = "code"
    setup.cfg => [options]\npackage_dir =\n    = code
    setup.cfg => [options.packages.find]\nwhere = code
    pytest.ini => [pytest]\npythonpath = lib code
    setup.py => setup(packages=find_packages("code"))
    setup.py => ROOT = "code"\nsetuptools.setup(package_dir={"": ROOT})
    code/setup.py =>
    code/requirements.txt =>
    """,
)
def test_a_manifest_says_where_imports_start(name: str, manifest: str) -> None:
    files = {"code/m/__init__.py": "", "code/m/n.py": ""}
    assert answer(files, "t/x.py", "import m.n") == "out_of_scope code/m/n.py"
    assert answer({**files, name: manifest}, "t/x.py", "import m.n") == "R2 code/m/n.py"


def test_source_roots_are_configured() -> None:
    files = {"code/m.py": ""}
    assert answer(files, "x.py", "import m", source_roots=("code",)) == "R2 code/m.py"


def test_two_roots_with_a_file_each_are_ambiguous() -> None:
    files = {"m.py": "", "src/m.py": ""}
    assert answer(files, "x.py", "import m") == "ambiguous_root m.py src/m.py"


def test_the_nearest_project_has_its_own_modules() -> None:
    files = {f"{one}/{name}": "" for one in "ab" for name in ("pyproject.toml", "app/__init__.py", "app/db.py")}
    assert answer(files, "a/app/x.py", "import app.db") == "R2 a/app/db.py"
    both = "ambiguous_root a/app/db.py b/app/db.py"
    assert answer(files, "x.py", "import app.db") == both


def test_a_package_of_another_project_comes_before_a_folder_of_the_own() -> None:
    files = {"lib/setup.py": "", "lib/lib/__init__.py": "", "lib/lib/a.py": ""}
    assert answer(files, "x.py", "import lib") == "R2 lib/lib/__init__.py"
    assert answer(files, "x.py", "from lib import a") == "R2 lib/lib/a.py"


@cases(
    "name manifest",
    r"""
    pyproject.toml => [project]\ndependencies = ["Some_Thing>=1"]
    pyproject.toml => [project.optional-dependencies]\nx = ["some.thing[extra]"]
    pyproject.toml => [dependency-groups]\ndev = [{include-group = "x"}, "some-thing"]
    pyproject.toml => [build-system]\nrequires = ["some-thing"]
    pyproject.toml => [tool.poetry.group.dev.dependencies]\nsome-thing = "*"
    setup.cfg => [options]\ninstall_requires =\n    some-thing; python_version < '4'
    setup.cfg => [options.extras_require]\nx = some-thing
    tox.ini => [testenv:a]\ndeps =\n    -rx.txt\n    py: some-thing
    setup.py => NEEDS = ["some-thing"]\nsetup(install_requires=NEEDS, name=f())
    requirements-dev.txt => -r other.txt\n# a comment\nsome-thing==1 \\n  --hash=x
    Pipfile => [packages]\nsome-thing = "*"
    uv.lock => [[package]]\nname = "some-thing"
    requirements/extra/dev.txt => git+https://e.x/y#egg=some-thing
    """,
)
def test_what_a_manifest_asks_for_comes_from_elsewhere(name: str, manifest: str) -> None:
    assert answer({}, "x.py", "import some_thing.part") == "out_of_scope"
    assert answer({name: manifest}, "x.py", "import some_thing.part") == "R5 external"
    assert answer({name: manifest}, "x.py", "import some.thing") == "R5 external"
    assert answer({name: manifest}, "x.py", "from some import thing") == "R5 external"
    assert answer({name: manifest}, "x.py", "from some import other") == "out_of_scope"


@cases(
    "distribution module",
    """
    PyYAML => yaml
    Pillow => PIL.Image
    beautifulsoup4 => bs4
    """,
)
def test_a_distribution_may_have_another_name_than_its_module(distribution: str, module: str) -> None:
    assert answer({"requirements.txt": distribution}, "x.py", f"import {module}") == "R5 external"


def test_an_installed_package_comes_before_a_folder_of_its_name() -> None:
    files = {"redis/conf.py": "", "requirements.txt": "redis"}
    assert answer(files, "x.py", "import redis") == "R5 external"
    assert answer(files, "x.py", "import redis.conf") == "R2 redis/conf.py"


def test_a_broken_manifest_is_listed_and_says_nothing() -> None:
    tree = world({"pyproject.toml": "[", "setup.cfg": "x", "setup.py": "print 1", "x.py": "import os"})
    assert shown(tree, "x.py") == ["R5 external"]
    assert sorted(tree.problems) == ["pyproject.toml", "setup.cfg", "setup.py"]
