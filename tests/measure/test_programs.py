"""Files that do something by themselves."""

from __future__ import annotations

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.programs import is_program
from tests.tables import cases

BY_NAME = {language.name: language for language in LANGUAGES}


@cases(
    "language source expected",
    r"""
    python => def f(): g()\n =>
    python => if a:\n    try:\n        g()\n    except E:\n        pass\n => yes
    python => for x in y:\n    pass\n => yes
    javascript => export const a = 1\n =>
    javascript => var a = 1\n => yes
    javascript => exports.a = 1; if (b) { c() }\n => yes
    rust => fn main() { f() }\n =>
    """,
)
def test_what_runs_when_it_is_loaded_is_a_program(language: str, source: str, expected: str) -> None:
    assert is_program(source.encode(), BY_NAME[language]) == bool(expected)


def test_a_chain_as_long_as_any_is_looked_through() -> None:
    chain = " else ".join(f"if (a === {number}) {{ b = {number} }}" for number in range(2000))
    assert is_program(f"export let b = 0; {chain} else {{ c() }}\n".encode(), BY_NAME["javascript"])
