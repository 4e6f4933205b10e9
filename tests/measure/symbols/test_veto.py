"""What a mention anywhere does, against a search through all the texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.symbols import Definition, FileWords
from rubout.measure.languages import python
from rubout.measure.symbols.veto import foreign_types, unmentioned
from rubout.measure.symbols.work import file_words

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("alpha", "beta_one", "gamma")
_LINES = st.sampled_from(
    [
        *(f"def {name}():\n    return {name}\n" for name in NAMES),
        *(f"# {name}\n" for name in NAMES),
        "beta_\n",
        "x = 1\n",
    ]
)
TREES = st.dictionaries(
    st.sampled_from(["a.py", "b.py", "notes.txt"]), st.lists(_LINES, max_size=4).map("".join), max_size=3
)


def read(texts: Mapping[str, str]) -> dict[str, FileWords]:
    return {
        path: file_words(text.encode(), path, python.LANGUAGE if path.endswith(".py") else None)
        for path, text in texts.items()
    }


def told(texts: Mapping[str, str]) -> set[tuple[str, str]]:
    files = read(texts)
    every = [(path, one) for path, words in files.items() for one in words.lonely]
    return {(path, one.name) for path, one in unmentioned(files, every)}


def alone(texts: Mapping[str, str]) -> set[tuple[str, str]]:
    """The functions whose name stands in all the texts together only where they, and the comments above, say it."""
    whole = "\n".join(texts.values())
    found = set()
    for path, text in texts.items():
        for own in re.finditer(
            r"((?:^# \w+\n)*)^def (\w+).*\n.*\n", text if path.endswith(".py") else "", re.MULTILINE
        ):
            name = re.compile(rf"\b{own[2]}\b")
            is_begun = own[2].startswith("beta_") and re.search(r"\bbeta_\b", whole)
            if len(name.findall(whole)) == len(name.findall(own[0])) and not is_begun:
                found.add((path, own[2]))
    return found


@given(TREES)
def test_a_name_is_told_when_no_text_holds_it_outside_its_definition(texts: dict[str, str]) -> None:
    assert told(texts) == alone(texts)


@given(TREES, st.sampled_from(NAMES), st.sampled_from(["a.py", "b.py", "notes.txt", "c.json"]))
def test_a_mention_anywhere_takes_the_row_away_and_brings_none(texts: dict[str, str], name: str, path: str) -> None:
    more = {**texts, path: texts.get(path, "") + f'\n\n"{name}"\n'}
    assert told(more) == {one for one in told(texts) if one[1] != name}


def test_what_stands_in_a_told_definition_is_told_with_it() -> None:
    methods = "".join(f"    def {name}(self):\n        pass\n\n" for name in ("inner", "other"))
    source = f"class Outer:\n{methods}\ndef after():\n    pass\n"
    assert told({"a.py": source}) == {("a.py", "Outer"), ("a.py", "after")}
    assert told({"a.py": source, "b.txt": "Outer"}) == {("a.py", "inner"), ("a.py", "other"), ("a.py", "after")}


_TYPES = st.lists(
    st.dictionaries(st.sampled_from("ABCD"), st.lists(st.sampled_from("ABCDX"), max_size=2).map(tuple)), max_size=3
)


@given(_TYPES)
def test_a_type_is_foreign_when_a_chain_of_bases_leaves_the_tree(found: list[dict[str, tuple[str, ...]]]) -> None:
    known = {name for one in found for name in one}

    def leaves(name: str, seen: frozenset[str]) -> bool:
        if name not in known:
            return True
        bases = {base for one in found for base in one.get(name, ())}
        # A type that is made from its own name is made from another one of that name.
        return name in bases or any(leaves(base, seen | {name}) for base in bases - seen)

    assert foreign_types(found) == {name for name in known if leaves(name, frozenset())}


def test_rows_come_by_path_and_place() -> None:
    rows = [("b", 1), ("a", 9), ("a", 2)]
    every = [
        (path, Definition(f"n{line}", 0, f"name{line}{path}", "function", line, line, line)) for path, line in rows
    ]
    files = {path: FileWords(f"name1{path}\nname2{path}\nname9{path}") for path in "ab"}
    assert [(path, one.line) for path, one in unmentioned(files, every)] == [("a", 2), ("a", 9), ("b", 1)]
