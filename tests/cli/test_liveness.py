"""`rubout liveness`: the worked examples of the method, through the command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from rubout.facts.audits import AUDITS

if TYPE_CHECKING:
    from tests.conftest import Files, Rubout, Tree

CARGO = '[package]\nname = "k"\nversion = "0.1.0"\n'


@pytest.fixture
def report(rubout: Rubout, tree: Tree) -> Any:
    """Judge a tree of these files; the report, with what the command ended with as `exit`."""
    made = 0

    def judge(files: Files, *options: str) -> dict[str, Any]:
        nonlocal made
        made += 1
        ran = rubout("deadcode", tree(files, name=f"tree{made}"), "--format", "json", *options)
        assert ran.out, ran.err
        return {**json.loads(ran.out), "exit": ran.code}

    return judge


def dead(report: dict[str, Any]) -> dict[str, int]:
    return {row["path"]: row["code"] for row in report["rows"]}


EXAMPLE_1 = {
    "rubout.toml": '[graph]\nentry_globs = ["main.ts"]\n',
    "README.md": "[g](docs/guide.md)\n",
    "main.ts": 'import "./lib/a"\n',
    "lib/a.ts": "",
    "lib/b.ts": 'import "./a"\n',
    "docs/guide.md": "",
    "docs/old.md": "",
}


def test_example_1_what_no_entry_leads_to_is_dead(report: Any) -> None:
    found = report(EXAMPLE_1)
    assert dead(found) == {"docs/old.md": 1, "lib/b.ts": 1}
    assert found["counts"]["kept"] == 3
    more = {**EXAMPLE_1, "rubout.toml": '[graph]\nentry_globs = ["main.ts", "lib/"]\n'}
    assert dead(report(more)) == {"docs/old.md": 1}


def test_example_4_an_image_is_no_reference(report: Any) -> None:
    image = report({"README.md": "![d](docs/d.md)\n", "docs/d.md": ""})
    assert (dead(image), image["counts"]["kept"]) == ({"docs/d.md": 1}, 0)
    assert dead(report({"README.md": "[d](docs/d.md)\n", "docs/d.md": ""})) == {}


def test_example_5_a_type_only_import_is_evidence_and_no_cycle(report: Any) -> None:
    cycle = report({"x.py": "import y\n", "y.py": "import x\n"})
    assert dead(cycle) == {"x.py": 3, "y.py": 3}
    assert [one["paths"] for one in cycle["cycles"]] == [["x.py", "y.py"]]
    assert cycle["cycles"][0]["cut"] == [{"path": "x.py", "start_line": 1, "to": "y.py"}]
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\n"
    found = report({"x.py": "import y\n", "y.py": typed})
    assert (dead(found), found["cycles"]) == ({"x.py": 3, "y.py": 3}, [])


EXAMPLE_6 = {
    "run.py": 'from pkg import tool\nif __name__ == "__main__":\n    tool\n',
    "pkg/__init__.py": "",
    "pkg/tool.py": "",
    "pkg/left.py": "class Trace: ...\n",
}


def test_example_6_a_dotted_string_keeps_a_module_alive(report: Any) -> None:
    assert dead(report(EXAMPLE_6)) == {"pkg/left.py": 1}
    revived = {**EXAMPLE_6, "run.py": EXAMPLE_6["run.py"] + 'MIDDLEWARE = ["pkg.left.Trace"]\n'}
    assert dead(report(revived)) == {}


def test_example_7_the_files_of_a_go_package_live_together_and_folders_below_do_not(report: Any) -> None:
    found = report(
        {
            "go.mod": "module ex.io/m\n",
            "main.go": 'package main\nimport "ex.io/m/internal/store"\nfunc main() { store.S() }\n',
            "util.go": "package main\n",
            "internal/store/s.go": "package store\nfunc S() {}\n",
            "internal/store/deep/d.go": "package deep\n",
        }
    )
    assert dead(found) == {"internal/store/deep/d.go": 1}
    assert [(row["path"], row["kind"], row["code"]) for row in found["reported"]] == [
        ("internal/store/deep", "package", 1)
    ]


def test_example_8_candidates_of_an_ambiguous_reference_are_kept_alive(report: Any) -> None:
    imports = "".join(f'import "{spec}"\n' for spec in ("./u", "./w", "./u.js", "p", "node:fs", "./no", "nope"))
    found = report(
        {
            "rubout.toml": '[graph]\nentry_globs = ["src/app.ts"]\n',
            "package.json": '{"workspaces": ["lib/*"], "private": true}',
            "src/app.ts": imports,
            "src/u.ts": "",
            "src/w.ts": "",
            "src/w/index.ts": "export const i = 1\n",
            "lib/p/package.json": '{"name": "p", "exports": {".": {"a": "./one.ts", "b": "./two.ts"}}}',
            "lib/p/one.ts": "",
            "lib/p/two.ts": "",
        },
        "--unresolved",
    )
    assert dead(found) == {"src/w/index.ts": 1}
    assert [(row["spec"], row["reason"]) for row in found["unresolved"]["rows"]] == [
        ("p", "ambiguous_exports"),
        ("./no", "out_of_scope"),
        ("nope", "out_of_scope"),
    ]


def test_example_9_a_module_is_what_somebody_declares(report: Any) -> None:
    files = {"Cargo.toml": CARGO, "src/lib.rs": "mod a;\n", "src/a.rs": "", "src/b.rs": ""}
    assert dead(report(files)) == {"src/b.rs": 1}
    assert dead(report({**files, "src/lib.rs": 'mod a;\n#[path = "b.rs"]\nmod c;\n'})) == {}


def test_example_10_a_link_to_a_section_keeps_its_document_alive(report: Any) -> None:
    guide = "# Set up\n\n# Dup\n\n# Dup\n\n# Dup 1\n"
    assert dead(report({"README.md": "[g](guide.md#set-up)\n", "guide.md": guide})) == {}
    assert dead(report({"README.md": "[g](guide.md#none)\n", "guide.md": guide})) == {}
    assert dead(report({"README.md": "[g](/guide.md)\n", "guide.md": guide})) == {"guide.md": 1}


def test_example_11_a_permit_with_a_reason_makes_an_entry(report: Any) -> None:
    plug = "# rubout:allow(liveness) -- loaded by the host\nimport helper\n"
    assert dead(report({"plug.py": plug, "helper.py": ""})) == {}
    bare = report({"plug.py": "# rubout:allow(liveness)\nimport helper\n", "helper.py": ""})
    assert dead(bare) == {"helper.py": 3, "plug.py": 1}
    assert bare["counts"]["allow_without_reason"] == 1


def test_a_permit_in_a_document_stands_in_a_comment(report: Any) -> None:
    allowed = "<!-- rubout:allow(liveness) -- sent by hand -->\n"
    assert dead(report({"a.md": allowed})) == {}
    assert dead(report({"a.md": f"```\n{allowed}```\n"})) == {"a.md": 1}


EXAMPLE_12 = {
    "__main__.py": "import core\n",
    "tests/test_c.py": "import core\nimport aid\n",
    "core.py": "",
    "aid.py": "",
    "lib.py": "",
    "README.md": "[l](lib.py)\n",
}


def test_example_12_what_lives_by_tests_or_documents_alone_is_told(report: Any) -> None:
    found = report(EXAMPLE_12)
    assert (dead(found), found["test_only"], found["doc_only"]) == ({}, ["aid.py"], ["lib.py"])
    assert dead(report(EXAMPLE_12, "--production")) == {"aid.py": 3}


def test_no_file_in_scope_is_an_error_that_names_what_was_looked_for(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("deadcode", tree({"style.css": "a {}\n"}))
    assert ran.code == 2
    assert "nothing to judge" in ran.err


def test_a_path_narrows_the_rows_and_nothing_else(rubout: Rubout, tree: Tree) -> None:
    root = tree(EXAMPLE_1)
    narrowed = json.loads(rubout("deadcode", root / "lib", "--format", "json").out)
    assert [row["path"] for row in narrowed["rows"]] == ["lib/b.ts"]
    assert narrowed["counts"]["dead"] == 2


def test_without_an_audit_a_dead_file_is_advice(report: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(AUDITS, "typescript")
    assert report(EXAMPLE_1, "--check")["exit"] == 0


def test_a_dead_file_of_an_audited_language_fails_a_check(report: Any) -> None:
    found = report(EXAMPLE_1, "--check")
    assert (found["exit"], found["fail"]) == (1, True)
    assert {row["path"]: row["gated"] for row in found["rows"]} == {"docs/old.md": False, "lib/b.ts": True}
    assert report(EXAMPLE_1)["exit"] == 0


def test_the_configuration_narrows_what_may_fail(report: Any) -> None:
    narrowed = {**EXAMPLE_1, "rubout.toml": '[graph]\nentry_globs = ["main.ts"]\ngated_langs = ["python"]\n'}
    assert report(narrowed, "--check")["exit"] == 0


def test_a_glob_that_selects_nothing_and_a_broken_manifest_are_told(report: Any) -> None:
    found = report({"rubout.toml": '[graph]\nentry_globs = ["gone/"]\n', "a.ts": "", "package.json": "{"})
    assert found["counts"]["unused_entry_globs"] == 1
    assert {(note["kind"], note["path"]) for note in found["notes"]} == {
        ("entry-glob", None),
        ("manifest", "package.json"),
    }


def test_a_language_that_is_mostly_dead_gets_a_hint(report: Any) -> None:
    found = report({"main.ts": "", **{f"lib/deep/f{number}.ts": "" for number in range(12)}})
    assert [(hint["lang"], hint["files"], hint["folders"]) for hint in found["hints"]] == [
        ("typescript", 13, ["lib/deep/", "./"])
    ]


def test_text_says_each_dead_file_and_the_sums(rubout: Rubout, tree: Tree) -> None:
    ran = rubout("liveness", tree(EXAMPLE_1))
    assert ran.code == 0
    assert ran.out == (
        "Dead files: 2 of 6.\n\n"
        "warn docs/old.md: nothing starts this markdown file: no kept reference and no entry flag  "
        "liveness:e69de29bb2d1\n"
        "FAIL lib/b.ts: nothing starts this typescript file: no kept reference and no entry flag  "
        "liveness:18d614d27b66\n\n"
        "6 files, 2 of them started from outside, 2 dead (1 may fail a check), 3 live references, 0 unresolved, "
        "0 cycles\n"
    )


def test_the_answer_is_given_again_until_a_manifest_changes(rubout: Rubout, tree: Tree) -> None:
    root = tree({"main.py": "", "tools/fix.py": "", "Makefile": "all:\n\tpython tools/fix.py\n"})
    first = rubout("deadcode", root, "--format", "json")
    assert rubout("deadcode", root, "--format", "json") == first
    (root / "Makefile").write_text("all:\n\tpython tools/none.py\n")
    assert dead(json.loads(rubout("deadcode", root, "--format", "json").out)) == {"main.py": 1, "tools/fix.py": 1}
    assert [row["path"] for row in json.loads(first.out)["rows"]] == ["main.py"]


def test_a_reference_that_is_written_later_revives(rubout: Rubout, tree: Tree) -> None:
    root = tree(EXAMPLE_1)
    rubout("deadcode", root)
    (root / "main.ts").write_text('import "./lib/b"\n')
    assert [row["path"] for row in json.loads(rubout("deadcode", root, "--format", "json").out)["rows"]] == [
        "docs/old.md"
    ]


def test_a_file_that_nobody_reads_is_a_fact_by_its_name_alone(rubout: Rubout, tree: Tree) -> None:
    root = tree({"README.md": "[a](a.md) ![p](p.png)\n", "a.md": "", "p.png": b"\x89"})
    first = rubout("deadcode", root)
    (root / "p.png").write_bytes(b"\x89\x90")
    assert rubout("deadcode", root) == first
    (root / "p.png").unlink()
    assert "1 unresolved" in rubout("deadcode", root).out


def test_a_file_that_says_nothing_makes_none_dead(report: Any) -> None:
    files = {"helper.py": "x = 1\n", "other.py": "y = 1\n", "broken.ipynb": '{"cells": [ import helper'}
    assert [row["path"] for row in report(files)["rows"]] == ["other.py"]


def test_a_page_of_a_site_loads_what_its_script_imports(rubout: Rubout, tree: Tree) -> None:
    page = "<script setup>\nimport { team } from './team'\n</script>\n# Team\n"
    files = {"docs/index.md": page, "docs/team.js": "export const team = []\n"}
    built = {"docs/.vitepress/config.js": "", "docs/package.json": '{"devDependencies": {"vitepress": "1"}}'}
    plain = tree(files, git=True, name="plain")
    site = tree(files | built, git=True, name="site")
    dead = [json.loads(rubout("deadcode", root, "--format", "json").out)["rows"] for root in (plain, site)]
    assert [[row["path"] for row in rows] for rows in dead] == [["docs/team.js"], []]
