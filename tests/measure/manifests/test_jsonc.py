"""JSON with comments and trailing commas."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.manifests.jsonc import leaves, table


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a":' * 100_000])
def test_what_holds_no_object_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        table(text)


@pytest.mark.parametrize(
    ("text", "found"),
    {
        '{"a": 1}': {"a": 1},
        '\ufeff{"a": 1}': {"a": 1},
        '// head\n{"a": 1, // one\n/* two,} */ "b": [1, 2,],}\n': {"a": 1, "b": [1, 2]},
        '{"a": "// no", "b": "/* no */", "c": "x,]", "d": "\\"// no", }': {
            "a": "// no",
            "b": "/* no */",
            "c": "x,]",
            "d": '"// no',
        },
        '{"a": 1, /* c */ }': {"a": 1},
        '{"*": ["./*"], "@/*": ["src/*"],}': {"*": ["./*"], "@/*": ["src/*"]},
    }.items(),
)
def test_strings_are_left_as_they_are(text: str, found: object) -> None:
    assert table(text) == found


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"a": }', '{"a" 1}', '{"a": 1,, }'])
def test_what_is_no_object_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        table(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('a/*,]}"\\\n ', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('a/*",}', max_size=3), inner, max_size=3),
    max_leaves=8,
)


def loose(value: object, noise: str) -> str:
    """The value with a comma behind every item, and noise around it."""
    if isinstance(value, dict):
        inner = (f"{json.dumps(key)}{noise}:{noise}{loose(one, noise)}{noise},{noise}" for key, one in value.items())
        return f"{{{noise}{''.join(inner)}}}"
    if isinstance(value, list):
        return f"[{noise}{''.join(f'{loose(one, noise)}{noise},{noise}' for one in value)}]"
    return json.dumps(value)


@given(
    st.dictionaries(st.text("ab/*,", max_size=4), _JSON, max_size=4), st.sampled_from(["", " ", "// c,}\n", "/*,]*/"])
)
def test_comments_and_trailing_commas_change_nothing(value: dict[str, object], noise: str) -> None:
    assert table(noise + loose(value, noise) + noise) == value


def test_leaves_come_in_document_order() -> None:
    assert list(leaves({"b": ["1", {"c": "2"}], "a": None, "d": "3"})) == ["1", "2", "3"]
