"""Answers that are kept: a run over a changed tree says what a run without an index says."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rubout.config.read import read_config
from rubout.gate.reader import reader_of
from rubout.gate.reference_graph import _world
from rubout.gate.references import references_of
from rubout.gate.resolved import resolved
from rubout.gate.survey import Request, Run
from rubout.measure.resolve.all import ladders
from rubout.measure.sources.universe import candidates
from tests.tables import table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rubout.facts.references import Site
    from rubout.measure.resolve.world import Answer
    from tests.conftest import Grow, Rubout, Tree

    Ladder = Callable[[str, Site], Answer]

FILES = {
    "rubout.toml": "",
    "README.md": "[g](docs/g.md#top) [x](docs/x.md)\n",
    "docs/g.md": "# Top\n",
    "pkg/__init__.py": "from .core import run\n",
    "pkg/core.py": "import os\ndef run(): ...\n",
    "main.py": "from pkg import run, aid\n",
    "tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
    "src/a.ts": 'import "~/b";\n',
    "src/b.ts": "export const b = 1;\n",
    "k/Cargo.toml": '[package]\nname = "k"\nversion = "0.1.0"\n',
    "k/src/lib.rs": "mod a;\nuse crate::a::b::F;\n",
    "k/src/a.rs": "",
    "n/A.cs": "using N.B;\nclass A { C c; }\n",
    "n/C.cs": "namespace N.B;\nclass C {}\n",
}
# What each edit makes of a file; without a text it is gone.
EDITS = {
    name: (path, text[0] if text else None)
    for name, path, *text in table(
        r"""
    body => pkg/core.py => import os\n\ndef run():\n    return 1\n
    surface => pkg/__init__.py => from .core import other\n
    submodule => pkg/aid.py =>
    heading => docs/g.md => # Bottom\n
    page => docs/x.md =>
    manifest => tsconfig.json => {"compilerOptions": {"paths": {"~/*": ["./lib/*"]}}}
    broken manifest => tsconfig.json => {
    moved => lib/b.ts =>
    import => src/b.ts => import "./a";\nexport const b = 1;\n
    roots => rubout.toml => [graph]\nsource_roots = ["pkg"]\n
    gone => pkg/core.py
    module => k/src/a.rs => #[path = "../x.rs"]\npub mod b;\n
    crate => k/x.rs => pub struct F;\n
    namespace => n/C.cs => namespace N.D;\nclass C {}\n
    using => n/G.cs => global using N.D;\n
    """
    )
}


def write(root: Path, path: str, text: str | None) -> None:
    if text is None:
        (root / path).unlink(missing_ok=True)
    else:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(edits=st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=4))
def test_the_index_changes_no_byte_of_what_is_said(
    grow: Grow, rubout: Rubout, tmp_path: Path, edits: list[str]
) -> None:
    root = grow(tmp_path / "tree", FILES)
    commands = ("graph", "liveness")
    for edit in edits:
        write(root, *EDITS[edit])
        kept = [rubout(command, root, "--format", "json") for command in commands]
    assert kept == [rubout(command, root, "--format", "json", "--no-cache") for command in commands]
    shutil.rmtree(root)


def resolved_again(root: Path) -> set[str]:
    """The files with sites that a run asks a ladder about."""
    universe = candidates(str(root), others=True)
    run = Run(Request(anchor=str(root), jobs=1), universe, time.time_ns(), lambda _: None)
    referenced = references_of(run)
    reader = reader_of(run)
    world = _world(run, referenced, reader, read_config(root))
    asked: set[str] = set()

    def recording(ladder: Ladder) -> Ladder:
        def answer(path: str, site: Site) -> Answer:
            asked.add(path)
            return ladder(path, site)

        return answer

    resolved(run, world, referenced, reader, {name: recording(one) for name, one in ladders(world).items()})
    return asked


EVERYTHING = {"README.md", "main.py", "n/A.cs", "pkg/__init__.py", "pkg/core.py", "src/a.ts", "k/src/lib.rs"}


@pytest.mark.parametrize(
    ("edit", "again"),
    [
        ("body", {"pkg/core.py"}),
        ("import", {"src/b.ts"}),
        ("surface", EVERYTHING),
        ("submodule", EVERYTHING),
        ("heading", EVERYTHING),
        ("manifest", EVERYTHING),
        ("roots", EVERYTHING),
    ],
)
def test_only_what_an_edit_can_change_is_resolved_again(tree: Tree, edit: str, again: set[str]) -> None:
    root = tree(FILES)
    assert resolved_again(root) == EVERYTHING
    assert resolved_again(root) == set()
    write(root, *EDITS[edit])
    assert resolved_again(root) == again
