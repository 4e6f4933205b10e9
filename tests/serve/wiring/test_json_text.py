"""A JSON text changes by one entry, and by nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.serve.wiring.json_text import Node, ShapeError, child, parse, with_entry, without_entry

VALUES = st.recursive(
    st.none() | st.booleans() | st.text(max_size=4) | st.sampled_from(["[", '"', "\\", "{,}", "\u2028é"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
LAYOUTS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {},
        {"indent": 2},
        {"indent": 4},
        {"indent": "\t"},
        {"indent": 0},
        {"separators": (",", ":")},
        {"indent": 2, "ensure_ascii": False},
    ]
)


def containers(node: Node) -> list[Node]:
    """Every object and array of a text."""
    inner = [found for entry in node.entries for found in containers(entry.node)]
    return [node, *inner] if isinstance(node.value, list | dict) else inner


@given(VALUES, LAYOUTS)
def test_the_value_is_that_of_the_standard_reader(value: Any, layout: dict[str, Any]) -> None:
    assert parse(json.dumps(value, **layout)).value == value


@given(VALUES, LAYOUTS, VALUES, st.data())
def test_an_entry_put_in_and_taken_out_leaves_every_byte(
    value: Any, layout: dict[str, Any], new: Any, data: st.DataObject
) -> None:
    text = json.dumps([value], **layout)
    number = data.draw(st.integers(0, len(containers(parse(text))) - 1))
    target = containers(parse(text))[number]
    key = "new key" if isinstance(target.value, dict) else None
    grown = with_entry(text, target, key, new)
    added = containers(parse(grown))[number]
    assert len(added.entries) == len(target.entries) + 1
    assert added.entries[-1].node.value == new
    shrunk = without_entry(grown, added, len(target.entries))
    assert shrunk == text


@given(VALUES.filter(bool), LAYOUTS, st.data())
def test_taking_out_an_entry_leaves_the_others(value: Any, layout: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps([value], **layout)
    full = [number for number, node in enumerate(containers(parse(text))) if node.entries]
    number = data.draw(st.sampled_from(full))
    target = containers(parse(text))[number]
    index = data.draw(st.integers(0, len(target.entries) - 1))
    left = containers(parse(without_entry(text, target, index)))[number]
    kept = [entry for place, entry in enumerate(target.entries) if place != index]
    assert [(entry.key, entry.node.value) for entry in left.entries] == [
        (entry.key, entry.node.value) for entry in kept
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    {
        "": 1,
        "{": 1,
        "[1, 2": 1,
        "{}\n{}": 2,
        "{\n  // note\n}": 2,
        '{\n  "a": 1,\n}': 3,
        "[1,]": 1,
        "{'a': 1}": 1,
        '{"a" 1}': 1,
        '{\n"a":\nNaN}': 3,
        '{"a": "\n"}': 1,
        "nul": 1,
        "[" * 100_000: 1,
    }.items(),
)
def test_what_is_no_json_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ShapeError) as caught:
        parse(text)
    assert caught.value.line == line


def test_a_number_of_any_length_is_kept_as_it_is_written() -> None:
    digits = "9" * 5000
    assert parse(f"[{digits}, 1e400]").value == [digits, "1e400"]


def test_a_key_that_stands_twice_has_no_value() -> None:
    text = '{"a": 1,\n"a": 2}'
    with pytest.raises(ShapeError, match="stands twice") as caught:
        child(text, parse(text), "a")
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "grown"),
    {
        "{}\n": '{\n  "k": [\n    1\n  ]\n}\n',
        '{"a": 1}': '{"a": 1, "k": [1]}',
        '{"a":1}': '{"a":1,"k":[1]}',
        '{ "a": 1 }': '{ "a": 1, "k": [1] }',
        '{\n\t"a": 1\n}': '{\n\t"a": 1,\n\t"k": [\n\t\t1\n\t]\n}',
        '\ufeff{\r\n "a": 1\r\n}': '\ufeff{\r\n "a": 1,\r\n "k": [\r\n  1\r\n ]\r\n}',
    }.items(),
)
def test_an_entry_is_laid_out_as_its_neighbours_are(text: str, grown: str) -> None:
    assert with_entry(text, parse(text), "k", [1]) == grown
