"""Frameworks that find files by themselves."""

from __future__ import annotations

import pytest

from rubout.measure.entries.conventions import expanded, found
from rubout.measure.entries.frameworks import Row, rows
from rubout.measure.entries.globs import matcher
from tests.tables import cases
from tests.worlds import world

LOADED = Row("loaded", ("pluggy",), globs=("plugins/*.py",))


def selected(files: dict[str, str], *own: Row) -> set[str]:
    return {path for path, _ in found(world(files), own)}


@cases(
    "manifest text",
    r"""
    package.json => {"devDependencies": {"pluggy": "1"}}
    pyproject.toml => dependencies = ["Pluggy>=1"]
    requirements-dev.txt => pluggy==1\n
    Gemfile => gem 'pluggy'\n
    pom.xml => <groupId>org.pluggy.core</groupId>
    build.gradle.kts => implementation("a:pluggy:1")
    """,
)
def test_a_row_is_switched_on_by_a_declared_dependency(manifest: str, text: str) -> None:
    assert selected({manifest: text, "plugins/a.py": "", "b.py": ""}, LOADED) == {"plugins/a.py"}


@cases(
    "manifest text",
    r"""
    package.json => {"keywords": ["pluggy"]}
    requirements.txt => unpluggy\nmy-pluggy\n
    notes.txt => pluggy
    """,
)
def test_a_word_that_declares_nothing_switches_nothing_on(manifest: str, text: str) -> None:
    assert selected({manifest: text, "plugins/a.py": ""}, LOADED) == set()


@pytest.mark.parametrize("manifest", ["requirements/base.txt", "requirements/dev.in"])
def test_a_list_in_a_folder_of_lists_is_about_the_folder_around_it(manifest: str) -> None:
    files = {f"web/{manifest}": "pluggy", "web/plugins/a.py": "", "web/requirements/plugins/b.py": ""}
    assert selected(files, LOADED) == {"web/plugins/a.py"}


def test_globs_are_relative_to_the_manifest() -> None:
    files = {"web/requirements.txt": "pluggy", "web/plugins/a.py": "", "plugins/b.py": ""}
    assert selected(files, LOADED) == {"web/plugins/a.py"}


def test_a_row_without_a_dependency_holds_at_the_root() -> None:
    row = Row("always", globs=("plugins/*.py",))
    assert selected({"plugins/a.py": "", "x/plugins/b.py": ""}, row) == {"plugins/a.py"}


def test_a_file_beside_switches_a_row_on() -> None:
    row = Row("beside", beside=("site.toml",), globs=("**/*.md",))
    assert selected({"s/site.toml": "", "s/x/a.md": "", "b.md": ""}, row) == {"s/x/a.md"}
    assert selected({"b.md": ""}, row) == set()


def test_a_row_of_programs_leaves_out_what_exports_something() -> None:
    row = Row("by hand", globs=("bench/*.ts",), programs=True)
    files = {"bench/a.ts": "run();\n", "bench/b.ts": "export const b = 1;\n", "bench/c.ts": 'export * from "./a";\n'}
    assert selected(files, row) == {"bench/a.ts"}


@pytest.mark.parametrize(
    "path",
    ["examples/a.lua", "x/scripts/a.rb", "bench/a.php", "karma/config.js", "docs/mkdocstrings_handlers/c/__init__.py"],
)
def test_what_is_run_or_loaded_by_its_folder_needs_no_dependency(path: str) -> None:
    assert selected({path: "", f"other/{path.rpartition('/')[2]}": ""}) == {path}


@pytest.mark.parametrize(
    ("glob", "globs"),
    [
        ("a", ["a"]),
        ("{a,b}", ["a", "b"]),
        ("{src/,}x.{ts,js}", ["src/x.ts", "src/x.js", "x.ts", "x.js"]),
    ],
)
def test_braces_stand_for_either(glob: str, globs: list[str]) -> None:
    assert expanded(glob) == globs


def test_every_row_of_ours_can_be_read_and_selects_something() -> None:
    assert len(rows()) > 50
    for row in rows():
        assert row.reason
        assert row.globs or row.marks
        matcher([f"/{glob}" for text in row.globs for glob in expanded(text)])
        assert not any("{" in glob for text in row.globs for glob in expanded(text))


@pytest.mark.parametrize(
    ("path", "others"),
    {
        "web/pages/in/a.md": {"web/.vitepress/config.mts": ""},
        "play/stores/in/a.ts": {"play/nuxt.config.ts": ""},
        "site/app/global-not-found.tsx": {"site/package.json": '{"dependencies": {"next": "15"}}'},
        "shop/signals.py": {"shop/manage.py": ""},
        "hooks/post_gen_project.py": {},
        "pkg/__pyinstaller/hook-pkg.py": {},
        ".hygen/new/index.js": {},
        "netlify/functions/a.js": {},
        "docs/examples/a.py": {},
        "src/demo/a.ts": {},
    }.items(),
)
def test_what_lies_where_a_tool_looks_for_it_is_found(path: str, others: dict[str, str]) -> None:
    code = "def f(): ...\n" if path.endswith(".py") else "export const a = 1\n"
    assert path in selected({path: code, **others})
