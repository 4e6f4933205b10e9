"""Which files does something outside the code start or read, and by which rule?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.entries import collected, documents
from rubout.measure.entries.all import language_flags
from rubout.measure.entries.bits import ALLOWED, GLOB, MENTIONED
from rubout.measure.entries.globs import selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rubout.facts.source import Permit
    from rubout.measure.resolve.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Flags by path, 0 where there are none; globs of the configuration that select nothing.

    `because`: by path of a file that a manifest, a host or a framework names, the first of these.
    """

    flags: Mapping[str, int]
    unused_globs: tuple[str, ...]
    because: Mapping[str, str]


def entries(
    world: World,
    entry_globs: Sequence[str],
    permits: Mapping[str, Sequence[Permit]],
    mentioned: Iterable[tuple[str, str]],
) -> Entries:
    """The flags of every file.

    Args:
        world: the tree.
        entry_globs: of `[graph]`.
        permits: of the family, by path.
        mentioned: files that a manifest, a framework or a host names, with what names them.
    """
    because: dict[str, str] = {}
    for path, what in mentioned:
        because.setdefault(path, what)
    chosen = selected(world.scope, entry_globs)
    allowed = [path for path, found in permits.items() if any(permit.reason for permit in found)]
    flags = dict.fromkeys(world.scope, 0)
    by_language = language_flags(world)
    sources = (
        by_language,
        collected.flags(world, by_language),
        documents.flags(world),
        dict.fromkeys(set().union(*chosen), GLOB),
        dict.fromkeys(because, MENTIONED),
        dict.fromkeys(allowed, ALLOWED),
    )
    for source in sources:
        for path, bits in source.items():
            if path in flags:
                flags[path] |= bits
    unused = tuple(text for text, paths in zip(entry_globs, chosen, strict=True) if not paths)
    return Entries(flags=flags, unused_globs=unused, because=because)
