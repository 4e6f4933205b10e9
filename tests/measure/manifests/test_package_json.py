"""What is read from a package.json."""

from __future__ import annotations

import json

import pytest

from rubout.measure.manifests.package_json import PackageJson, read


def test_an_empty_package_declares_nothing() -> None:
    assert read("{}") == PackageJson("", {}, (), None, {}, {}, ())


@pytest.mark.parametrize(
    ("exports", "found"),
    {
        '"./a.js"': {".": ("./a.js",)},
        '{"import": "./a.mjs", "require": {"types": "./a.d.ts", "default": "./a.mjs"}}': {".": ("./a.mjs", "./a.d.ts")},
        '["./a.js", "./b.js"]': {".": ("./a.js", "./b.js")},
        '{".": "./a.js", "./x/*": {"node": "./x/*.js"}, "./no": null}': {
            ".": ("./a.js",),
            "./x/*": ("./x/*.js",),
            "./no": (),
        },
    }.items(),
)
def test_exports_are_the_leaves_of_each_subpath(exports: str, found: object) -> None:
    assert read(f'{{"exports": {exports}}}').exports == found


def test_dependencies_of_every_sort_count() -> None:
    wanted = {"dependencies": {"a": "1"}, "devDependencies": {"b": "link:b"}, "peerDependencies": {"a": ">0", "c": "*"}}
    assert read(json.dumps(wanted)).dependencies == {"a": "1", "b": "link:b", "c": "*"}


@pytest.mark.parametrize("workspaces", ['["a/*", "b"]', '{"packages": ["a/*", "b"], "nohoist": ["c"]}'])
def test_workspaces_come_in_two_shapes(workspaces: str) -> None:
    assert read(f'{{"workspaces": {workspaces}}}').workspaces == ("a/*", "b")


@pytest.mark.parametrize(
    "fields",
    [
        {"overrides": {"a": "1", "@s/b@^2": "2"}},
        {"resolutions": {"a": "1", "**/@s/b": "2"}},
        {"pnpm": {"overrides": {"a@1": "workspace:*", "c>@s/b": "2"}}},
    ],
)
def test_overrides_are_names_without_their_versions(fields: dict[str, object]) -> None:
    assert read(json.dumps(fields)).overrides == {"a", "@s/b"}


def test_entries_are_the_files_of_the_fields() -> None:
    fields = {
        "main": "./m",
        "bin": {"p": "b.js", "q": "c.js"},
        "types": "t.d.ts",
        "browser": {"./m": "./n", "fs": False},
    }
    assert read(json.dumps(fields)).entries == {
        "types": ("t.d.ts",),
        "main": ("./m",),
        "browser": ("./n",),
        "bin": ("b.js", "c.js"),
    }


def test_odd_types_are_passed_over() -> None:
    text = '{"name": 1, "dependencies": [], "exports": 3, "main": 4, "workspaces": 5, "imports": []}'
    assert read(text) == PackageJson("", {}, (), {".": ()}, {}, {"main": ()}, ())
