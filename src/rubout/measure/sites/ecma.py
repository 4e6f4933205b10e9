"""What does a TypeScript, TSX or JavaScript file say of others?

Source    docs/methodology/liveness.md; the node kinds of the pinned grammars.
Detail    of an import or export with a source: the names as they are over there, `default` and `*` (all) too, with
          blanks between; `reference` for a triple-slash reference, whose path is always relative to the file; `deep`
          for a pattern whose `*` may cross slashes after all.
Pattern   `*` stands for what is computed and crosses no slash; `**` crosses them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.references import Kind, Mode, References
from rubout.measure.nodes import child_in_field, children, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.ecma_calls import Calls
from rubout.measure.sites.ecma_names import declared, marks, reexports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.tree import FlatTree

_TEXTS = frozenset({"string", "template_string"})
_OPENERS = _TEXTS | {"import_statement", "export_statement", "call_expression", "new_expression", "comment"}
_PRAGMA = b"@jsxImportSource"
_JSX = re.compile(rb"/\*[\s*]*@jsxImportSource\s+([^\s*]+)")
_ENVIRONMENT = b"-environment "  # of Vitest and Jest
_NAMED = re.compile(
    rb"@(?:vit|j)est-environment\s+(?=(?P<path>[\w./@-]+\.[cm]?[jt]s|\.\.?/[^\"'\n]*))"
    rb"|(?:\bimport\(\s*|@import\s[^\"'@]*?\bfrom\s+)([\"'])(?=\.\.?/)(?P<typed>[^\"'\n]*)\2"
)
_REFERENCE = re.compile(rb"///\s*<reference\s+path\s*=\s*([\"'])(.+?)\1")


class _Fields(NamedTuple):
    """Ids of the grammar's fields."""

    source: int
    name: int


def references(tree: FlatTree) -> References:
    """What the file says of others."""
    fields = _fields(tree.grammar)
    return References(
        sites=sites_of(tree, _found(tree, fields)),
        declared=declared(tree),
        reexports=reexports(tree, fields.source),
        marks=marks(tree),
    )


@cache
def _fields(grammar: Loaded) -> _Fields:
    return _Fields(*map(grammar.field, _Fields._fields))


def _found(tree: FlatTree, fields: _Fields) -> Iterator[Found]:
    calls = Calls(tree)
    for index, kind in nodes_of(tree, _OPENERS):
        if kind in _TEXTS:
            yield from calls.of_string(index)
        elif kind == "call_expression":
            yield from calls.of_call(index)
        elif kind == "new_expression":
            yield from calls.of_new(index)
        elif kind == "comment":
            yield from _of_comment(tree, index)
        else:
            opened = Kind.IMPORT if kind == "import_statement" else Kind.EXPORT_FROM
            yield from _of_statement(tree, index, opened, fields)


def _of_statement(tree: FlatTree, index: int, kind: Kind, fields: _Fields) -> Iterator[Found]:
    source = child_in_field(tree, index, fields.source)
    clause = index
    if source is None and kind is Kind.IMPORT:
        clause = next(
            (child for child in children(tree, index) if kind_name(tree, child) == "import_require_clause"), 0
        )
        source = child_in_field(tree, clause, fields.source) if clause else None
    if source is None:
        return
    names, typed = _names(tree, index, fields)
    mode = Mode.TYPE_ONLY if typed else Mode.STATIC
    yield Found(tree.starts[index], kind, text(tree, source)[1:-1], mode=mode, detail=" ".join(names))


def _names(tree: FlatTree, statement: int, fields: _Fields) -> tuple[list[str], bool]:
    """The names that are taken over, and whether the statement vanishes when types are erased."""
    names: list[str] = []
    specifiers = typed = 0
    whole = False
    for child in _clause_parts(tree, statement):
        kind = kind_name(tree, child)
        if kind == "type" and tree.parents[child] == statement:
            whole = True
        elif kind in ("import_specifier", "export_specifier"):
            specifiers += 1
            typed += kind_name(tree, child + 1) == "type"
            name = child_in_field(tree, child, fields.name)
            names.append(text(tree, child if name is None else name))
        elif kind in ("namespace_import", "namespace_export", "*"):
            names.append("*")
        elif kind == "identifier" and kind_name(tree, tree.parents[child]) == "import_clause":
            names.append("default")
    return names, whole or (0 < specifiers == typed == len(names))


def _clause_parts(tree: FlatTree, statement: int) -> Iterator[int]:
    """The children of the statement and of the clauses in it, in source order."""
    for child in children(tree, statement):
        yield child
        if kind_name(tree, child) in ("import_clause", "named_imports", "export_clause"):
            yield from _clause_parts(tree, child)


def _of_comment(tree: FlatTree, index: int) -> Iterator[Found]:
    """What a comment loads: triple-slash references, the module of JSX, the environment of tests, documented types."""
    start, end = tree.starts[index], tree.ends[index]
    if tree.source.startswith(b"///", start):
        match = _REFERENCE.match(tree.source, start, end)
        if match is not None:
            path = match[2].decode(errors="replace")
            yield Found(start, Kind.IMPORT, path, mode=Mode.TYPE_ONLY, detail="reference")
    elif tree.source.find(_PRAGMA, start, end) >= 0:
        match = _JSX.match(tree.source, start, end)
        if match is not None:
            yield Found(start, Kind.IMPORT, match[1].decode(errors="replace").rstrip("/") + "/jsx-runtime")
    elif tree.source.startswith(b"/**", start) or tree.source.find(_ENVIRONMENT, start, end) >= 0:
        for match in _NAMED.finditer(tree.source, start, end):
            yield Found(
                match.start(),
                Kind.STRING_REF,
                (match["path"] or match["typed"]).decode(errors="replace"),
                mode=Mode.PROBE,
            )
