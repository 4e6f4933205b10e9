"""The twelve kinds of false alarm that people report most of tools like this one: each file here is alive."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Rubout, Tree

# By kind the files of a tree; those with a star are asked about, and what should start them is there, too.
KINDS = r"""
# 1 loaded by a dotted string
manage.py => STEPS = ["shop.steps.tax"]\n
shop/__init__.py
* shop/steps/__init__.py
* shop/steps/tax.py

# 1 a lazy route
package.json => {"main": "a.js"}
a.js => lazy("./pages/home.js");\n
* pages/home.js

# 2 aliases of a configuration
web/package.json => {"name": "w", "main": "a.ts"}
web/tsconfig.json => {"compilerOptions": {"paths": {"~/*": ["../kit/*"]}}}
web/a.ts => import "~/b";\n
* kit/b.ts => export {};\n

# 2 members of a workspace
package.json => {"workspaces": ["packages/*"], "private": true}
packages/app/package.json => {"name": "app", "main": "index.ts", "dependencies": {"@x/kit": "*"}}
packages/app/index.ts => import "@x/kit/deep";\n
packages/kit/package.json => {"name": "@x/kit", "exports": {"./deep": "./src/deep.ts"}}
* packages/kit/src/deep.ts

# 3 a dynamic import of a pattern
package.json => {"main": "a.js"}
a.js => import(`./icons/${n}.js`);\n
* icons/x.js
* icons/y.js

# 3 a dynamic import of a name
package.json => {"main": "a.js"}
a.js => const b = await import("./b.js");\n
* b.js

# 4 a pipeline runs it
.github/workflows/ci.yml => jobs:\n  a:\n    steps:\n    - run: python tools/fix.py --all\n
* tools/fix.py

# 4 a script of a package runs it
package.json => {"private": true, "scripts": {"gen": "node ./tools/gen.mjs && tsx tools/*.mts"}}
* tools/gen.mjs
* tools/x.mts

# 4 a container runs it
Dockerfile => COPY . .\nCMD ["python", "srv/boot.py"]\n
* srv/boot.py => import srv_aid\n
* srv/srv_aid.py

# 4 `-m` and `module:name` run it
Procfile => web: uvicorn web.app:api\njob: python -m web.job\n
* web/__init__.py
* web/app.py
* web/job.py

# 4 a target of Cargo
Cargo.toml => [package]\nname = "k"\nversion = "0.1.0"\n[[bin]]\nname = "t"\npath = "tool/t.rs"\n
* src/lib.rs
* tool/t.rs => fn main() {}\n
* examples/e.rs => fn main() {}\n

# 5 configuration files and fixtures of runners
* conftest.py
package.json => {}
* vite.config.ts
* src/a.stories.tsx
* .eslintrc.cjs
jest.setup.js
a.test.js

# 5 routes of a framework
package.json => {"dependencies": {"next": "15"}}
* app/blog/page.tsx
* app/layout.tsx
* middleware.ts

# 5 modules that Django finds by name
requirements.txt => Django>=5\n
* shop/__init__.py
* shop/admin.py
* shop/management/commands/clean.py

# 5 a convention of the project's own
rubout.toml => [[graph.conventions]]\nwhen = "pluggy"\nglobs = ["plugins/*.py"]\nreason = "loaded"\n
pyproject.toml => [project]\nname = "p"\ndependencies = ["pluggy>=1"]\n
* plugins/one.py

# 6 an import of types alone
package.json => {"main": "a.ts"}
a.ts => import type { T } from "./t";\nexport type U = T;\n
* t.ts => export type T = 1;\n

# 6 declarations of globals
package.json => {}
* globals.d.ts => declare const X: string;\n

# 7 registered by a decorator
requirements.txt => flask\n
app.py => import views\n
* views.py => @app.route("/")\ndef home(): ...\n

# 7 found by its annotation
pom.xml => <project><dependency><groupId>org.springframework.boot</groupId></dependency></project>\n
* src/main/java/a/J.java => package a;\nimport org.x.stereotype.Component;\n@Component\nclass J {}\n

# 7 described to a container
src/main/resources/META-INF/services/p.Service => p.Impl\n
* src/main/java/p/Impl.java => package p;\nclass Impl {}\n
Views/page.cshtml => @Html.Of<Card>()\n
* Card.cs => namespace Web; class Card {}\n

# 7 found by the name of its constant
Gemfile => gem 'rails'\n
* app/controllers/users_controller.rb => class UsersController\n  User.all\nend\n
* app/models/user.rb => class User\n  has_many :line_items\nend\n
* app/models/line_item.rb => class LineItem\nend\n

# 7 registered by a folder
composer.json => {"require": {"laravel/framework": "12"}, "autoload": {"psr-4": {"App\\": "app/"}}}
* app/Providers/Main.php => <?php namespace App\Providers;\nglob(__DIR__ . '/../Tools/*.php');\n
* app/Tools/Hammer.php => <?php namespace App\Tools;\nclass Hammer {}\n

# 8 a barrel
package.json => {"main": "user.ts"}
user.ts => import * as k from "./index";\nk.x;\n
* index.ts => export * from "./x";\n
* x.ts => export const x = 1;\n

# 9 what a library offers
package.json => {"name": "l", "exports": {"./extra": "./src/extra.ts"}}
* src/extra.ts

# 10 a child process
package.json => {"main": "a.js"}
a.js => import { fork } from "child_process";\nimport path from "path";\nfork(path.join(__dirname, "job.js"));\n
* job.js

# 10 a worker by its address
package.json => {"main": "a.js"}
a.js => new Worker(new URL("./w.js", import.meta.url));\n
* w.js

# 11 variants of a build
go.mod => module ex.io/m\n
main.go => package main\nimport "ex.io/m/internal/sys"\nfunc main() { sys.A() }\n
* internal/sys/sys_windows.go => package sys\nfunc A() {}\n
* internal/sys/sys_linux.go => //go:build linux\n\npackage sys\nfunc A() {}\n

# 9 the modules of a Haskell library
p.cabal => name: p\nlibrary\n  hs-source-dirs: src\n  exposed-modules: A.B\n
* src/A/B.hs

# 10 a script beside the script
tools/run.sh => #!/bin/sh\nL="$(cd "$(dirname "$0")/../lib" && pwd)"\n. "$L/a.sh"\n
* lib/a.sh

# 11 sources of several platforms
* common/X.kt => package p\nexpect class X\nfun main() { X() }\n
* jvm/X.kt => package p\nactual class X\n
* native/X.kt => package p\nactual typealias X = Int\n

# 11 C beside Go
go.mod => module ex.io/m\n
Makefile => x: other.c\n
a.go => package m\n
* a.c => int a;\n

# 11 branches of the preprocessor
Makefile => run: a.o\n
* a.c => #if A\n#include "x.h"\n#else\n#include "y.h"\n#endif\n
* x.h
* y.h

# 12 programs without a suffix
bin/a => #!/usr/bin/env python3\nimport aid\n
bin/b => #!/usr/bin/env lua\nrequire("help.me")\n
Rakefile => require_relative "tools/build"\n
* aid.py
* help/me.lua
* tools/build.rb

# 11 modules of some platforms, and modules in a macro
Cargo.toml => [package]\nname = "k"\nversion = "0.1.0"\n
src/lib.rs => #[cfg_attr(unix, path = "u.rs")]\n#[cfg_attr(windows, path = "w.rs")]\nmod sys;\ncfg_if! { if #[cfg(x)] { mod a; } else { mod b; } }\nmodules! { c }\n
* src/u.rs
* src/w.rs
* src/a.rs
* src/b.rs
* src/c.rs

# 11 sources that cgo compiles
go.mod => module ex.io/m\n
main.go => package main\nimport "C"\nfunc main() {}\n
* x.c
* x.h

# 12 hosts that no grammar reads
package.json => {}
App.vue => <script setup lang="ts">\nimport "./fmt.ts";\n</script>\n
Page.astro => ---\nimport "./side.ts";\n---\n
Doc.mdx => import { b } from "./box.tsx"\n\n# T\n
index.html => <script type="module" src="/boot.ts"></script>\n
* fmt.ts => export const b = 1;\n
* side.ts => export const b = 1;\n
* box.tsx => export const b = 1;\n
* boot.ts => export const b = 1;\n

# 12 a package without `__init__.py`
run.py => import ns.a\nif __name__ == "__main__":\n    pass\n
* ns/a.py

# 12 a notebook
n.ipynb => {"cells": [{"cell_type": "code", "source": "import aid"}], "metadata": {}, "nbformat": 4}
* aid.py
"""  # noqa: E501 - one file a line


def alive_of(text: str) -> Iterator[tuple[str, tuple[dict[str, str], tuple[str, ...]]]]:
    """Of each kind its files, and which of them are alive."""
    for block in text.split("\n\n"):
        kind, _, lines = block.strip().partition("\n")
        rows = table(lines)
        files = {row[0].removeprefix("* "): "".join(row[1:]) for row in rows}
        yield (
            kind.removeprefix("# "),
            (files, tuple(row[0].removeprefix("* ") for row in rows if row[0].startswith("*"))),
        )


ALIVE = dict(alive_of(KINDS))


@pytest.mark.parametrize("kind", ALIVE)
def test_is_no_dead_file(rubout: Rubout, tree: Tree, kind: str) -> None:
    files, alive = ALIVE[kind]
    ran = rubout("deadcode", tree(files, git=True), "--format", "json")
    dead = {row["path"] for row in json.loads(ran.out)["rows"]}
    assert dead.isdisjoint(alive)
    assert set(alive) <= files.keys()


def test_9_a_pattern_of_exports_moves_the_verdict_and_starts_nothing(rubout: Rubout, tree: Tree) -> None:
    files = {"package.json": '{"name": "l", "exports": {"./*": "./src/*.ts"}}', "src/extra.ts": ""}
    ran = rubout("deadcode", tree(files), "--format", "json")
    assert [(row["path"], row["code"]) for row in json.loads(ran.out)["rows"]] == [("src/extra.ts", 2)]
