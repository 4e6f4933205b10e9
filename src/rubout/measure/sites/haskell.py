"""What does a Haskell file import?

Source    docs/methodology/liveness.md; the node kinds of the pinned grammar
Namespace the module's own name, "" for a program that gives none
Marks     `shebang`: it starts with `#!`
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.nodes import child_in_field, text, text_between
from rubout.measure.sites.collect import Found, nodes_of, of_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.references import References
    from rubout.measure.tree import FlatTree

_OPENERS = frozenset({"import", "cpp", "header"})
_INCLUDE = re.compile(rb"#[ \t]*include[ \t]+(?:\"([^\"\n]+)\"|(<[^>\n]+>))")
# The grammar takes the branch after an `#else` for a part of that line.
_IMPORT = re.compile(
    rb"^import[ \t]+(?:safe[ \t]+)?(?:qualified[ \t]+)?(?:\"[^\"\n]*\"[ \t]*)?([A-Z][\w.']*)", re.MULTILINE
)


def references(tree: FlatTree) -> References:
    """The imports of a parsed file, and what its preprocessor includes."""
    module = tree.grammar.field("module")
    namespace = ""
    found: list[Found] = []
    for index, kind in nodes_of(tree, _OPENERS):
        named = child_in_field(tree, index, module)
        if kind == "cpp":
            found.extend(_preprocessed(tree, index))
        elif named is not None and kind == "import":
            found.append(Found(tree.starts[index], Kind.IMPORT, text(tree, named)))
        elif named is not None:
            namespace = text(tree, named)
    return of_script(tree, found, namespace)


def _preprocessed(tree: FlatTree, index: int) -> Iterator[Found]:
    start, end = tree.starts[index], tree.ends[index]
    included = _INCLUDE.match(tree.source, start, end)
    if included is not None:
        spec = included[1] or included[2]
        yield Found(start, Kind.INCLUDE, spec.decode(errors="replace"))
    for imported in _IMPORT.finditer(tree.source, start, end):
        yield Found(imported.start(), Kind.IMPORT, text_between(tree, *imported.span(1)))
