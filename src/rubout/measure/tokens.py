"""The token stream of a file (docs/methodology/clones.md): leaves by the name of their kind, never by their text."""

from __future__ import annotations

import sys
from array import array
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rubout.facts.source import Tokens
from rubout.kernels import flatten
from rubout.kernels import tokens as kernel
from rubout.measure import kinds
from rubout.measure.fingerprints import fingerprints

if TYPE_CHECKING:
    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

_NUMBERS = frozenset({"integer", "float", "escape_sequence", "number"})
_PIECE_ENDS = ("content", "fragment", "start", "end")


def token_facts(tree: FlatTree, *, keep_imports: bool) -> Tokens:
    """Tokens and fingerprints; imports outside functions are cut out unless `keep_imports`."""
    nodes = (tree.kinds, tree.fields, tree.starts, tree.ends, tree.parents, tree.afters)
    table = _table(tree.language, tree.grammar, keep_imports)
    (codes, raws, starts, ends), masked = kernel.token_columns(tree.source, tree.newlines, nodes, table)
    hashes, positions = fingerprints(codes)
    return Tokens(
        codes=little_endian(codes),
        raws=little_endian(raws),
        starts=little_endian(starts),
        ends=little_endian(ends),
        hashes=little_endian(hashes),
        positions=little_endian(positions),
        masked=masked,
    )


class TokenText(NamedTuple):
    """One token as it is written: its code, and the bytes that it spans, the end excluded."""

    code: int
    text: bytes
    start: int
    end: int


def token_texts(tree: FlatTree) -> list[TokenText]:
    """The tokens of a file, imports among them, in source order; a literal of several pieces is one."""
    nodes = (tree.kinds, tree.fields, tree.starts, tree.ends, tree.parents, tree.afters)
    _, texts, firsts, codes, _ = kernel.token_pieces(nodes, _table(tree.language, tree.grammar, keep_imports=True))
    found = []
    for number, code in enumerate(codes):
        pieces = list(dict.fromkeys(texts[firsts[number] : firsts[number + 1]]))
        text = b"".join(tree.source[tree.starts[piece] : tree.ends[piece]] for piece in pieces)
        found.append(TokenText(code, text, tree.starts[pieces[0]], tree.ends[pieces[-1]]))
    return found


@cache
def _table(language: Language, grammar: Loaded, keep_imports: bool) -> kernel.Arrays:  # noqa: FBT001 - a cache key
    """What the kernel needs to know of each node kind: code, flags, and the field test of units and cuts."""
    cuts = {} if keep_imports else {cut.kind: cut for cut in language.cuts}
    codes, flags, required, forbidden = array("H"), array("B"), array("H"), array("H")
    for name, named in zip(grammar.kind_names, grammar.kind_named, strict=True):
        flag = kernel.COMMENT if name in language.comments else 0
        must, must_not = None, None
        if named and (name in language.units or name in language.units_with_field):
            flag |= kernel.UNIT
            must = language.units_with_field.get(name)
        elif named and name in cuts:
            flag |= kernel.CUT
            must, must_not = cuts[name].with_field, cuts[name].without_field
        if _is_literal(name, language, named=named):
            flag |= kernel.LITERAL
        if _is_piece(name):
            flag |= kernel.PIECE
        codes.append(_code(name, language, named=named))
        flags.append(flag)
        required.append(grammar.field(must) if must else 0)
        forbidden.append(grammar.field(must_not) if must_not else 0)
    return codes, flags, required, forbidden


@cache
def looked_at(language: Language, grammar: Loaded, keep_imports: bool) -> bytes:  # noqa: FBT001 - a cache key
    """What `token_facts` looks at of a node with children, by its kind, as `kernels.flatten` takes it."""
    _, flags, required, forbidden = _table(language, grammar, keep_imports)
    return bytes(
        (flatten.SPAN if flag & kernel.PIECE else 0) | (flatten.FIELDS if must or must_not else 0)
        for flag, must, must_not in zip(flags, required, forbidden, strict=True)
    )


def _code(name: str, language: Language, *, named: bool) -> int:
    if _is_identifier(name, language, named=named):
        return kinds.IDENTIFIER
    return kinds.LITERAL if _is_literal(name, language, named=named) else kinds.code_of(name)


def _is_identifier(name: str, language: Language, *, named: bool) -> bool:
    return name.endswith("identifier") or (named and name in language.more_identifiers)


def _is_literal(name: str, language: Language, *, named: bool) -> bool:
    """Whether a leaf of the kind is a literal or a piece of one; `null`, `true` and `false` are none."""
    if name == "null_literal" or _is_identifier(name, language, named=named):
        return False
    if name.endswith("literal") or name in language.delimiters or _is_piece(name):
        return True
    # Anonymous `number` (TypeScript) and `float` (Java, PHP) are keywords that name a type.
    return named and (name in _NUMBERS or name in language.more_literals)


def _is_piece(name: str) -> bool:
    return "string" in name and name.endswith(_PIECE_ENDS)


def little_endian(column: array[int]) -> bytes:
    """The items of a column as bytes that do not depend on the machine."""
    if sys.byteorder == "big":
        column = array(column.typecode, column)
        column.byteswap()
    return column.tobytes()
