"""Which Go files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED
from rubout.measure.entries.go import flags
from tests.worlds import flagging, world

test_the_package_and_the_place_of_a_file_start_it = flagging(
    flags,
    r"""
    a/a.go => package a\nfunc F() {}\n => exported
    internal/a/a.go => package a\nfunc F() {}\n =>
    a/internal/b/a.go => package a\nfunc F() {}\n =>
    a/a_test.go => package a\nfunc F() {}\n => test
    a/testdata/b/a.go => package a\nfunc F() {}\n => test
    cmd/a/a.go => package a\nfunc F() {}\n => exported main
    lib/a/a.go => package a\nfunc F() {}\n => exported main
    lib/a_test.go => package a\nfunc F() {}\n => test
    lib/internal/a.go => package a\nfunc F() {}\n =>
    mod/cmd/a/a.go => package a\nfunc F() {}\n => exported main
    a/cmd/a.go => package a\nfunc F() {}\n => exported
    main.go => package a\nfunc F() {}\n => exported main
    a/tool.go => package main\nfunc main() {}\n => main
    internal/a/tool.go => package main\nfunc main() {}\n => main
    util.go => package main\n => main
    internal/gen.go => //go:build ignore\n\npackage a\nvar x int\n => main
    internal/tools.go => //go:build tools\n\npackage a\nimport _ "b"\n => main
    internal/a.go => //go:build linux\n\npackage a\nvar x int\n =>
    internal/doc.go => // Package a says much.\npackage a\n => document
    internal/doc.go => package a\n =>
    """,
    {
        **dict.fromkeys(("mod/go.mod", "lib/go.mod"), "module m"),
        "mod/tool/t.go": "package main\nfunc main() {}\n",
        "lib/examples/e.go": "package main\nfunc main() {}\n",
    },
)


def test_what_a_module_without_a_program_exports_is_an_entry_until_it_has_one() -> None:
    library = {"go.mod": "module m", "a.go": "package m\n", "internal/b.go": "package b\n"}
    assert flags(world(library)) == {"a.go": EXPORTED | MAIN}
    assert flags(world({**library, "run.go": "package main\n"}))["a.go"] == EXPORTED


def test_what_is_built_into_a_program_is_used_whatever_it_is() -> None:
    names = "a/page.md a/x.js a/static/deep/y.js a/hidden/_z.js a/other.js page.md x.js"
    source = 'package main\n//go:embed page.md *x.js "static"\n//go:embed all:hidden\nvar f embed.FS\n'
    found = flags(world({"a/a.go": source, **dict.fromkeys(names.split(), "")}))
    used = {path for path, bits in found.items() if bits == MENTIONED}
    assert used == {"a/page.md", "a/x.js", "a/static/deep/y.js", "a/hidden/_z.js"}
