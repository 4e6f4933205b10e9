"""What a file says of others is the same bytes, whether it is read for that alone or with everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from rubout.facts.graph import FileReferences
from rubout.measure.sites.work import REFERENCES, read_chunk
from rubout.measure.sources.content import LARGE_BYTES
from rubout.measure.work import Answer, measure_chunk, read_answers
from tests.measure.test_work import job
from tests.samples import notebook

if TYPE_CHECKING:
    from pathlib import Path

PERMIT = "# rubout:allow(liveness) -- a plugin\n"
FILES: dict[str, bytes] = {
    "a.py": f"{PERMIT}import b\nfrom . import c\n\n\ndef f():\n    import d\n".encode(),
    "broken.py": b"def (:\nimport b\n",
    "empty.py": b"",
    "generated.py": b"# @generated\nimport b\n",
    "a.ts": b"import {x} from './b'; import('./c');\n",
    "qt.ts": b"<?xml version='1.0'?>\n<!DOCTYPE TS>\n",
    "a.min.js": b"import './b';" + b"x();" * 2000,
    "a.rs": b"mod b;\nuse crate::b::c;\n",
    "a.go": b'package a\n\nimport "fmt"\n',
    "a.md": b"# A\n\n[b](b.md) <!-- rubout:allow(liveness) -- read by hand -->\n",
    "a.mdc": b"See [b](b.md)\n",
    "a.vue": b"<script>\nimport b from './b'\n</script>\n<template></template>\n",
    "a.html": b"<script src='b.js'></script>\n<script type='module'>import './c.js'</script>\n",
    "a.ipynb": notebook("import b", "%time x\nimport c"),
    "julia.ipynb": notebook("using B", language="julia"),
    "outputs.ipynb": notebook("import b")[:-1] + b', "x": "' + b"." * LARGE_BYTES + b'"}',
    "large.py": b"import b\n" * (LARGE_BYTES // 9 + 1),
    "large.min.js": b"b();" * (LARGE_BYTES // 4 + 1),
}


def part_of(root: Path, path: str) -> Answer:
    encoded = measure_chunk(
        [job(root, path)], anchor=str(root), known=frozenset(), keep_imports=False, parts=(REFERENCES,)
    )
    (answer,) = read_answers(encoded)
    return answer


def alone(root: Path, path: str) -> Answer:
    (answer,) = read_answers(read_chunk([job(root, path)], anchor=str(root)))
    return answer


@pytest.mark.parametrize("path", FILES)
def test_a_part_holds_what_is_read_alone(tmp_path: Path, path: str) -> None:
    (tmp_path / path).write_bytes(FILES[path])
    found, expected = part_of(tmp_path, path), alone(tmp_path, path)
    assert dict(found.parts) == {"references": expected.tokens}
    assert (found.blob, found.problem, expected.problem) == (expected.blob, "", "")
    msgspec.msgpack.decode(expected.tokens, type=FileReferences)


def test_what_is_no_file_of_the_graph_and_refers_to_none_has_no_such_part(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_bytes(b"@import 'b.css';\n")
    assert part_of(tmp_path, "a.css").parts == ()


def test_a_broken_notebook_is_a_problem_of_both(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_bytes(b"{")
    assert part_of(tmp_path, "a.ipynb").problem == alone(tmp_path, "a.ipynb").problem != ""
