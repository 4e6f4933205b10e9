"""What does a C or C++ file include?

Source    docs/methodology/liveness.md; the node kinds of the pinned grammars. Imports of C++20 modules do not parse.
Specifier an angle form keeps its brackets
Detail    `macro` where the name of the file is computed
Marks     `main`: it defines a function that a system, a loader or a fuzzer starts
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode, References
from rubout.measure.nodes import child_in_field, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

MACRO = "macro"
_DIRECTIVES = frozenset({"preproc_include", "preproc_call", "preproc_def"})
_ALSO_INCLUDES = frozenset({"include_next", "import"})  # of compilers, and of Objective-C
# The whole value of a macro that may stand in an include: FreeType names its headers so.
_FILE = re.compile(r"\"([^\"\n]*[./][^\"\n]*)\"|(<[^<>\n]*[./][^<>\n]*>)")
_STARTED = frozenset(
    {"main", "wmain", "_tmain", "WinMain", "wWinMain", "_tWinMain", "DllMain", "LLVMFuzzerTestOneInput"}
)


def references(tree: FlatTree) -> References:
    """The includes of a parsed file."""
    marks = ("main",) if _is_started(tree) else ()
    return References(sites=sites_of(tree, _found(tree)), marks=marks)


def _found(tree: FlatTree) -> Iterator[Found]:
    path, argument = tree.grammar.field("path"), tree.grammar.field("argument")
    value = tree.grammar.field("value")
    for index, kind in nodes_of(tree, _DIRECTIVES):
        start = tree.starts[index]
        if kind == "preproc_include":
            included = child_in_field(tree, index, path)
            if included is not None:
                yield _included(start, text(tree, included))
        elif kind == "preproc_call":
            given = child_in_field(tree, index, argument)
            if given is not None and text(tree, index + 1).lstrip("# \t") in _ALSO_INCLUDES:
                yield _included(start, _uncommented(text(tree, given)))
        elif (defined := child_in_field(tree, index, value)) is not None:
            named = _FILE.fullmatch(_uncommented(text(tree, defined)))
            if named is not None:
                yield Found(start, Kind.STRING_REF, named[1] or named[2], mode=Mode.PROBE)


def _included(start: int, written: str) -> Found:
    if written.startswith('"'):
        return Found(start, Kind.INCLUDE, written.strip('"'))
    return Found(start, Kind.INCLUDE, written, detail="" if written.startswith("<") else MACRO)


def _uncommented(argument: str) -> str:
    return re.split(r"//|/\*", argument, maxsplit=1)[0].strip()


def _is_started(tree: FlatTree) -> bool:
    declarator = tree.grammar.field("declarator")
    for index, _ in nodes_of(tree, frozenset({"function_declarator"})):
        named = child_in_field(tree, index, declarator)
        if named is None or kind_name(tree, tree.parents[index]) != "function_definition":
            continue
        if text(tree, named) in _STARTED:
            return True
    return False
