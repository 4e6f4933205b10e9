"""Trees in which something may be erased, and plans of them."""

from __future__ import annotations

import io
from argparse import Namespace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from rubout.cli.measuring import Judged, Project, judged, tree_of
from rubout.facts.erase_undo import Journal, Saved
from rubout.gate.erase import Ask, erase
from rubout.gate.erase_rows import PlanRow
from rubout.store.erase_journal import write_journal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Tree

WORDS = " ".join(f"word{number}" for number in range(50))
TOTAL = """\
def compute_total(items, rate):
    total = 0
    for item in items:
        if item.price > 10 and item.count > 3:
            total += item.price * item.count
        elif item.price > 5:
            total += item.price * 2 - rate
        else:
            total -= rate * item.count
    if total < 0:
        return 0
    return total
"""
RENAMED = TOTAL.replace("compute_total", "sum_up").replace("total", "acc").replace("item", "one")
# The fixture of the method's page: two files that nothing starts, a copy, a paragraph that stands twice.
EXAMPLE = {
    "__main__.py": f"import t2\n\n\n{TOTAL}\n\nprint(compute_total([], 1), t2.sum_up)\n",
    "copy.py": TOTAL,
    "t2.py": RENAMED,
    "README.md": f"# first\n\n{WORDS}\n\nThe [second](doc2.md) one.\n",
    "doc2.md": f"# second\n\n{WORDS}\n",
    "lone.py": "x = 1\n",
}
BLOCK = "".join(f"# {' '.join(f'said{number}{part}' for part in 'abcdefghij')}\n" for number in range(6))


def plan_of(root: Path, *, advisory: bool = False) -> Judged:
    """The outcome of planning a tree, and what it was made from."""
    anchor = str(root)
    args = Namespace(jobs=1, no_cache=False)
    return judged(
        Project(anchor, ""),
        lambda run, config: erase(run, config, Ask(advisory=advisory)),
        args,
        io.StringIO(),
        tree_of(anchor),
    )


def planned(root: Path) -> Any:
    """The plan, its graph and the advice."""
    return plan_of(root).outcome.options["planned"]


def going(root: Path) -> list[tuple[str, tuple[int, int] | None]]:
    """Path and span of what may be erased."""
    return [(row.path, row.span) for row in planned(root).plan.eraseable]


def refused(root: Path) -> dict[str, str]:
    """By path, the reason of what may not."""
    return {row.path: row.reason for row in planned(root).plan.rows if not row.eraseable}


def counted(root: Path) -> dict[str, int]:
    """What was no candidate, by name."""
    found: dict[str, int] = planned(root).plan.out_of_class
    return found


def row(path: str, span: tuple[int, int] | None, content: bytes = b"", why: str = "w") -> PlanRow:
    """A row that may be erased."""
    return PlanRow(
        cls="dead_file" if span is None else "verbatim_doc",
        eraseable=True,
        reason="eraseable",
        path=path,
        start_line=span[0] if span else 1,
        end_line=span[1] if span else max(1, len(content.splitlines())),
        span=span,
        provenance=why,
        hash=sha256(content).hexdigest(),
        facts=(0, 1, 0, 0, 0),
    )


def half_changed(tree: Tree, state: str) -> Path:
    """A tree after an erase that rewrote two files, of which somebody has changed one."""
    root = tree({"a.py": "new\n", "b.py": "theirs\n"})
    saved = tuple(saved_as(path, b"old\n", b"new\n") for path in ("a.py", "b.py"))
    write_journal(str(root), Journal(state=state, plan="", head="", targets=saved))
    return root


def saved_as(path: str, before: bytes, after: bytes | None) -> Saved:
    """A file as an undo file keeps it."""
    hashes = [None if content is None else sha256(content).hexdigest() for content in (before, after)]
    return msgspec.convert(
        {"path": path, "mode": 0o644, "content": before, "before": hashes[0], "after": hashes[1]}, Saved
    )
