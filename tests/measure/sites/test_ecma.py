"""What a TypeScript or JavaScript file says of others."""

from __future__ import annotations

import pytest

from rubout.facts.references import Declared, Kind, Mode, Reexport
from tests.tables import cases
from tests.worlds import marks_of, references_of, saying


def sites(source: str, language: str = "typescript") -> list[tuple[str, str, str, str]]:
    return [(s.kind.name, s.spec, s.mode.value, s.detail) for s in references_of(language, source).sites]


@pytest.mark.parametrize("language", ["typescript", "tsx", "javascript"])
@cases(
    "source kind detail",
    """
    import './a' => IMPORT =>
    import d from './a' => IMPORT => default
    import d, { x as y, z } from './a' => IMPORT => default x z
    import * as n from './a' => IMPORT => *
    export { x as y, default } from './a' => EXPORT_FROM => x default
    export * from './a' => EXPORT_FROM => *
    export * as n from './a' => EXPORT_FROM => *
    """,
)
def test_a_statement_with_a_source_is_one_site(language: str, source: str, kind: str, detail: str) -> None:
    assert sites(source, language) == [(kind, "./a", "static", detail)]


@cases(
    "source mode",
    """
    import type { T } from 'a' => type_only
    import { type T, type U as V } from 'a' => type_only
    import { type T, u } from 'a' => static
    import d, { type T } from 'a' => static
    import {} from 'a' => static
    export type { T } from 'a' => type_only
    export { type T } from 'a' => type_only
    import f = require('a') => static
    import type f = require('a') => type_only
    type A = import('a').T => type_only
    let x: typeof import('a') => type_only
    function k(a: Array<import('a').D>) {} => type_only
    f<typeof import('a')>() => type_only
    const k = x as import('a').T => type_only
    const k = (await import('a')) as T => dynamic
    const k = await import('a') => dynamic
    f(() =>import('a')) => dynamic
    """,
)
def test_what_is_gone_when_types_are_erased_is_type_only(source: str, mode: str) -> None:
    assert [(spec, found) for _, spec, found, _ in sites(source)] == [("a", mode)]


@pytest.mark.parametrize(
    "called",
    [
        "require",
        "require.resolve",
        "jest.mock",
        "jest.doMock",
        "jest.requireActual",
        "vi.mock",
        "vi.doMock",
        "vi.importActual",
    ],
)
@pytest.mark.parametrize("language", ["typescript", "javascript"])
def test_the_loaders_require_their_first_argument(called: str, language: str) -> None:
    assert sites(f"x = {called}(/* why */ './a', () => 1)", language) == [("REQUIRE", "./a", "static", "")]


@cases(
    "source kind spec",
    """
    import(`./icons/${n}.js`) => PATTERN => ./icons/*.js
    import(`./icons/${n}${m}/${o}.js`) => PATTERN => ./icons/*/*.js
    import('./icons/' + n + '.js') => PATTERN => ./icons/*.js
    require('./icons/' + n) => PATTERN => ./icons/*
    import(`./plain.js`) => DYNAMIC => ./plain.js
    import('./a' + '.js') => DYNAMIC => ./a.js
    import(n + '.js') => DYNAMIC =>
    import(`${n}/a.js`) => DYNAMIC =>
    import('a' + n) => DYNAMIC =>
    require(n) => DYNAMIC =>
    require() => DYNAMIC =>
    import.meta.glob('./a/*.ts') => PATTERN => ./a/*.ts
    require.context('./a') => PATTERN => ./a/**
    require.context('./a/', false, /x/) => PATTERN => ./a/*
    require.context(dir) => DYNAMIC =>
    """,
)
def test_a_computed_specifier_is_a_pattern_or_unknown(source: str, kind: str, spec: str) -> None:
    assert [found[:2] for found in sites(source)] == [(kind, spec)]


@cases(
    "source spec",
    """
    read(path.join(__dirname, `${n}.ts`)) => ./*.ts
    read(path.join(__dirname, '..', 'data', n)) => ../data/*
    read(path.resolve(import.meta.dirname, n, 'a.js')) => ./*/a.js
    import.meta.resolve(`./${n}`) => ./*
    """,
)
def test_a_path_with_computed_parts_is_a_pattern_that_may_mean_nothing(source: str, spec: str) -> None:
    assert sites(source) == [("PATTERN", spec, "probe", "")]


def test_every_glob_of_a_list_is_a_pattern_unless_it_takes_away() -> None:
    assert [spec for _, spec, _, _ in sites("import.meta.glob(['./a/*.ts', './b/**', '!./a/x.ts'])")] == [
        "./a/*.ts",
        "./b/**",
    ]


@cases(
    "source spec",
    """
    fork('./job.js') => ./job.js
    new Worker('../w.js') => ../w.js
    fork(path.join(__dirname, 'job.js')) => ./job.js
    fork(path.resolve(__dirname, '..', './job.js')) => ../job.js
    const a = './a' => ./a
    run(`./a.js`) => ./a.js
    build({ entry: ['src/main.ts'] }) => src/main.ts
    read(path.join(import.meta.dirname, 'a', 'b.ts')) => ./a/b.ts
    new Worker(new URL('w.ts', import.meta.url)) => ./w.ts
    new Worker(new URL('./w.ts', import.meta.url), { type: 'module' }) => ./w.ts
    """,
)
def test_a_text_that_is_a_path_is_a_probe(source: str, spec: str) -> None:
    assert sites(source) == [("STRING_REF", spec, "probe", "")]


@pytest.mark.parametrize(
    "source",
    [
        "f('.js')",
        "f('lib/a')",
        "f('/a/')",
        "f('/a')",
        "const a = `./${n}.js`",
        "path.join(__dirname, name)",
        "path.join(__dirname, '..', `${name}`)",
        "import.meta.resolve(name)",
        "import.meta.resolve('pkg')",
        "path.join(root, name)",
        "path.join(root, 'src')",
        "parts.join(', ')",
        "path.join('lib', 'a')",
        "// import './a'",
        "x.require('./a'.length)",
        "const t = \"import './a'\"",
        "export { a }; export default 1; import X = Y.Z",
    ],
)
def test_other_text_opens_no_site(source: str) -> None:
    assert sites(source) == []


def test_a_triple_slash_reference_is_a_type_import_of_a_path() -> None:
    source = '/// <reference path="lib/a.d.ts" />\n/// <reference types="node" />\n// <reference path="b" />\n'
    assert sites(source) == [("IMPORT", "lib/a.d.ts", "type_only", "reference")]


def test_a_pragma_imports_what_jsx_calls() -> None:
    source = (
        "/** @jsxImportSource ../jsx/ */\n/* @jsxImportSource preact */\n// @jsxImportSource no\n/* @jsxImportSource*/"
    )
    assert [(kind, spec) for kind, spec, _, _ in sites(source, "tsx")] == [
        ("IMPORT", "../jsx/jsx-runtime"),
        ("IMPORT", "preact/jsx-runtime"),
    ]


def test_sites_of_one_line_are_counted_and_know_their_unit() -> None:
    source = "import 'a'; import 'b'\nfunction f() {\n  require('c')\n}\nfunction g() { require('d') }\n"
    found = [(s.line, s.nth, s.spec, s.owner) for s in references_of("typescript", source).sites]
    assert found == [(1, 0, "a", ""), (1, 1, "b", ""), (3, 0, "c", "f/0"), (5, 0, "d", "")]


def test_a_file_with_a_syntax_error_still_says_what_can_be_read() -> None:
    assert [spec for _, spec, _, _ in sites("import 'a'\nconst = ;\nimport 'b'\n")] == ["a", "b"]


def test_declared_names_are_those_of_the_top_level() -> None:
    source = (
        "export function f() { const inner = 1 }\nclass C {}\nexport { C as K, v }\n"
        "const { a, b: [c, ...d] } = x, e = 1\n"
        "let v\n@Injectable({}) export abstract class S {}\ninterface I {}\nexport type T = 1\nenum E {}\n"
        "declare module 'vscode' { export const hidden: 1 }\nnamespace N {}\nexport default e\n"
    )
    assert references_of("typescript", source).declared == (
        Declared("f", 1, "function", exported=True),
        Declared("C", 2, "class", exported=True),
        *(Declared(name, 4, "constant") for name in "acd"),
        Declared("e", 4, "constant", exported=True),
        Declared("v", 5, "variable", exported=True),
        Declared("S", 6, "class", exported=True, marks=("Injectable",)),
        Declared("I", 7, "interface"),
        Declared("T", 8, "type", exported=True),
        Declared("E", 9, "enum"),
        Declared("vscode", 10, "module"),
        Declared("N", 11, "namespace"),
    )


@pytest.mark.parametrize("language", ["typescript", "javascript"])
def test_explicit_reexports_are_listed_and_stars_are_not(language: str) -> None:
    source = "export { a as b, c } from './m'\nexport { default } from './d'\nexport * from './s'\nexport { e }\n"
    assert references_of(language, source).reexports == (
        Reexport("b", "./m", "a", 1),
        Reexport("c", "./m", "c", 1),
        Reexport("default", "./d", "default", 2),
    )


test_marks_say_what_sort_of_file_it_is = saying(
    "typescript",
    r"""
    declare const a: 1 =>
    export {}; declare global { const a: 1 } => global module
    import './a' => module
    declare module 'x' { import y from 'y' } =>
    #!/usr/bin/env node\nexport {} => module shebang
    #!/usr/bin/env node\nf() => shebang
    """,
    marks_of,
)


def test_kinds_and_modes_are_the_shared_ones() -> None:
    (site,) = references_of("javascript", "import('./a')").sites
    assert (site.kind, site.mode) == (Kind.DYNAMIC, Mode.DYNAMIC)


@pytest.mark.parametrize(
    ("source", "found"),
    {
        "fork(`${__dirname}/z.js`)": [("STRING_REF", "./z.js")],
        "fork(`${import.meta.dirname}/${n}/z.js`)": [("PATTERN", "./*/z.js")],
        "fork(`${__dirname}/${n}`)": [],
        "fork(`${dir}/z.js`)": [("PATTERN", "./{,*/}z.js")],
        "fork(`${dir}/${n}.js`)": [],
        "fork(`${dir}z.js`)": [],
        "log(`${a}/b`)": [],
        "fork(__dirname + '/y.js')": [("STRING_REF", "./y.js")],
        "fork(dir + '/y.js')": [],
        "new Worker(join(import.meta.dirname, 'k.js'))": [("STRING_REF", "./k.js")],
        "join(dir, 'k.js')": [("PATTERN", "./{,*/}k.js"), ("STRING_REF", "k.js")],
        "resolve(dir, '../k')": [("PATTERN", "./{,*/}k.{ts,tsx,mts,js,jsx,mjs}"), ("STRING_REF", "../k")],
        "load('/src/k')": [("STRING_REF", "/src/k")],
        "load('/k.js')": [("STRING_REF", "/k.js")],
        "// @vitest-environment ./env.ts": [("STRING_REF", "./env.ts")],
        "/** @jest-environment jsdom */": [],
        "/** @type {import('./t').T} */ let x": [("STRING_REF", "./t")],
        "/** @import {Q, R} from '../q.js' */": [("STRING_REF", "../q.js")],
        "/** @import {Q} from 'q' */ // import('./r')": [],
    }.items(),
)
def test_paths_from_the_own_folder_and_in_documented_types_are_probes(
    source: str, found: list[tuple[str, str]]
) -> None:
    assert sites(source, "javascript") == [(kind, spec, "probe", "") for kind, spec in found]
