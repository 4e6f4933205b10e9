"""Which file a Python import means."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.resolve.world import What
from tests.tables import cases
from tests.worlds import answer, answers, meaning, shown, world

PACKAGE = dict.fromkeys(["p/__init__.py", "p/a.py", "p/q/__init__.py", "p/q/b.py", "p/ns/c.py", "top.py"], "")


test_an_import_is_followed_as_the_interpreter_does = meaning(
    PACKAGE,
    """
    p/x.py => from . import a => R1 p/a.py
    p/x.py => from .a import f => R1 p/a.py
    p/x.py => from .q import b => R1 p/q/b.py
    p/x.py => from .q.b import f => R1 p/q/b.py
    p/x.py => from .ns import c => R1 p/ns/c.py
    p/x.py => from . import ns => R1 p/ns/
    p/x.py => from . import other => R1 p/__init__.py
    p/x.py => from . import * => R1 p/__init__.py
    p/x.py => from .gone import f => R3 p/__init__.py
    p/x.py => from .q.gone.more import f => R3 p/q/__init__.py
    p/q/x.py => from .. import a => R1 p/a.py
    p/q/x.py => from ..a import f => R1 p/a.py
    p/q/x.py => from ... import top => R1 top.py
    p/q/x.py => from .... import top => out_of_scope
    p/ns/x.py => from .gone import f => out_of_scope
    x.py => import p => R2 p/__init__.py
    x.py => import p.a => R2 p/a.py
    x.py => import p.q => R2 p/q/__init__.py
    x.py => import p.ns => R2 p/ns/
    x.py => import p.ns.c => R2 p/ns/c.py
    x.py => import p.a.f => R3 p/__init__.py
    x.py => from p import a => R2 p/a.py
    x.py => from p import f => R2 p/__init__.py
    x.py => from p.gone import f => R3 p/__init__.py
    x.py => import top => R2 top.py
    x.py => import os.path => R5 external
    x.py => import urllib2 => R5 external
    x.py => import gone => out_of_scope
    """,
)


def test_a_submodule_is_imported_by_name() -> None:
    """Worked example 6."""
    files = {
        "run.py": 'from pkg import tool\nMIDDLEWARE = ["pkg.left.Trace"]\n',
        "pkg/__init__.py": "",
        "pkg/tool.py": "",
        "pkg/left.py": "",
    }
    assert shown(world(files), "run.py") == ["R2 pkg/tool.py", "R5 pkg/left.py"]


def test_a_package_comes_before_a_module_and_a_module_before_a_folder() -> None:
    files = dict.fromkeys(["a.py", "a/__init__.py", "b.py", "b/c.py", "d.pyi", "d.py", "e.pyi"], "")
    tree = world({**files, "x.py": "import a, b, d, e\nimport b.c\n"})
    assert shown(tree, "x.py") == ["R2 a/__init__.py", "R2 b.py", "R2 d.py", "R2 e.pyi", "out_of_scope b/c.py"]


def test_a_script_finds_what_lies_beside_it() -> None:
    files = {"tools/helper.py": "", "tools/calendar.py": ""}
    assert answer(files, "tools/run.py", "import helper") == "R4 tools/helper.py"
    assert answer(files, "tools/helper.py", "import helper") == "out_of_scope"
    standard = "ambiguous_root tools/calendar.py"
    assert answer(files, "tools/run.py", "import calendar") == standard
    assert answer(files, "tools/run.py", "#!python\nimport calendar") == "R4 tools/calendar.py"


def test_a_package_is_found_from_where_its_topmost_one_lies() -> None:
    files = dict.fromkeys(["deep/app/__init__.py", "deep/app/api/__init__.py", "deep/app/db.py"], "")
    assert answer(files, "deep/app/api/x.py", "import app.db") == "R4 deep/app/db.py"
    assert answer(files, "deep/app/api/x.py", "import db") == "out_of_scope"


@pytest.mark.parametrize("name", ["fast.pyx", "fast.so"])
def test_a_module_that_nothing_judges_is_external(name: str) -> None:
    files = {"p/__init__.py": "", f"p/{name}": ""}
    assert answer(files, "p/x.py", "from .fast import f") == "R1 external"
    assert answer(files, "x.py", "import p.fast") == "R1 external"


@cases(
    "init expected",
    r"""
     => R2 p/n.py
    from .other import * => R2 p/n.py
    n = 1 => R2 p/__init__.py
    def n(): pass => R2 p/__init__.py
    from .all import * => R2 p/__init__.py
    from .m import n => R2 p/m.py via p/__init__.py
    from .m import z as n => R2 p/m.py via p/__init__.py
    from . import n => R2 p/n.py via p/__init__.py
    from .n import n => R2 p/n.py via p/__init__.py
    from .m import n\nfrom .n import n => R2 p/__init__.py
    from .m import n\nn = wrap(n) => R2 p/__init__.py
    from .gone import n => R2 p/__init__.py
    from os import n => R2 p/__init__.py
    def f():\n    from .m import n => R2 p/n.py
    from .facade import n => R2 p/facade.py via p/__init__.py
    """,
)
def test_a_name_of_a_package_is_a_submodule_unless_the_package_has_it(init: str, expected: str) -> None:
    files = {
        "p/__init__.py": init,
        "p/n.py": "",
        "p/m.py": "n = 1",
        "p/other.py": '__all__ = ["o"]\nn = 1',
        "p/all.py": "n = 1",
        "p/facade.py": "from .m import n",
    }
    assert answer(files, "x.py", "from p import n") == expected


def test_a_file_is_not_handed_its_own_name() -> None:
    files = {"p/__init__.py": "from .m import n"}
    assert answer(files, "p/m.py", "from p import n") == "R2 p/__init__.py"


@cases(
    "path call expected",
    """
    x.py => import_module("p.a") => R2 p/a.py
    x.py => import_module("json") => R5 external
    x.py => import_module(name) => dynamic
    x.py => import_module(".a", "p") => R1 p/a.py
    x.py => import_module(f"p.{x}") => R5 p/a.py p/q/__init__.py
    x.py => import_module(f"p.{x}.b") => R5 p/q/b.py
    x.py => import_module(f"gone.{x}") => dynamic
    p/x.py => import_module(".a", __package__) => R1 p/a.py
    p/x.py => import_module(".a", __name__) => dynamic
    p/x.py => import_module(".a", package) => dynamic
    p/x.py => import_module(".a") => dynamic
    p/q/x.py => import_module("..a", __package__) => R1 p/a.py
    p/__init__.py => import_module(f"{__name__}.a") => R1 p/a.py
    p/__init__.py => pkgutil.iter_modules(__path__) => R5 p/a.py p/q/__init__.py
    p/a.py => import_module(f"p.a{x}") => dynamic
    p/q/__init__.py => pkgutil.walk_packages(__path__) => R5 p/q/b.py
    """,
)
def test_a_call_that_imports_means_every_module_it_can(call: str, path: str, expected: str) -> None:
    assert answer({name: "" for name in PACKAGE if name != path}, path, call) == expected


@cases(
    "path text expected",
    """
    x.py => p.a => R5 p/a.py
    x.py => p.a.f.g => R5 p/a.py
    x.py => p.a:run => R5 p/a.py
    x.py => p.q.b => R5 p/q/b.py
    x.py => p.gone => out_of_scope
    x.py => p.ns => out_of_scope
    x.py => top.f => out_of_scope
    p/a.py => p.a => out_of_scope
    x.py => p/a.py => R5 p/a.py
    x.py => a.py => R5 p/a.py
    x.py => gone.py => out_of_scope
    x.py => b.py => out_of_scope
    p/x.py => a.py => R5 p/a.py
    p/x.py => q/b.py => R5 p/q/b.py
    p/x.py => ./q/../a.py => R5 p/a.py
    p/a.py => a.py => out_of_scope
    x.py => __init__.py => out_of_scope
    """,
)
def test_a_text_means_the_longest_module_of_two_segments_or_more(text: str, path: str, expected: str) -> None:
    assert answer({name: "" for name in PACKAGE if name != path}, path, f'x = ["{text}"]') == expected


def test_a_path_means_every_file_beside_that_ends_in_it() -> None:
    files = dict.fromkeys(["t/a/run.py", "t/b/run.py", "t/b/deep/run.py", "run/t.py"], "")
    assert answer(files, "t/test.py", 'x = ["run.py"]') == "R5 t/a/run.py t/b/run.py"


@pytest.mark.parametrize(
    ("lister", "kept"), [("pkgutil.iter_modules(given.__path__)", ["p/a.py", "p/q/b.py"]), ("", [])]
)
def test_a_package_named_whole_may_mean_what_lies_in_it_where_something_lists_packages(
    lister: str, kept: list[str]
) -> None:
    files = {"list.py": lister, "p/__init__.py": "", "p/a.py": "", "p/q/b.py": "", "s.py": 's = ["x.p", "x.p.a"]'}
    tree = world({f"x/{path}": text for path, text in files.items()} | {"s.py": files["s.py"]})
    found = [
        ([target.path for target in one.targets], [target.path for target in one.possible])
        for _, _, one in answers(tree, "s.py")
    ]
    assert found == [(["x/p/__init__.py"], [f"x/{path}" for path in kept]), (["x/p/a.py"], [])]


@cases(
    "path source expected",
    """
    t/x.py => import k => out_of_scope t/apps/k/__init__.py
    t/x.py => from k import v => out_of_scope t/apps/k/__init__.py t/apps/k/v.py
    t/x.py => from k.v import f => out_of_scope t/apps/k/v.py
    t/sub/x.py => import k => out_of_scope t/apps/k/__init__.py
    t/x.py => import v => out_of_scope
    t/x.py => import yaml => out_of_scope
    t/x.py => y = "k.v:f" => out_of_scope t/apps/k/v.py
    t/sub/x.py => y = "k.v:f" => out_of_scope
    t/x.py => y = "v:f" => out_of_scope
    """,
)
def test_what_no_root_leads_to_may_lie_in_a_folder_that_a_run_puts_on_the_path(
    path: str, source: str, expected: str
) -> None:
    files = dict.fromkeys(["t/apps/k/__init__.py", "t/apps/k/v.py", "other/z.py"], "")
    assert answer(files, path, source) == expected


@cases(
    "source expected",
    """
    import_module(n); x = f"p.{n}" => R5 p/a.py p/q/__init__.py
    import_module(n); x = f"p.q.{n}" => R5 p/q/b.py
    import_module(n); x = f"gone.{n}" => dynamic
    import_module(f"{n}_gone") => dynamic
    import_module(f"{n}_app") => R5 my_app.py
    import_module(f"{n}op") => dynamic
    """,
)
def test_a_template_of_a_dotted_name_means_modules_where_the_file_imports_by_call(source: str, expected: str) -> None:
    assert shown(world({**PACKAGE, "my_app.py": "", "x.py": source}), "x.py")[-1].split() == expected.split()


def test_a_template_is_a_text_where_nothing_imports_by_call() -> None:
    assert shown(world({**PACKAGE, "x.py": 'x = f"p.{n}"'}), "x.py") == []


@cases(
    "source expected",
    """
    os.path.join(here, "p", "a.py") => R5 p/a.py
    os.path.join(os.path.dirname(__file__), "p", "q") => R5 p/q/__init__.py
    path.join(here, "p", "gone") => out_of_scope
    """,
)
def test_a_joined_path_means_a_module_or_a_package(source: str, expected: str) -> None:
    assert shown(world({**PACKAGE, "x.py": source}), "x.py")[0] == expected


def test_a_text_is_no_choice_between_two_files() -> None:
    files = dict.fromkeys(["p/a.py", "src/p/a.py"], "")
    assert answer(files, "x.py", 'x = ["p.a.f"]') == "ambiguous_root p/a.py src/p/a.py"


_PATHS = st.sampled_from(
    [f"{folder}{name}" for folder in ("", "a/", "a/b/", "src/", "src/a/") for name in ("__init__.py", "a.py", "b.py")]
    + ["pyproject.toml", "a/setup.py", "a/c.pyx", "a/d.md"]
)
_SOURCES = st.lists(
    st.builds(
        "from {} import {}".format,
        st.sampled_from([".", "..", ".a", "..a", ".b.a", "a", "a.b", "b", "os", "src.a"]),
        st.sampled_from(["a", "b", "n", "*"]),
    )
    | st.sampled_from(["import a.b", "import c", "n = 1", 'import_module(f"a.{x}")', 'x = ["a.b.a"]', "import a.c"]),
    max_size=3,
).map("\n".join)
_TREES = st.dictionaries(_PATHS, _SOURCES, min_size=1, max_size=8).map(
    lambda files: {path: source if path.endswith(".py") else "" for path, source in files.items()}
)


@given(_TREES)
def test_every_site_has_one_answer_and_every_target_is_in_scope(files: dict[str, str]) -> None:
    tree = world(files)
    for path in tree.languages:
        found = answers(tree, path)
        assert len(found) == len(tree.scope[path].sites)
        for _, _, one in found:
            assert (one.reason is not None) == (one.what is What.REFUSED)
            assert bool(one.targets) == (one.what not in (What.REFUSED, What.EXTERNAL))
            places = tree.folders if one.what is What.PACKAGE else tree.scope
            assert all(target.path in places for target in (*one.targets, *one.possible))


@given(_TREES, _TREES)
def test_a_relative_import_of_a_file_means_it_in_every_larger_tree(files: dict[str, str], more: dict[str, str]) -> None:
    """Where every package around it has a file of its own, and no package takes the place of the module."""
    larger = {**more, **files}
    before, after = world(files), world(larger)
    for path in before.languages:
        pairs = zip(answers(before, path), answers(after, path), strict=True)
        for (spec, _, one), (_, _, other) in pairs:
            if spec.startswith(".") and one.what is What.FILE and one.rung == 1 and not one.via_reexport:
                target = one.targets[0].path
                fixed = _is_fixed(target, files, larger)
                assert not fixed or other.targets[0].path == target or other.via_reexport


def _is_fixed(target: str, files: dict[str, str], larger: dict[str, str]) -> bool:
    folders = PurePosixPath(target).parents
    has_files = all(f"{folder}/__init__.py" in files for folder in folders if folder.name)
    is_root_as_it_was = "__init__.py" in files or "__init__.py" not in larger
    is_replaced = target.endswith("__init__.py") or target.replace(".py", "/__init__.py") in larger
    return has_files and is_root_as_it_was and not is_replaced


def test_everything_of_a_package_is_what_it_lists_of_its_modules() -> None:
    files = {"p/__init__.py": "__all__ = ['a', 'b']\nb = 1\n", **dict.fromkeys(["p/a.py", "p/b.py", "p/c.py"], "")}
    tree = world({**files, "x.py": "from p import *\n"})
    ((_, _, found),) = answers(tree, "x.py")
    assert [target.path for target in found.targets] == ["p/__init__.py", "p/a.py"]


@cases(
    "text expected",
    """
    jobs/a.py => R5 tools/jobs/a.py
    tools/jobs/a.py => R5 tools/jobs/a.py
    ./app.py => R5 tools/app.py
    ./run.py => out_of_scope
    jobs/gone.py => out_of_scope
    app:run => R5 tools/app.py
    run:run => out_of_scope
    utf:x => out_of_scope
    page.js => R5 tools/page.js
    run.js => out_of_scope
    """,
)
def test_a_text_may_be_the_path_of_a_file_or_a_module_with_a_name_in_it(text: str, expected: str) -> None:
    files = dict.fromkeys(["tools/jobs/a.py", "tools/app.py", "tools/page.js", "tools/pyproject.toml"], "")
    assert answer(files, "tools/run.py", f"x = [{text!r}]") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    {
        'queue(f"app.tasks.{name}")': "R5 app/tasks.py",
        'queue("app.tasks." + name)': "R5 app/tasks.py",
        'queue(f"app.jobs.{name}")': "R5 app/jobs/mail.py",
        'queue(f"app.gone.{name}")': "dynamic",
    }.items(),
)
def test_a_dotted_text_that_is_begun_may_name_what_a_module_has(source: str, expected: str) -> None:
    files = dict.fromkeys(("app/__init__.py", "app/tasks.py", "app/jobs/__init__.py", "app/jobs/mail.py"), "")
    assert answer(files, "run.py", source) == expected
