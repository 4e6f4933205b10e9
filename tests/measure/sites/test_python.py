"""What a Python file says of others."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.references import Kind, Mode, Reexport, References
from tests.tables import cases
from tests.worlds import marks_of, references_of, said_sites, saying


def read(source: str) -> References:
    return references_of("python", source)


test_every_imported_name_is_a_site = saying(
    "python",
    r"""
    import a.b, c as d => import a.b; import c
    import a . b => import a.b
    from p import m as n, o => import_from p m; import_from p o
    from ..p.q import * => import_from ..p.q *
    from . import x => import_from . x
    from __future__ import annotations =>
    '''import a'''\n# import b =>
    """,
)


def test_a_name_stands_on_its_own_line() -> None:
    found = read("from p import (\n    a,\n    b, c,\n)\n").sites
    assert [(site.line, site.nth, site.name) for site in found] == [(2, 0, "a"), (3, 0, "b"), (3, 1, "c")]


def test_an_import_belongs_to_the_unit_around_it() -> None:
    found = read("import a\ndef f(x):\n    import b\n").sites
    assert [site.owner for site in found] == ["", "f/1"]


@pytest.mark.parametrize("condition", ["TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING"])
def test_what_only_a_type_checker_imports_is_marked_and_its_else_is_not(condition: str) -> None:
    found = read(f"if {condition}:\n    import a\nelse:\n    import b\nimport c\n").sites
    assert [site.mode for site in found] == [Mode.TYPE_ONLY, Mode.STATIC, Mode.STATIC]


@cases(
    "call expected",
    """
    import_module("a.b") => dynamic a.b
    importlib.import_module("a" ".b") => dynamic a.b
    __import__(name="a.b", level=0) => dynamic a.b
    import_module(".b", package="a") => dynamic .b from a
    import_module(".b", __package__) => dynamic .b from __package__
    import_module(f"{__name__}.b") => dynamic .b from __name__
    import_module(__package__ + ".b") => dynamic .b from __package__
    import_module(f"a.{x}.c") => pattern a.*.c
    import_module("a." + x) => pattern a.*
    import_module("a.%s" % x) => pattern a.*
    import_module("a.{}_b".format(x)) => pattern a.*_b
    import_module(x) => dynamic
    import_module(f"{x}.a") => dynamic
    import_module(x or "a.b") => dynamic
    pkgutil.iter_modules(__path__) => pattern .* from __package__
    walk_packages([here]) => pattern .** from __package__
    pkgutil.iter_modules(other.__path__) => dynamic from __path__
    pkgutil.iter_modules() => dynamic from __path__
    """,
)
def test_a_call_that_imports_is_one_site(call: str, expected: str) -> None:
    found = read(call)
    (site,) = found.sites
    base = f" from {site.detail}" if site.detail else ""
    assert (f"{said_sites(found)}{base}", site.mode) == (expected, Mode.DYNAMIC)


@cases(
    "literal spec",
    '''
    "a.b" => a.b
    'a.b.C' => a.b.C
    """a.b""" => a.b
    r"a.b:run" => a.b
    f"a.b" => a.b
    "é.b" =>
    "a.bé" => a.bé
    "a.é" =>
    "a" =>
    "a:b" => a
    "a:b c" =>
    "a:1" =>
    "tools/job.py" => tools/job.py
    "./job.py" => ./job.py
    "a b/job.py" =>
    "a.b " =>
    "a..b" =>
    "1.5" =>
    "in/a-b.py" => in/a-b.py
    "../a.py" => ../a.py
    "in/a.txt" =>
    b"a.b" =>
    f"a.{b}" =>
    "a.b" "c" =>
    ''',
)
def test_a_text_that_is_a_dotted_name_is_a_probe(literal: str, spec: str) -> None:
    expected = [] if not spec else [(Kind.STRING_REF, spec, Mode.PROBE)]
    assert [(site.kind, site.spec, site.mode) for site in read(f"x = [{literal}]").sites] == expected


def test_a_docstring_is_no_probe() -> None:
    assert read('"""a.b"""\ndef f():\n    "a.b"\n').sites == ()


def test_names_of_the_top_level_are_bound_whatever_holds_them() -> None:
    source = """
import a.b, c as d
from e import f as g
h: int = 1
i, (j, *k) = l = m
n.attribute = 1
for o in q: r = 1
with s as (t, u): pass
try:
    class V: w = 1
except E as x:
    def y(): z = 1
if (aa := 1):
    pass
elif 1:
    ab = 1
match v:
    case 1: ac = 1
type ad[T] = int
@deco.rator(1)
async def ae(): pass
"""
    names = ["a", "d", "g", "h", "i", "j", "k", "l", "o", "r", "t", "u", "V", "x", "y", "aa", "ab", "ac", "ad", "ae"]
    assert read(source).bindings == tuple(sorted(names))


def test_what_is_declared_has_its_kind_its_line_and_its_decorators() -> None:
    found = read("x = 1\n@a.route('/')\n@b\nclass _K: pass\ndef f(): pass\n").declared
    assert [(one.name, one.line, one.kind, one.exported, one.marks) for one in found] == [
        ("x", 1, "constant", True, ()),
        ("_K", 4, "class", False, ("a.route", "b")),
        ("f", 5, "function", True, ()),
    ]


def test_a_name_that_is_handed_on_says_where_it_is_from() -> None:
    found = read("from .m import a as b, c\nfrom n import *\nimport d\ndef f():\n    from o import e\n").reexports
    assert found == (Reexport("b", ".m", "a", 1), Reexport("c", ".m", "c", 1))


@pytest.mark.parametrize(
    ("source", "public"),
    {
        "x = 1": None,
        '__all__ = ["a", "b"]': "a b",
        '__all__ = ("a",)\n__all__ += ["b"]': "a b",
        "__all__ = []": "",
        '__all__ = ["a"] + other': None,
        '__all__ = ["a"]\n__all__.extend(other)': None,
        '__all__ = ["a", name]': None,
        'def f():\n    __all__ = ["a"]': None,
    }.items(),
)
def test_a_public_surface_is_literal_or_unknown(source: str, public: str | None) -> None:
    found = read(source).public
    assert (None if found is None else " ".join(found)) == public


test_what_starts_a_file_is_marked = saying(
    "python",
    r"""
    if __name__ == "__main__":\n    run() => main
    if '__main__' == __name__: run() => main
    if (__name__ == "__main__"): run() => main
    if __name__ != "__main__": run() =>
    def f():\n    if __name__ == "__main__": run() =>
    #!/usr/bin/env python3\n => shebang
    # !/usr/bin/env python3\n =>
    pytest_plugins = ["a.b", "c"] => plugin:a.b plugin:c
    pytest_plugins = "c" => plugin:c
    pytest_plugins = names =>
    x = 1\nrun() => acts
    x = run() =>
    if x: run() =>
    'text' =>
    warnings.warn("old", stacklevel=2) => acts warns
    """,
    marks_of,
)


def test_broken_source_still_has_its_sites() -> None:
    assert said_sites(read("def (:\nimport b\n")) == "import b"


_NAMES = st.sampled_from(["a", "b", "c"])
_STATEMENTS = st.one_of(
    st.builds("import {}.{}".format, _NAMES, _NAMES),
    st.builds("import {} as {}".format, _NAMES, _NAMES),
    st.builds("from {} import {}".format, st.sampled_from([".", "..", ".a", "a.b", "a"]), _NAMES),
    st.builds("{} = 1".format, _NAMES),
    st.builds("def {}():\n        import {}".format, _NAMES, _NAMES),
)


def _imports(source: str) -> list[tuple[str, str]]:
    """The other definition: what the interpreter's own parser reads."""
    found: list[tuple[int, int, str, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.extend((alias.lineno, alias.col_offset, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            spec = "." * node.level + (node.module or "")
            found.extend((alias.lineno, alias.col_offset, spec, alias.name) for alias in node.names)
    return [(spec, name) for _, _, spec, name in sorted(found)]


@given(st.lists(_STATEMENTS, max_size=6))
def test_agrees_with_the_parser_of_the_interpreter(statements: list[str]) -> None:
    source = "if 1:\n    pass\n" + "".join(f"    {statement}\n" for statement in statements)
    assert [(site.spec, site.name) for site in read(source).sites] == _imports(source)
