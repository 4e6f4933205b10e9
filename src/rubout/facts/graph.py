"""The reference graph with its names: nodes, edges, and the sites that gave none (docs/methodology/liveness.md).

The codes are written into reports and never change.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec

from rubout.facts.packed import Packed
from rubout.facts.references import References
from rubout.facts.source import Permit


class NodeKind(IntEnum):
    """What a node is; only files are ever judged dead."""

    FILE = 0
    PACKAGE = 1  # a folder
    SECTION = 2  # of a Markdown file


class EdgeKind(IntEnum):
    """What an edge stands for."""

    IMPORT = 0
    DOC_LINK = 1  # Markdown to Markdown
    DOC_REF = 2  # Markdown to anything else
    ASSET = 3  # never a reference
    CONTAIN = 4  # a folder to its files
    IMPLIED = 5  # to load the source is to load the target
    IMPORT_TYPE = 6
    DYNAMIC = 7
    MANIFEST = 8
    DECLARE = 9  # Rust: a module to the one that it is made of; a reference, but no import, so it closes no cycle


POSSIBLE_RUNG = 6  # of the candidates of a refused site


class FileReferences(msgspec.Struct, frozen=True, array_like=True):
    """What the graph needs of one file, as the index keeps it.

    `permits` are those of this family; `surface` is the digest of what the answers of other files may depend on.
    """

    references: References
    total_lines: int
    permits: tuple[Permit, ...] = ()
    parse_errors: int = 0
    rule: str = ""  # of its content; `xml` is no file of the graph
    surface: bytes = b""


class Node(Packed, frozen=True):
    """`unit` is "" for a file and for a folder named by code, "/" for one named by a document, else a slug.

    `lang` is the language's code, 7 for a folder; `flags` are 0 for all but files.
    """

    path: str
    unit: str
    lang: int
    kind: NodeKind
    flags: int = 0


class Edge(Packed, frozen=True):
    """An edge between nodes, by index; `line` is that of its first site, 0 when no site made it."""

    src: int
    dst: int
    kind: EdgeKind
    rung: int
    line: int = 0
    sites: int = 0


class Unresolved(Packed, frozen=True):
    """A site without an answer."""

    path: str
    line: int
    nth: int
    kind: str
    spec: str
    reason: str
    lang: str


class Graph(msgspec.Struct, frozen=True):
    """Nodes by (path, unit); edges ascend strictly by (src, dst, kind, rung).

    `sites` counts the sites that must have an answer: probes that found nothing are none.
    """

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    sites: int = 0


def label_of(node: Node) -> str:
    """A file by its path, a folder with a slash behind it, a section with its anchor."""
    if node.kind is NodeKind.PACKAGE:
        return f"{node.path}/" if node.path else "./"
    return f"{node.path}#{node.unit}" if node.unit else node.path
