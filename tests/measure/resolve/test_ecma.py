"""Which file a TypeScript or JavaScript reference means."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from rubout.facts.references import Kind, Site
from rubout.measure.entries.ecma import flags
from rubout.measure.resolve.ecma import Ladder
from rubout.measure.resolve.ecma_config import Configs
from rubout.measure.resolve.world import What, World
from rubout.measure.sites.hosts import host_sites
from tests.tables import cases
from tests.worlds import answers, world

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rubout.measure.resolve.world import Answer

CODE = "export const a = 1\n"


def said(answer: Answer) -> str:
    """An answer in a word: the path and the rung, or why there is none."""
    if answer.what is What.FILE:
        return f"{answer.targets[0].path} {answer.rung}"
    return f"external {answer.rung}" if answer.what is What.EXTERNAL else str(answer.reason)


def asked(files: Mapping[str, str], source: str, path: str = "src/app.ts") -> list[Answer]:
    return [answer for _, _, answer in answers(world({**files, path: source}), path)]


def meant(files: Mapping[str, str], spec: str, path: str = "src/app.ts") -> str:
    """The answer to one import from `path`."""
    (answer,) = asked(files, f"import '{spec}'\n", path)
    return said(answer)


def tree(*paths: str, **manifests: object) -> dict[str, str]:
    """Files of code, and manifests by path with `__` for `/`, `tsconfig` and `package` being short."""
    found = dict.fromkeys(paths, CODE)
    for key, value in manifests.items():
        folder, _, name = key.rpartition("__")
        found["/".join([*filter(None, folder.split("__")), f"{name}.json"])] = json.dumps(value)
    return found


EXAMPLE = {
    **tree("src/u.ts", "src/w.ts", "src/w/index.ts", "lib/p/one.ts", "lib/p/two.ts"),
    "lib/p/package.json": '{"name": "p", "exports": {".": {"a": "./one.ts", "b": "./two.ts"}}}',
}


@cases(
    "spec answer",
    """
    ./u => src/u.ts 1
    ./w => src/w.ts 1
    ./u.js => src/u.ts 2
    p => ambiguous_exports
    node:fs => external 5
    ./no => out_of_scope
    nope => out_of_scope
    """,
)
def test_example_8(spec: str, answer: str) -> None:
    assert meant(EXAMPLE, spec) == answer


def test_both_sides_of_an_ambiguity_stay_possible() -> None:
    (answer,) = asked(EXAMPLE, "import 'p'")
    assert [target.path for target in answer.possible] == ["lib/p/one.ts", "lib/p/two.ts"]


@cases(
    "files spec answer",
    """
    src/a.ts src/a.js => ./a.js => src/a.js 1
    src/a.d.ts src/a.mts => ./a => src/a.d.ts 1
    src/a.tsx => ./a.js => src/a.tsx 2
    src/a.mts => ./a.mjs => src/a.mts 2
    src/a.cts => ./a.cjs => src/a.cts 2
    src/a.tsx => ./a.jsx => src/a.tsx 2
    src/a.ts => ./a.cjs => out_of_scope
    src/a.cjs => ./a => src/a.cjs 1
    src/index.ts => . => src/index.ts 1
    src/index.ts => ./ => src/index.ts 1
    index.ts src.ts => .. => index.ts 1
    src.ts => ../src => src.ts 1
    src/a.ts src/a/index.ts => ./a/ => src/a/index.ts 1
    src/data.json => ./data.json => external 1
    src/data.json => ./data => external 1
    src/App.vue => ./App.vue => external 1
    src/w.ts => ./w.ts?worker => src/w.ts 1
    src/w.ts => !!raw-loader!./w.ts => src/w.ts 1
    a.ts => ../../a => out_of_scope
    a.ts => /a => out_of_scope
    => https://x.y/z.js => external 5
    => //x.y/z.js => external 5
    => fs/promises => external 5
    => fs/nope => out_of_scope
    """,
)
def test_relative_paths_and_builtins(files: str, spec: str, answer: str) -> None:
    assert meant(tree(*files.split()), spec) == answer


def test_what_describes_a_module_gets_an_arc_with_it() -> None:
    (answer,) = asked(tree("src/a.js", "src/a.d.ts"), "import './a.js'")
    assert [target.path for target in answer.targets] == ["src/a.js", "src/a.d.ts"]


def test_a_folder_without_an_index_means_its_main() -> None:
    assert meant(tree("lib/m.js", package={"main": "lib/m.js"}), "..", "test/a.js") == "lib/m.js 1"


CONFIGURED = tree("src/one/a.ts", "src/two/a.ts", "src/two/b.ts", "src/util.ts", "kit/b.ts", "web/x.ts")


@cases(
    "configs spec answer",
    """
    {"": {"paths": {"@/*": ["./src/one/*"]}}} => @/a => src/one/a.ts 3
    {"": {"paths": {"@/*": ["src/one/*"]}}} => @/a.js => src/one/a.ts 3
    {"": {"paths": {"one": ["./src/one/a.ts"]}}} => one => src/one/a.ts 3
    {"": {"paths": {"@/*": ["./src/one/*"]}}} => @/no => out_of_scope
    {"": {"paths": {"@/*": ["./src/one/*", "./src/two/*"]}}} => @/a => ambiguous_paths
    {"": {"paths": {"@/*": ["./src/one/*", "./src/two/*"]}}} => @/b => src/two/b.ts 3
    {"": {"paths": {"@/*": ["./src/one/*"], "@/a": ["./src/two/a"]}}} => @/a => ambiguous_paths
    {"": {"baseUrl": "src", "paths": {"@/*": ["one/*"]}}} => @/a => src/one/a.ts 3
    {"": {"baseUrl": "src"}} => two/b => src/two/b.ts 3
    {"": {"baseUrl": "src"}} => util => external 5
    {"": {"paths": {"util": ["./src/util"]}}} => util => src/util.ts 3
    {"": {"paths": {"~/*": ["./src/two/*"]}}, "web": {"paths": {"~/*": ["../kit/*"]}}} => ~/b => kit/b.ts 3
    {"web": {"paths": {"up/*": ["../../*"]}}} => up/b => out_of_scope
    """,
)
def test_paths_and_base_url_of_the_nearest_configuration(configs: str, spec: str, answer: str) -> None:
    files = {
        f"{folder}/tsconfig.json".lstrip("/"): json.dumps({"compilerOptions": options})
        for folder, options in json.loads(configs).items()
    }
    assert meant({**CONFIGURED, **files}, spec, "web/a.ts") == answer


def mapped(target: str) -> dict[str, object]:
    """A configuration that sends `@/*` there."""
    return {"compilerOptions": {"paths": {"@/*": [target]}}}


ONE, TWO_MAPPED, UP = mapped("./src/one/*"), mapped("./src/two/*"), mapped("../src/one/*")
SET_UP = mapped("${configDir}/src/one/*")
BASED = {"compilerOptions": {"baseUrl": "src/two"}}
SOLUTION = {"files": [], "references": [{"path": "./app.json"}]}


@pytest.mark.parametrize(
    ("files", "answer"),
    [
        (tree(base=ONE, tsconfig={"extends": "./base"}), "src/one/a.ts 3"),
        (tree(conf__tsconfig=ONE, tsconfig={"extends": "./conf"}), "out_of_scope"),
        (tree(conf__tsconfig=UP, tsconfig={"extends": "./conf"}), "src/one/a.ts 3"),
        (tree(conf__base=UP, tsconfig={"extends": "./conf/base.json"}), "src/one/a.ts 3"),
        (tree(conf__base=SET_UP, tsconfig={"extends": "./conf/base"}), "src/one/a.ts 3"),
        (tree(a=ONE, b=TWO_MAPPED, tsconfig={"extends": ["./b", "./a"]}), "src/one/a.ts 3"),
        (tree(a=ONE, b=BASED, tsconfig={"extends": ["./a", "./b"]}), "out_of_scope"),
        (tree(tsconfig={"extends": "@tsconfig/node20", **ONE}), "src/one/a.ts 3"),
        (tree(a={"extends": "./tsconfig"}, tsconfig={"extends": "./a", **ONE}), "src/one/a.ts 3"),
        (tree(app=ONE, tsconfig=SOLUTION), "src/one/a.ts 3"),
        ({"tsconfig.json": '{ // c\n "compilerOptions": {"paths": {"@/*": ["./src/one/*",],},},}'}, "src/one/a.ts 3"),
        ({"tsconfig.json": "{"}, "out_of_scope"),
    ],
)
def test_configurations_extend_one_another(files: Mapping[str, str], answer: str) -> None:
    assert meant({**CONFIGURED, **files}, "@/a") == answer


@pytest.mark.parametrize(("files", "answer"), [(8, "src/one/a.ts 3"), (9, "config_depth")])
def test_a_chain_of_more_than_eight_files_is_not_followed(files: int, answer: str) -> None:
    chain = {f"c{number}.json": json.dumps({"extends": f"./c{number + 1}"}) for number in range(1, files)}
    chain |= {"tsconfig.json": '{"extends": "./c1"}', f"c{files}.json": json.dumps(ONE)}
    assert meant({**CONFIGURED, **chain}, "@/a") == answer


@cases(
    "path answer",
    """
    src/a.js => src/two/a.ts 3
    src/a.ts => src/one/a.ts 3
    """,
)
def test_javascript_reads_its_own_configuration(path: str, answer: str) -> None:
    files = tree(tsconfig=ONE, jsconfig=TWO_MAPPED)
    assert meant({**CONFIGURED, **files}, "@/a", path) == answer


def package(name: str, **more: object) -> str:
    return json.dumps({"name": name, **more})


MEMBER = tree("lib/p/src/index.ts", "lib/p/src/x.ts", "lib/p/src/in/y.ts", "lib/p/index.js")
COMPILED = '{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}'


@cases(
    "fields spec answer",
    """
    {} => p => lib/p/index.js 4
    {} => p/src/x => lib/p/src/x.ts 4
    {"main": "src/x.ts"} => p => lib/p/src/x.ts 4
    {"main": "src/x.ts", "source": "src/in/y.ts"} => p => lib/p/src/in/y.ts 4
    {"main": "dist/index.js"} => p => lib/p/src/index.ts 4
    {"exports": "./src/x.ts"} => p => lib/p/src/x.ts 4
    {"exports": {"import": "./dist/x.mjs", "require": "./dist/x.cjs"}} => p => lib/p/src/x.ts 4
    {"exports": {"types": "./dist/x.d.mts", "default": "./dist/x.js"}} => p => lib/p/src/x.ts 4
    {"exports": {"import": "./build/esm/in/y.js", "require": "./build/cjs/in/y.js"}} => p => lib/p/src/in/y.ts 4
    {"exports": "./build/in/no/index.js"} => p => out_of_scope
    {"exports": "./src/no.js"} => p => out_of_scope
    {"main": "x.js"} => p => lib/p/src/x.ts 4
    {"exports": {"./x": "./src/x.ts"}} => p/x => lib/p/src/x.ts 4
    {"exports": {"./x": "./src/x.ts"}} => p => out_of_scope
    {"exports": {"./x": "./src/x.ts"}} => p/src/x.ts => out_of_scope
    {"exports": {"./*": "./src/*.ts"}} => p/in/y => lib/p/src/in/y.ts 4
    {"exports": {"./*": "./src/*.ts", "./in/*": "./src/x.ts"}} => p/in/y => lib/p/src/x.ts 4
    {"exports": {"./*": "./src/*.ts", "./in/*": null}} => p/in/y => out_of_scope
    {"exports": {"./package.json": "./package.json"}} => p/package.json => external 1
    {"exports": {"a": "./src/x.ts", "b": ["./src/in/y.ts"]}} => p => ambiguous_exports
    """,
)
def test_a_package_of_the_tree_gives_what_it_exports(fields: str, spec: str, answer: str) -> None:
    files = {**MEMBER, "lib/p/package.json": package("p", **json.loads(fields)), "lib/p/tsconfig.json": COMPILED}
    assert meant(files, spec) == answer


def test_declarations_and_their_implementation_are_one_module() -> None:
    files = {
        **tree("p/i.js", "p/i.d.ts"),
        "p/package.json": package("p", exports={"types": "./i.d.ts", "default": "./i.js"}),
    }
    (answer,) = asked(files, "import 'p'")
    assert (said(answer), [target.path for target in answer.targets]) == ("p/i.js 4", ["p/i.js", "p/i.d.ts"])


@pytest.mark.parametrize("spec", ["@/x", "~/x", "~~/src/x", "@site/src/x", "$lib/../x"])
def test_a_usual_alias_that_nothing_declares_is_a_possibility_and_no_answer(spec: str) -> None:
    (answer,) = asked(
        {**tree("web/src/x.ts", "src/x.ts"), "web/package.json": "{}"}, f"import '{spec}'", "web/src/a.js"
    )
    assert said(answer) == "out_of_scope"
    assert [target.path for target in answer.possible] == ["web/src/x.ts"] * (".." not in spec)


def test_a_package_that_is_built_elsewhere_may_mean_its_usual_home() -> None:
    (answer,) = asked({**MEMBER, "lib/p/package.json": package("p", exports="./build/a.js")}, "import 'p'")
    assert (said(answer), [target.path for target in answer.possible]) == ("out_of_scope", ["lib/p/src/index.ts"])


TWO = {**tree("a/index.ts", "b/index.ts"), "a/package.json": package("p"), "b/package.json": package("p")}


@cases(
    "manifest text answer",
    r"""
    package.json => {"name": "r"} => ambiguous_workspace
    package.json => {"name": "r", "workspaces": ["a"]} => a/index.ts 4
    package.json => {"name": "r", "workspaces": {"packages": ["./*", "!a"]}} => b/index.ts 4
    package.json => {"name": "r", "workspaces": ["{a,c}"]} => a/index.ts 4
    pnpm-workspace.yaml => packages:\n  - 'b'\n => b/index.ts 4
    lerna.json => {"packages": ["b/"]} => b/index.ts 4
    package.json => {"name": "r", "dependencies": {"p": "file:./b"}} => b/index.ts 4
    package.json => {"name": "r", "dependencies": {"p": "workspace:*"}} => ambiguous_workspace
    package.json => {"name": "r", "dependencies": {"p": "^1.0.0"}} => external 5
    package.json => {"name": "r", "workspaces": ["a"], "dependencies": {"p": "^1.0.0"}} => a/index.ts 4
    package.json => {"name": "r", "workspaces": ["a"], "dependencies": {"p": "npm:q@1"}} => external 5
    package.json => {"name": "r", "workspaces": ["a"], "dependencies": {"p": "npm:p"}} => a/index.ts 4
    package.json => {"name": "r", "workspaces": ["a"], "dependencies": {"p": "npm:p@^1"}} => a/index.ts 4
    package.json => {"name": "r", "workspaces": ["a"], "dependencies": {"p": "npm:pp@^1"}} => external 5
    package.json => {"name": "p", "main": "src/app.ts"} => src/app.ts 4
    """,
)
def test_the_declared_member_of_that_name_is_meant(manifest: str, text: str, answer: str) -> None:
    assert meant({**TWO, manifest: text}, "p") == answer


def test_a_built_path_in_a_string_means_what_the_compiler_writes_it_from() -> None:
    files = {**tree("src/in/m.mts", "src/m.mts"), "package.json": package("r"), "tsconfig.json": COMPILED}
    source = "run('node', ['./dist/in/m.mjs']); run('./dist/none.mjs')"
    assert [said(answer) for answer in asked(files, source, "test.ts")] == ["src/in/m.mts 5", "out_of_scope"]


NEW = {**tree("new/index.ts"), "new/package.json": package("p", version="2.1.0")}


@pytest.mark.parametrize(
    ("wanted", "more", "answer"),
    [
        ("^2.0.0", {}, "new/index.ts 4"),
        ("^1.0.0", {}, "external 5"),
        ("workspace:^1.0.0", {}, "new/index.ts 4"),
        ("^1.0.0", {"resolutions": {"p": "workspace:*"}}, "new/index.ts 4"),
    ],
)
def test_a_member_is_meant_where_its_version_answers(wanted: str, more: Mapping[str, object], answer: str) -> None:
    root = {"package.json": package("r", workspaces=["new", "src"], **more)}
    asking = {"src/package.json": package("s", dependencies={"p": wanted})}
    assert meant({**NEW, **root, **asking}, "p") == answer


def test_a_package_that_is_no_member_gets_its_dependencies_from_the_registry() -> None:
    files = {**NEW, "package.json": package("r", workspaces=["new"])}
    apart = {"src/package.json": package("s", dependencies={"p": "^2.0.0"})}
    assert (meant({**files, **apart}, "p"), meant(files, "p")) == ("external 5", "new/index.ts 4")


@cases(
    "imports spec answer",
    """
    {"#x": "./src/x.ts"} => #x => src/x.ts 4
    {"#in/*": "./src/*.ts"} => #in/x => src/x.ts 4
    {"#x": {"node": "fs", "default": "fs"}} => #x => external 5
    {"#x": "./no.ts"} => #x => out_of_scope
    {} => #x => out_of_scope
    """,
)
def test_imports_of_the_innermost_package(imports: str, spec: str, answer: str) -> None:
    files = {**tree("src/x.ts"), "package.json": package("r", imports=json.loads(imports))}
    assert meant(files, spec) == answer


@cases(
    "spec answer",
    """
    left => external 5
    left/deep => external 5
    @s/right => external 5
    @s/right/deep => external 5
    @s/other => out_of_scope
    typed => external 5
    @s/typed => external 5
    vscode => external 5
    ambient => external 5
    inner => out_of_scope
    """,
)
def test_what_a_package_around_the_file_asks_for_is_outside(spec: str, answer: str) -> None:
    files = {
        "package.json": package("r", dependencies={"left": "1"}, engines={"vscode": "^1"}),
        "src/package.json": package(
            "s", devDependencies={"@s/right": "1", "@types/typed": "1", "@types/s__typed": "1"}
        ),
        "src/in/package.json": package("i", dependencies={"inner": "1"}),
        "types.d.ts": "declare module 'ambient' {}\n",
    }
    assert meant(files, spec) == answer


ICONS = tree("src/icons/a.js", "src/icons/b.js", "src/icons/c.ts", "src/icons/in/d.js", "src/icons/e/index.ts")


@cases(
    "source paths",
    """
    import(`./icons/${n}.js`) => a.js b.js c.ts
    import('./icons/' + n) => a.js b.js c.ts e/index.ts
    require.context('./icons', true) => a.js b.js c.ts e/index.ts in/d.js
    import.meta.glob('./icons/*.{js,ts}') => a.js b.js c.ts
    import.meta.glob('/src/icons/**/*.js') => a.js b.js c.ts e/index.ts in/d.js
    import(`@/icons/${n}.js`) => a.js b.js c.ts
    """,
)
def test_a_pattern_means_every_file_that_fits(source: str, paths: str) -> None:
    config = {"tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}', "package.json": "{}"}
    (answer,) = asked({**ICONS, **config}, source)
    found = [target.path.removeprefix("src/icons/") for target in answer.targets]
    assert (answer.rung, found) == (5, paths.split())


@pytest.mark.parametrize("source", ["import(`./no/${n}.js`)", "import(n)"])
def test_a_pattern_without_a_match_is_as_unknown_as_a_computed_name(source: str) -> None:
    assert [said(answer) for answer in asked(ICONS, source)] == ["dynamic"]


def test_a_pattern_does_not_mean_the_file_that_it_stands_in() -> None:
    (answer,) = asked(tree("src/b.ts"), "import.meta.glob('./*.ts')")
    assert [target.path for target in answer.targets] == ["src/b.ts"]


@cases(
    "path source answer",
    """
    src/app.ts => fork(path.join(__dirname, 'job.js')) => src/job.ts 5
    src/app.ts => new Worker(new URL('./job.ts', import.meta.url)) => src/job.ts 5
    src/app.ts => fork('../no.js') => out_of_scope
    src/app.ts => f('./') => out_of_scope
    scripts/build.js => build({ entry: ['./src/job.ts'] }) => src/job.ts 5
    tsup.config.ts => export default { entry: ['src/job.ts'] } => src/job.ts 5
    src/routes.ts => const r = { loadChildren: './job#Job' } => src/job.ts 5
    eslint.config.mjs => export default [{ files: ['./src/job.ts'] }] => out_of_scope
    """,
)
def test_a_path_in_a_string_means_a_file_if_there_is_one(path: str, source: str, answer: str) -> None:
    files = {**tree("src/job.ts", "src/index.ts"), "package.json": "{}"}
    assert [said(found) for found in asked(files, source, path)] == [answer]


def test_a_triple_slash_reference_is_relative_without_a_dot() -> None:
    files = {"src/types.d.ts": "declare const a: 1"}
    assert [said(found) for found in asked(files, '/// <reference path="types.d.ts" />')] == ["src/types.d.ts 1"]


BARREL = {
    **tree("src/x.ts", "src/y.ts"),
    "src/index.ts": (
        "export { a, b } from './x'\nexport { c } from './y'\nexport * from './y'\nexport { l } from 'left'\n"
    ),
    "package.json": package("r", dependencies={"left": "1"}),
}


@cases(
    "clause paths",
    """
    { a } => src/x.ts src/index.ts
    { a, b as q } => src/x.ts src/index.ts
    { a, c } => src/index.ts
    { a, z } => src/index.ts
    { z } => src/index.ts
    { l } => src/index.ts
    * as k => src/index.ts
    """,
)
def test_names_that_are_handed_on_by_one_statement_mean_where_they_come_from(clause: str, paths: str) -> None:
    (answer,) = asked(BARREL, f"import {clause} from './index'")
    assert ([target.path for target in answer.targets], answer.rung) == (paths.split(), 1)
    assert answer.via_reexport == (" " in paths)


def test_one_hop_is_taken_and_no_more() -> None:
    files = {**BARREL, "src/outer.ts": "export { a } from './index'\n"}
    (answer,) = asked(files, "import { a } from './outer'")
    assert [target.path for target in answer.targets] == ["src/index.ts", "src/outer.ts"]


@cases(
    "host source answer",
    r"""
    src/App.vue => <script>import './fmt.ts'</script> => src/fmt.ts 1
    src/A.svelte => <script>import '@/a'</script> => src/one/a.ts 3
    src/p.mdx => import './fmt.js'\n => src/fmt.ts 2
    """,
)
def test_hosts_are_answered_although_they_are_no_files_of_the_scope(host: str, source: str, answer: str) -> None:
    files = {**CONFIGURED, **tree("src/fmt.ts", tsconfig=ONE), host: source}
    climb = Ladder(world(files)).answer
    assert [said(climb(host, site)) for site in host_sites(host, source.encode()).sites] == [answer]


def test_other_files_change_no_answer() -> None:
    more = {**EXAMPLE, **tree("other/u.ts", "other/w/index.ts"), "other/package.json": package("q")}
    for spec in ("./u", "./w", "./u.js", "p", "node:fs", "./no", "nope"):
        assert meant(more, spec) == meant(EXAMPLE, spec)


def test_a_site_without_a_specifier_is_dynamic() -> None:
    assert said(Ladder(world({"a.ts": ""})).answer("a.ts", Site(1, 0, Kind.DYNAMIC, ""))) == "dynamic"


@pytest.mark.parametrize("fields", [{"main": "."}, {"bin": {"": ""}}, {"exports": "../.."}])
def test_a_package_may_name_its_own_folder(fields: dict[str, object]) -> None:
    assert meant({"package.json": json.dumps(fields)}, "./gone") == "out_of_scope"
    assert flags(world({"package.json": json.dumps(fields), "a.ts": ""})) == {}


def test_the_first_pattern_of_paths_that_fits_is_the_first_that_was_written() -> None:
    paths = {"*": ["src/*"], "@a/*": ["one/*"], "@a/x": ["two/x"], "@a/*.js": ["three/*"]}
    (settings,) = Configs(world({"tsconfig.json": json.dumps({"compilerOptions": {"paths": paths}})})).covering(
        "", ("tsconfig.json",)
    )
    assert list(settings.mapped("@a/x")) == ["src/@a/x", "one/x", "two/x"]
    assert list(settings.mapped("@a/y.js")) == ["src/@a/y.js", "one/y.js", "three/y"]
    assert list(settings.mapped("b")) == ["src/b"]


@pytest.mark.parametrize(
    ("names", "paths"),
    [
        (["src/b.ios.js", "src/b.android.js"], ["src/b.ios.js", "src/b.android.js"]),
        (["src/b.js", "src/b.native.js"], ["src/b.js", "src/b.native.js"]),
        (["src/b.js", "src/b.other.js"], ["src/b.js"]),
    ],
)
def test_a_path_means_its_files_for_all_platforms(names: list[str], paths: list[str]) -> None:
    (found,) = asked(dict.fromkeys(names, CODE), "import './b'\n")
    assert [target.path for target in found.targets] == paths


def test_a_manifest_that_cannot_be_read_is_named() -> None:
    tree = World({}, {}, frozenset({"package.json", "tsconfig.json"}), lambda _: None)
    Ladder(tree).answer("a.ts", Site(1, 0, Kind.IMPORT, "x"))
    assert dict.fromkeys(tree.problems) == dict.fromkeys(["tsconfig.json", "package.json"])


@cases(
    "spec possible",
    """
    views/page => src/views/page.tsx
    @app/views/page.js => src/views/page.tsx
    kit/lib => src/views/lib/index.ts
    views/gone =>
    page =>
    /main => src/main.ts
    /raw => public/raw.js
    """,
)
def test_what_no_configuration_that_is_read_leads_to_is_kept_where_the_package_has_it(spec: str, possible: str) -> None:
    files = tree("src/views/page.tsx", "src/views/lib/index.ts", "src/main.ts", "public/raw.js", package={"name": "n"})
    files |= {"src/index.html": "", "other/package.json": "{}", "other/views/page.ts": CODE}
    (found,) = asked(files, f"import '{spec}'\n")
    assert (said(found), " ".join(target.path for target in found.possible)) == ("out_of_scope", possible)


@cases(
    "text expected",
    """
    /src/main => src/main.ts 5
    /main.ts => src/main.ts 5
    main.ts => out_of_scope
    src/main.ts => src/main.ts 5
    ./web/src/main.ts => web/src/main.ts 5
    """,
)
def test_an_address_begins_where_a_bundler_serves_and_a_path_where_scripts_run(text: str, expected: str) -> None:
    files = {**tree("src/main.ts", "web/src/main.ts", package={"name": "n"}), "src/index.html": ""}
    assert said(asked(files, f"load('{text}')\n", "src/a/app.ts")[0]) == expected


def test_imports_and_exports_may_map_a_folder() -> None:
    files = tree("src/k/a.ts", package={"name": "n", "imports": {"#k/": "./src/k/", "#k/deep/": "./src/k/gone/"}})
    assert meant(files, "#k/a.ts") == "src/k/a.ts 4"
    assert meant(files, "#k/deep/a.ts") == "out_of_scope"


def test_the_computed_part_of_an_import_may_hold_slashes() -> None:
    files = dict.fromkeys(("src/pages/a.tsx", "src/pages/in/b.tsx", "src/pages/in/c.ts", "src/d.tsx"), CODE)
    (found,) = asked(files, "import(`./pages/${slug.join('/')}.tsx`)")
    assert [target.path for target in found.targets] == ["src/pages/a.tsx"]
    assert [target.path for target in found.possible] == ["src/pages/in/b.tsx"]
    (listed,) = asked(files, "import.meta.glob('./pages/*.tsx')")
    assert not listed.possible


def test_an_address_in_a_file_of_the_root_begins_there_too() -> None:
    files = {"package.json": "{}", **dict.fromkeys(("src/a.ts", "public/b.js"), CODE)}
    found = asked(files, "import.meta.glob('/src/*.ts'); load('/src/a'); load('/b.js')", "main.ts")
    assert [target.path for answer in found for target in answer.targets] == ["src/a.ts", "src/a.ts", "public/b.js"]
