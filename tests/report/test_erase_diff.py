"""The diff of a plan: hunks by hand, and what `git apply` makes of it."""

from __future__ import annotations

import re
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rubout.gate.erase_rows import digest_of
from rubout.gate.erase_targets import Target
from rubout.measure.splices import byte_lines, spliced
from rubout.report.erase_diff import diff, quoted
from tests.conftest import GIT_ENVIRONMENT
from tests.erases import row

Spans = list[tuple[int, int]]


def numbered(count: int, *, ended: bool = True) -> bytes:
    text = "".join(f"line {number}\n" for number in range(1, count + 1))
    return text.encode() if ended else text.encode().removesuffix(b"\n")


def target(path: str, before: bytes, spans: Spans, mode: int = 0o644) -> Target:
    rows = tuple(row(path, span, before) for span in spans) or (row(path, None, before),)
    return Target(path, mode, before, spliced(before, spans) if spans else None, rows)


def applied(*targets: Target) -> dict[str, bytes]:
    """What is left of the files when git applies the diff."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for one in targets:
            (root / one.path).parent.mkdir(parents=True, exist_ok=True)
            (root / one.path).write_bytes(one.before)
            (root / one.path).chmod(one.mode)
        subprocess.run(
            ["git", "apply", "--whitespace=nowarn", "-"],
            input=diff(targets),
            cwd=root,
            env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(root.parent), **GIT_ENVIRONMENT},
            check=True,
        )
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize(  # example 6
    ("lines", "spans", "hunks"),
    [
        (20, [(8, 10)], ["-5,9 +5,6"]),
        (20, [(1, 2)], ["-1,5 +1,3"]),
        (20, [(19, 20)], ["-16,5 +16,3"]),
        (4, [(1, 4)], ["-1,4 +0,0"]),
        (30, [(5, 8), (10, 12)], ["-2,14 +2,7"]),
        (40, [(5, 8), (16, 17)], ["-2,10 +2,6", "-13,8 +9,6"]),
        (40, [(5, 8), (15, 17)], ["-2,19 +2,12"]),
    ],
)
@pytest.mark.parametrize("ended", [True, False])
def test_a_hunk_says_which_lines_it_is_about(lines: int, spans: Spans, hunks: list[str], ended: bool) -> None:
    one = target("a.md", numbered(lines, ended=ended), spans)
    assert re.findall(r"^@@ (\S+ \S+) @@", diff([one]).decode(), re.MULTILINE) == hunks
    assert applied(one) == {"a.md": one.after}


def test_canonical_rows_and_bytes_have_the_hashes_of_the_method() -> None:  # example 7
    digest = sha256(b"x\ny\n").hexdigest()
    assert digest == "09834d488008f5f1ef589a2d7cedc52425bee9dd23b2212e4c1d673c5cbb54e4"
    one = {
        "class": "dead_file",
        "eraseable": True,
        "evidence": "liveness: unref_private",
        "hash": digest,
        "path": "old/util.py",
        "reason": "eraseable",
        "span": None,
    }
    assert digest_of([one]) == "5a386304619f057e4c77be1f73a5d4083aab293e8f97003af9459b34d2c46372"


def test_a_whole_file_is_shown_with_what_it_was_judged_on() -> None:
    one = target("old/util.py", b"x\ny\n", [])
    assert diff([one]).decode().splitlines() == [
        "diff --git a/old/util.py b/old/util.py",
        "deleted file mode 100644",
        "--- a/old/util.py",
        "+++ /dev/null",
        "@@ -1,2 +0,0 @@ dead_file w sha256:09834d488008f5f1",
        "-x",
        "-y",
    ]


@pytest.mark.parametrize("mode", [0o644, 0o755])
@pytest.mark.parametrize("content", [b"", b"x\n", b"x", b"\xff\r\n\xef\xbb\xbf", b"\xef\xbb\xbfx = 1\r\n"])
def test_git_deletes_what_goes_whole(content: bytes, mode: int) -> None:
    assert applied(target("a b/c.py", content, [], mode)) == {}


@pytest.mark.parametrize(
    "name", ['q"uote.md', "back\\slash.md", "tab\there.md", "ümlaut x.md", "line\nfeed.md", "a b.md"]
)
def test_git_reads_the_names_of_files(name: str) -> None:
    one = target(f"f/{name}", numbered(9), [(4, 5)])
    assert applied(one) == {f"f/{name}": one.after}


def test_names_are_quoted_as_git_quotes_them() -> None:
    assert quoted('a"b\\c\td\x01') == '"a\\"b\\\\c\\td\\001"'
    assert quoted("ä b") == "ä b"


line = st.binary(max_size=4).map(lambda raw: raw.replace(b"\n", b"").replace(b"\0", b"0"))
ends = st.sampled_from([b"\n", b"\r\n"])
sources = st.lists(st.tuples(line, ends).map(b"".join), min_size=1, max_size=40)


@st.composite
def splices(draw: st.DrawFn) -> tuple[bytes, Spans]:
    """A file in any encoding, with or without a mark, a last line feed, and disjoint spans of it."""
    source = draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + b"".join(draw(sources))
    is_cut: bool = draw(st.booleans())
    if is_cut:
        source = source.removesuffix(b"\n")
    count = len(byte_lines(source))
    assume(count)
    edges: list[int] = sorted(draw(st.sets(st.integers(1, count), min_size=1, max_size=6)))
    spans = []
    while edges:
        start = edges.pop(0)
        is_long: bool = draw(st.booleans())
        spans.append((start, edges.pop(0) if edges and is_long else start))
    return source, spans


def remaining(source: bytes, spans: Spans) -> bytes:
    """The bytes whose line, which the line feeds before them count, is in no span."""
    gone = {number for start, end in spans for number in range(start, end + 1)}
    return bytes(byte for at, byte in enumerate(source) if source[:at].count(b"\n") + 1 not in gone)


@given(splices())
@example((b"a\r\nb\r\nc", [(3, 3)]))
@example((b"a\n", [(1, 1)]))
@example((b"\xff\xfe", [(1, 1)]))
def test_git_and_the_splice_leave_the_same_bytes(drawn: tuple[bytes, Spans]) -> None:
    source, spans = drawn
    one = target("a.md", source, spans)
    assert one.after == remaining(source, spans)
    assert applied(one) == {"a.md": one.after}
