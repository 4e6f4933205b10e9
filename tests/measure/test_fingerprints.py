from __future__ import annotations

from array import array

import pytest

from rubout.measure.fingerprints import WIDTH, WINDOW, fingerprints
from rubout.measure.kinds import code_hashes
from rubout.measure.tokens import token_facts
from tests.measure.conftest import flat_tree
from tests.samples import LOOP

TABLE = b"D = {\n" + b"".join(b'    %d: ("ai", "b"),\n' % row for row in range(40)) + b"}"


def python_facts(source: bytes) -> tuple[array[int], array[int], array[int], array[int]]:
    """Codes, start lines, end lines and fingerprint positions."""
    facts = token_facts(flat_tree("python", source), keep_imports=False)
    return array("H", facts.codes), array("I", facts.starts), array("I", facts.ends), array("I", facts.positions)


def test_fifty_common_tokens_are_always_found() -> None:
    assert WIDTH + WINDOW - 1 == 50


def test_example_10_a_function_of_fifty_two_tokens_has_two_fingerprints() -> None:
    codes, starts, ends, positions = python_facts(LOOP.encode())
    assert (len(codes), len(set(codes))) == (52, 22)
    assert [(place, starts[place], ends[place + WIDTH - 1]) for place in positions] == [(14, 3, 7), (26, 5, 10)]


def test_example_11_a_table_of_data_has_few_distinct_tokens() -> None:
    codes, *_ = python_facts(TABLE)
    assert (len(codes), len(set(codes))) == (324, 9)


def test_the_facts_hold_the_fingerprints_of_their_codes() -> None:
    codes, _, _, positions = python_facts(TABLE)
    assert fingerprints(codes)[1] == positions


@pytest.mark.parametrize(("cut", "expected"), [(None, 1), (30, 1), (25, 1), (24, 0), (10, 1)])
def test_no_fingerprint_spans_a_cut(cut: int | None, expected: int) -> None:
    codes = array("H", range(10, 59))
    if cut is not None:
        codes[cut] = 0
    _, positions = fingerprints(codes)
    assert len(positions) == expected
    assert not any(cut is not None and place <= cut < place + WIDTH for place in positions)


def test_a_run_is_hashed_over_the_classes_of_its_tokens() -> None:
    codes = array("H", range(10, 35))
    hashes, positions = fingerprints(codes)
    weights = [1000003 ** (WIDTH - 1 - place) for place in range(WIDTH)]
    table = code_hashes()
    assert hashes.tolist() == [sum(table[code] * weight for code, weight in zip(codes, weights, strict=True)) % 2**64]
    assert positions.tolist() == [0]
