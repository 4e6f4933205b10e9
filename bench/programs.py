"""Python programs that nobody wrote: valid, and with next to no run of fifty tokens that two of them share."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

INDENT = "    "
MOST_DEPTH = 3
STATEMENTS_IN_A_FUNCTION = 12
OPERATORS = ("+", "-", "*", "/", "//", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", ">", "and", "or", "is", "in")
EXPRESSIONS = (
    "{a} {operator} {b}",
    "{a} {operator} ({b})",
    "-{a}",
    "(not {a})",
    "{name}({a}, {b})",
    "{name}.{other}({a})",
    "{name}[{a}]",
    "[{a}, {b}]",
    "({a}, {b})",
    "{{{a}: {b}}}",
    "({a} if {b} else {name})",
    "(lambda: {a})",
    "[{name} for {name} in {a}]",
)
SIMPLE = ("{name} = {a}", "{name}.{other} = {a}", "{name} += {a}", "{name}({a})", "assert {a}, {b}", "del {name}[{a}]")
COMPOUND = ("if {a}:", "while {a}:", "for {name} in {a}:", "with {a} as {name}:", "def {name}({other}):")


def program(number: int, size: int) -> str:
    """A program of at least `size` bytes; the same number gives the same program."""
    random = Random(number)  # equal numbers must give equal programs
    parts: list[str] = []
    length = 0
    while length < size:
        part = "".join(f"{line}\n" for line in _function(random))
        parts.append(part)
        length += len(part)
    return "".join(parts)


def _function(random: Random) -> Iterator[str]:
    yield f"def {_name(random)}({_name(random)}):"
    for _ in range(STATEMENTS_IN_A_FUNCTION):
        yield from _statement(random, depth=1)


def _statement(random: Random, depth: int) -> Iterator[str]:
    if depth < MOST_DEPTH and random.random() < 1 / 4:
        yield INDENT * depth + _filled(random, random.choice(COMPOUND))
        for _ in range(random.randint(1, 3)):
            yield from _statement(random, depth + 1)
    else:
        yield INDENT * depth + _filled(random, random.choice(SIMPLE))


def _filled(random: Random, template: str, depth: int = 0) -> str:
    return template.format(
        a=_expression(random, depth),
        b=_expression(random, depth),
        name=_name(random),
        other=_name(random),
        operator=random.choice(OPERATORS),
    )


def _expression(random: Random, depth: int) -> str:
    if depth < MOST_DEPTH and random.random() < 1 / 2:
        return _filled(random, random.choice(EXPRESSIONS), depth + 1)
    return random.choice((_name(random), str(random.randrange(1000)), f'"{_name(random)}"'))


def _name(random: Random) -> str:
    return "n" + "".join(random.choices("aeioklmnrst", k=6))
