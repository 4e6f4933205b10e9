"""Which TypeScript and JavaScript files are entries."""

from __future__ import annotations

import json

import pytest

from rubout.measure.entries.bits import EXPORTED, MAIN, TEST
from rubout.measure.entries.ecma import flags
from tests.worlds import world

CODE = "export const a = 1\n"


@pytest.mark.parametrize(
    ("path", "bits"),
    {
        "a.test.ts": TEST,
        "src/a.spec.tsx": TEST,
        "a.cy.js": TEST,
        "a.e2e.mjs": TEST,
        "a.bench.ts": TEST,
        "a.stories.jsx": TEST,
        "a.test-d.ts": TEST,
        "src/__tests__/a.ts": TEST,
        "src/tests/a.ts": 0,
        "test.ts": TEST,
        "a/test-b.mjs": TEST,
        "a_test.js": TEST,
        "contest.ts": 0,
        "latest.ts": 0,
        "vite.config.ts": MAIN,
        "pkg/jest.config.cjs": MAIN,
        "src/app.config.x.ts": 0,
        ".eslintrc.js": MAIN,
        ".mocharc.cjs": MAIN,
        "pkg/.size-limit.cjs": MAIN,
        ".storybook/a.js": 0,
        "src/index.ts": 0,
    }.items(),
)
def test_names_say_what_a_runner_takes(path: str, bits: int) -> None:
    assert flags(world({path: CODE})).get(path, 0) == bits


@pytest.mark.parametrize(
    ("source", "bits"),
    {
        "declare const A: string\n": MAIN,
        "declare module '*.svg' { const a: string; export default a }\n": MAIN,
        "import './x'\ndeclare global { interface Window { a: 1 } }\n": MAIN,
        "import './x'\ndeclare module 'x' { interface A {} }\n": MAIN,
        "import './x'\ninterface A {}\n": MAIN,
        "export interface A {}\n": 0,
        "export * from './x'\n": 0,
    }.items(),
)
def test_declarations_that_hold_without_an_import_are_entries(source: str, bits: int) -> None:
    assert flags(world({"globals.d.ts": source})).get("globals.d.ts", 0) == bits


def test_a_module_that_adds_to_the_types_of_another_is_an_entry() -> None:
    source = "import { A } from 'x'\ndeclare module 'x' { interface B extends A {} }\n"
    assert flags(world({"custom.ts": source})) == {"custom.ts": MAIN}


def test_a_script_with_a_shebang_is_started() -> None:
    assert flags(world({"run.js": "#!/usr/bin/env node\nf()\n"})) == {"run.js": MAIN}


PATHS = ("src/index.ts", "src/main.ts", "src/extra.ts", "src/in/deep.ts", "index.js", "cli.js")
FILES = dict.fromkeys(PATHS, CODE)


@pytest.mark.parametrize(
    ("manifest", "mains"),
    [
        ({}, ["index.js", "src/index.ts", "src/main.ts"]),
        ({"main": "./src/extra"}, ["src/extra.ts"]),
        ({"main": "index.js", "bin": {"a": "./cli.js"}}, ["cli.js", "index.js"]),
        ({"bin": "cli.js"}, ["cli.js"]),
        ({"exports": {"./extra": "./src/extra.ts"}}, ["src/extra.ts"]),
        ({"exports": {".": {"types": "./src/extra.ts", "default": "./index.js"}}}, ["index.js", "src/extra.ts"]),
        ({"main": "dist/index.js"}, ["src/index.ts"]),
        ({"main": "dist/index.umd.js"}, ["index.js", "src/index.ts", "src/main.ts"]),
        ({"main": "dist/index.umd.js", "bin": "cli.js"}, ["cli.js", "index.js", "src/index.ts", "src/main.ts"]),
    ],
)
def test_a_package_is_started_by_what_it_declares(manifest: object, mains: list[str]) -> None:
    found = flags(world({**FILES, "package.json": json.dumps(manifest)}))
    assert sorted(path for path, bits in found.items() if bits & MAIN) == mains


def test_a_declared_target_is_traced_back_through_the_compiler() -> None:
    files = {
        **FILES,
        "package.json": '{"main": "./dist/extra.js", "types": "./dist/extra.d.ts"}',
        "tsconfig.json": '{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}',
    }
    assert flags(world(files)) == {"src/extra.ts": MAIN}


def test_what_a_pattern_of_exports_offers_is_public_and_no_entry() -> None:
    files = {**FILES, "package.json": '{"main": "index.js", "exports": {"./*": "./src/*.ts", "./x/*": null}}'}
    offered = ["src/extra.ts", "src/in/deep.ts", "src/index.ts", "src/main.ts"]
    assert flags(world(files)) == {"index.js": MAIN, **dict.fromkeys(offered, EXPORTED)}


def test_a_pattern_for_what_is_built_offers_its_sources_alone() -> None:
    files = {**FILES, "package.json": '{"main": "index.js", "exports": {"./*": "./dist/in/*.js", "./a/*": "./in/*"}}'}
    assert flags(world(files)) == {"index.js": MAIN, "src/in/deep.ts": EXPORTED}


def test_packages_that_an_installer_put_there_start_nothing() -> None:
    assert flags(world({"node_modules/a/package.json": "{}", "node_modules/a/index.js": CODE})) == {}


def test_a_broken_manifest_is_absent_and_named() -> None:
    tree = world({**FILES, "package.json": "{"})
    assert flags(tree) == {}
    assert list(tree.problems) == ["package.json"]
