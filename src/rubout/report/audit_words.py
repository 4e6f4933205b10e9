"""What the audit at the end of a turn says to the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted, printable

if TYPE_CHECKING:
    from rubout.gate.audit import Audited
    from rubout.gate.audit_blocks import Block

PLACES = 5  # that a reason names


def stop_reason(audited: Audited) -> str:
    """The copies that the turn brought in, by place, and what would pass."""
    blocks = audited.introduced
    named = "; ".join(_words(block) for block in blocks[:PLACES])
    more = f"; +{len(blocks) - PLACES} more" if len(blocks) > PLACES else ""
    return (
        f"rubout: {counted(len(audited.files), 'changed file')} ({audited.net_lines:+d} lines) bring in"
        f" {counted(len(blocks), 'copy', 'copies')}: {named}{more}."
        " Keep one of each and call it, or permit one with a reason: rubout:allow(clones) -- why."
    )


def _words(block: Block) -> str:
    new, old = block.new, block.old
    there = f"{printable(old.path)}:{old.start_line}-{old.end_line}"
    return f"{printable(new.path)} lines {new.start_line}-{new.end_line} duplicate {there} ({block.tokens} tokens)"
