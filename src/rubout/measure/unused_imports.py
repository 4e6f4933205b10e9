"""Which names does an import bind that stand nowhere else in its file?

Any mention counts as a use, in a string or a comment, too. An import that may be there for what it does, for who
imports from the file, or to see whether it can be done, is not told.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from rubout.measure.nodes import child_in_field, children, first_line, kind_name, last_line, text
from rubout.measure.sites.collect import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

LANGUAGES = frozenset({"python", "javascript", "typescript", "tsx"})
_PYTHON = frozenset({"import_statement", "import_from_statement"})
_SCRIPT = frozenset({"import_statement"})
_BINDERS = frozenset({"identifier", "namespace_import", "import_specifier"})
_MEANT = (b"noqa", b"pylint:", b"pyright:", b"eslint-disable", b"@ts-")
_PRAGMAS = frozenset({"React", "h", "jsx"})  # what JSX is compiled to calls


class UnusedImport(NamedTuple):
    """A name, and the lines of its import."""

    name: str
    start_line: int
    end_line: int


def unused_imports(tree: FlatTree, path: str) -> list[UnusedImport]:
    """Those of a parsed file, in source order."""
    is_python = tree.language.name == "python"
    name = posixpath.basename(path)
    if tree.language.name not in LANGUAGES or name.startswith("__init__.") or name.endswith((".pyi", ".d.ts")):
        return []
    found = []
    for index, _ in nodes_of(tree, _PYTHON if is_python else _SCRIPT):
        start, end = tree.starts[index], tree.ends[index]
        if _is_meant(tree, index):
            continue
        outside = tree.source[:start] + b"\n" + tree.source[end:]
        bound = _bound_in_python(tree, index) if is_python else _bound_in_script(tree, index)
        found += [
            UnusedImport(one, first_line(tree, index), last_line(tree, index))
            for one in bound
            if not re.search(rb"(?<![\w$])%s(?![\w$])" % re.escape(one.encode()), outside)
        ]
    return found


def _is_meant(tree: FlatTree, index: int) -> bool:
    """Whether a comment on its lines, or a `try` around it, says that the import itself is what is wanted."""
    line_end = tree.source.find(b"\n", tree.ends[index])
    whole = tree.source[tree.starts[index] : line_end if line_end >= 0 else len(tree.source)]
    above = index
    while above and kind_name(tree, above) != "try_statement":
        above = tree.parents[above]
    return above > 0 or any(mark in whole.lower() for mark in _MEANT)


def _bound_in_python(tree: FlatTree, index: int) -> Iterator[str]:
    name_field, alias_field = tree.grammar.field("name"), tree.grammar.field("alias")
    whole = kind_name(tree, index) == "import_statement"
    for child in children(tree, index):
        if tree.fields[child] != name_field:
            continue
        alias, inner = child_in_field(tree, child, alias_field), child_in_field(tree, child, name_field)
        if alias is None:
            yield text(tree, child).partition(".")[0] if whole else text(tree, child)
        elif inner is None or text(tree, alias) != text(tree, inner):  # `x as x` hands the name on
            yield text(tree, alias)


def _bound_in_script(tree: FlatTree, index: int) -> Iterator[str]:
    pending = [child for child in children(tree, index) if kind_name(tree, child) == "import_clause"]
    while pending:
        node = pending.pop(0)
        kind = kind_name(tree, node)
        if kind not in _BINDERS:
            pending.extend(children(tree, node))
            continue
        alias = child_in_field(tree, node, tree.grammar.field("alias"))
        inner = child_in_field(tree, node, tree.grammar.field("name"))
        named = next((one for one in (alias, inner) if one is not None), node)
        name = text(tree, named).rpartition(" ")[2]
        if name not in _PRAGMAS:
            yield name
