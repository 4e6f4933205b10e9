"""Do the facts and the knobs of `structure` hold what their types cannot say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.errors import ContractError
from rubout.judge.bounds import below_floor, in_order, refuse_rows
from rubout.judge.score_contract import wrong_law

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.structure import Facts, Knobs, Node
    from rubout.judge.bounds import Checked

MOST_CODE = 6
MOST_BITS = 3


def check(facts: Facts) -> None:
    """Refuse facts that no measurement gives.

    Raises:
        ContractError: the first row of the first table that does not ascend, names a folder or a document that is
            not there, or holds a number that cannot be.
    """
    refuse_rows("structure", ((table, in_order(rows)) for table, rows in (*_tables(facts), *_more_tables(facts))))
    if facts.staleness is not None and facts.documents is not None:
        what = "given beside the documents that it is derived from"
        raise ContractError(what, where="structure staleness", fix="give one of the two")


def check_knobs(knobs: Knobs) -> list[tuple[str, str]]:
    """Each knob that is out of bounds, with what is wrong."""
    numbers = {
        "depth_ceil": knobs.depth_ceil,
        "fanout_ceil": knobs.fanout_ceil,
        "naming_min": knobs.naming_min,
        "naming_ceil": knobs.naming_ceil,
        "mix_ref_floor": knobs.mix_ref_floor,
        "misplace_min": knobs.misplace_min,
        "big_dir_floor": knobs.big_dir_floor,
        "dup_min": knobs.dup_min,
        "dead_min": knobs.dead_min,
        "stale_min": knobs.stale_min,
        "viol_cost": knobs.viol_cost,
        "scale": knobs.scale,
    }
    return [*wrong_law(knobs.law), *below_floor(1, numbers)]


def _tables(facts: Facts) -> Iterator[tuple[str, Checked]]:
    """Those of every tree, in the order in which they are looked at."""
    dirs = len(facts.nodes)
    yield "nodes", ((_wrong_node(facts, index), (index,)) for index in range(dirs))
    yield (
        "patterns",
        ((_numbers(dirs, row.dir, row.count) or _code(row.code), (row.dir, row.code)) for row in facts.patterns),
    )
    yield "conventions", ((_numbers(dirs, row.dir, 1) or _bits(row.bits), (row.dir,)) for row in facts.conventions)
    yield (
        "touches",
        (
            (
                _numbers(dirs, row.dir, row.count, row.inside, row.outside),
                (row.dir, row.inside, row.outside),
            )
            for row in facts.touches
        ),
    )
    yield "declared", ((_numbers(dirs, row.dir, row.weight), (row.dir,)) for row in facts.declared)


def _more_tables(facts: Facts) -> Iterator[tuple[str, Checked]]:
    """Those that are measured on request; a document's row number makes its key unique."""
    dirs, documents = len(facts.nodes), facts.documents or ()
    yield (
        "staleness",
        (
            (_numbers(dirs, row.dir, row.total, row.stale) or _part(row.stale, row.total), (row.dir,))
            for row in facts.staleness or ()
        ),
    )
    yield (
        "redundancy",
        ((_numbers(dirs, row.dir, 1, row.copies, row.dead), (row.dir,)) for row in facts.redundancy or ()),
    )
    yield "documents", ((_numbers(dirs, row.dir, 1, row.time), (row.dir, at)) for at, row in enumerate(documents))
    yield (
        "edges",
        (
            (_numbers(len(documents), row.document, row.time, what="document"), (at,))
            for at, row in enumerate(facts.targets)
        ),
    )


def _wrong_node(facts: Facts, index: int) -> str | None:
    node: Node = facts.nodes[index]
    if min(node.id, node.parent, node.depth, node.subdirs, node.files) < 0:
        return "negative field"
    if node.id != index:
        return f"id {node.id}"
    if index == 0:
        return None if node.parent == node.depth == 0 else "the root is its own parent, at depth 0"
    if node.parent >= index:
        return f"parent {node.parent} does not come before it"
    depth = facts.nodes[node.parent].depth + 1
    return None if node.depth == depth else f"depth {node.depth} is not {depth}"


def _numbers(rows: int, row: int, positive: int, *others: int, what: str = "folder") -> str | None:
    """The row of another table, a number of at least 1, others of at least 0."""
    if min(row, positive, *others) < 0:
        return "negative field"
    if row >= rows:
        return f"{what} out of range"
    return None if positive else "0 is below 1"


def _code(code: int) -> str | None:
    return None if 0 <= code <= MOST_CODE else f"no pattern {code}"


def _bits(bits: int) -> str | None:
    return None if 1 <= bits <= MOST_BITS else f"bits {bits} are none of 1 to {MOST_BITS}"


def _part(part: int, total: int) -> str | None:
    return None if part <= total else f"{part} of {total}"
