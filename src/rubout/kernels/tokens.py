"""The tokens of a flattened tree: which leaves they are made of, then the text and the lines of each.

A compiled pass costs a tenth of the same rules as array operations: files are small, and the rules
(comments, literals of several pieces, cuts) depend on what came before. A piece's text is that of the
outermost string node around its leaf, since some grammars give only the escapes of a string as leaves.
"""

from __future__ import annotations

from array import array

import cython

# Flags of a node kind.
COMMENT = 1  # dropped with its subtree
LITERAL = 2  # a leaf that is a literal or a piece of one
PIECE = 4  # a string node: as a parent it is itself a piece of a longer literal
UNIT = 8  # a function unit, where the field test holds
CUT = 16  # cut out of the stream, where the field test holds and outside every function unit

Arrays = tuple[array, ...]  # type: ignore[type-arg]  # of several item types


def token_columns(source: bytes, newlines: array[int], nodes: Arrays, table: Arrays) -> tuple[Arrays, int]:
    """One item a token, in source order.

    Args:
        source: the bytes that were parsed.
        newlines: `lines.newline_offsets(source)`.
        nodes: kinds, fields, starts, ends, parents and afters of `flatten.flatten`.
        table: codes 'H' (never 0), flags 'B' and the field test, required 'H' and forbidden 'H' (a field id, 0:
            none); one item a node kind.

    Returns:
        codes 'H' (0: the token is cut), raws 'Q' (FNV-1a of its text), start and end lines 'I'; and the number
        of tokens cut.
    """
    leaves, texts, firsts, codes, cut = token_pieces(nodes, table)
    raws = _raws(source, nodes, texts, firsts)
    starts, ends = _lines(len(source), newlines, nodes, leaves, firsts)
    return (codes, raws, starts, ends), cut


def token_pieces(nodes: Arrays, table: Arrays) -> tuple[array[int], array[int], array[int], array[int], int]:
    """What the tokens are made of.

    Returns:
        Of each piece its leaf and the node that has its text, both 'I'; of each token its first piece 'I' (one
        item more: the number of pieces) and its code 'H'; and the number of tokens cut.
    """
    kind: cython.const[cython.ushort][::1] = nodes[0]
    parent: cython.const[cython.uint][::1] = nodes[4]
    after: cython.const[cython.uint][::1] = nodes[5]
    code: cython.const[cython.ushort][::1] = table[0]
    flags: cython.const[cython.uchar][::1] = table[1]
    count: cython.uint = len(nodes[0])
    leaves, texts, codes = array("I", bytes(4 * count)), array("I", bytes(4 * count)), array("H", bytes(2 * count))
    firsts = array("I", bytes(4 * (count + 1)))
    leaf: cython.uint[::1] = leaves
    text: cython.uint[::1] = texts
    first: cython.uint[::1] = firsts
    token: cython.ushort[::1] = codes
    # A module's names are Python objects, a hundred times slower to test than typed locals.
    comment: cython.uint = COMMENT
    literal: cython.uint = LITERAL
    piece: cython.uint = PIECE
    unit: cython.uint = UNIT
    bounded: cython.uint = UNIT | CUT
    found: cython.uint = 0  # pieces
    made: cython.uint = 0  # tokens
    cut: cython.uint = 0
    unit_end: cython.uint = 0
    cut_end: cython.uint = 0
    last: cython.uint = count  # the owner of the literal that may go on; no node has this index
    owner: cython.uint
    whole: cython.uint
    flag: cython.uint
    index: cython.uint = 0
    while index < count:
        flag = flags[kind[index]]
        if flag & comment:
            index = after[index]
            continue
        if (
            flag & bounded
            and index >= unit_end
            and index >= cut_end
            and has_its_field(index, nodes, table[2], table[3])
        ):
            if flag & unit:
                unit_end = after[index]
            else:  # no literal goes on across it: the owner of a literal inside lies inside too
                cut_end = after[index]
        if after[index] == index + 1:
            whole = index
            while flags[kind[parent[whole]]] & piece and parent[whole] != whole:
                whole = parent[whole]
            owner = parent[whole] if flag & literal else count
            if owner == count or owner != last:
                first[made] = found
                cut += index < cut_end
                token[made] = 0 if index < cut_end else code[kind[index]]
                made += 1
            last = owner
            leaf[found] = index
            text[found] = whole
            found += 1
        index += 1
    first[made] = found
    return leaves[:found], texts[:found], firsts[: made + 1], codes[:made], cut


def has_its_field(node: int, nodes: Arrays, must: array[int], must_not: array[int]) -> bool:
    """Whether the node has the field its kind must have, and not the one it must not have; 0 in either array: none."""
    kinds, fields, _, _, _, afters = nodes
    required = must[kinds[node]]
    forbidden = must_not[kinds[node]]
    if not required and not forbidden:
        return True
    end: cython.uint = afters[node]
    child: cython.uint = node + 1
    missing = bool(required)
    while child < end:
        if fields[child] and fields[child] == forbidden:
            return False
        if fields[child] and fields[child] == required:
            missing = False
        child = afters[child]
    return not missing


def _raws(source: bytes, nodes: Arrays, texts: array[int], firsts: array[int]) -> array[int]:
    """Hash the text of each token; consecutive pieces of one node have its text once, at the first of them."""
    data: cython.const[cython.uchar][::1] = source
    start: cython.const[cython.uint][::1] = nodes[2]
    end: cython.const[cython.uint][::1] = nodes[3]
    text: cython.const[cython.uint][::1] = texts
    first: cython.const[cython.uint][::1] = firsts
    made: cython.uint = len(firsts) - 1
    raws = array("Q", bytes(8 * made))
    raw: cython.ulonglong[::1] = raws
    mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    prime: cython.ulonglong = 0x100000001B3
    basis: cython.ulonglong = 0xCBF29CE484222325
    state: cython.ulonglong
    index: cython.uint
    piece: cython.uint
    byte: cython.uint
    for index in range(made):
        state = basis
        for piece in range(first[index], first[index + 1]):
            if piece > 0 and text[piece] == text[piece - 1]:
                continue
            for byte in range(start[text[piece]], end[text[piece]]):
                state = ((state ^ data[byte]) * prime) & mask
        raw[index] = state
    return raws


def _lines(
    size: int, newlines: array[int], nodes: Arrays, leaves: array[int], firsts: array[int]
) -> tuple[array[int], array[int]]:
    """The line each token begins on and the one its last byte lies on.

    A line feed lies on the line it ends, and what is empty behind the last byte (of `size`) on the line of that.
    """
    newline: cython.const[cython.uint][::1] = newlines
    start: cython.const[cython.uint][::1] = nodes[2]
    end: cython.const[cython.uint][::1] = nodes[3]
    leaf: cython.const[cython.uint][::1] = leaves
    first: cython.const[cython.uint][::1] = firsts
    rows: cython.uint = len(newlines)
    made: cython.uint = len(firsts) - 1
    starts, ends = array("I", bytes(4 * made)), array("I", bytes(4 * made))
    start_line: cython.uint[::1] = starts
    end_line: cython.uint[::1] = ends
    row: cython.uint = 0  # newlines before the byte in hand; leaves lie in source order, so it only grows
    last: cython.uint = max(size, 1) - 1
    byte: cython.uint
    index: cython.uint
    for index in range(made):
        byte = min(start[leaf[first[index]]], last)
        while row < rows and newline[row] < byte:
            row += 1
        start_line[index] = row + 1
        byte = end[leaf[first[index + 1] - 1]]
        if byte > 0:  # an empty token ends where it begins: the row only grows
            byte -= 1
        while row < rows and newline[row] < byte:
            row += 1
        end_line[index] = row + 1
    return starts, ends
