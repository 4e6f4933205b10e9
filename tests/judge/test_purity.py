"""A judge is arithmetic on what it is given: its syntax tree shows no float, no division and no way out."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rubout.judge

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = sorted(Path(path) for folder in rubout.judge.__path__ for path in Path(folder).glob("*.py"))

LIBRARY = {"__future__", "bisect", "collections", "dataclasses", "enum", "fractions", "itertools", "msgspec", "typing"}
LANES = {"errors", "facts", "judge", "kernels"}
NAMES = {
    "__builtins__",
    "__import__",
    "breakpoint",
    "compile",
    "complex",
    "eval",
    "exec",
    "float",
    "globals",
    "input",
    "open",
    "print",
    "round",
}
ATTRIBUTES = {"__float__", "__rtruediv__", "__truediv__", "as_integer_ratio", "from_float"}


def impurities(source: str) -> list[str]:
    """What a judge may not hold, in the order of the tree."""
    return [wrong for node in ast.walk(ast.parse(source)) for wrong in _wrong_with(node)]


def _wrong_with(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=float() | complex() as number):
            yield f"the literal {number}"
        case ast.Name(id=name) if name in NAMES:
            yield f"the name {name}"
        case ast.Attribute(attr=name) if name in ATTRIBUTES:
            yield f"the attribute {name}"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            yield "a true division"
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            yield "a power that is no integer"
        case ast.Import(names=names):
            yield from (f"an import of {alias.name}" for alias in names if not _may_import(alias.name))
        case ast.ImportFrom(module=module, level=level, names=names):
            whole = [f"rubout.{alias.name}" for alias in names] if module == "rubout" else [module or ""]
            yield from (f"an import of {name}" for name in whole if level or not _may_import(name))


def _may_import(module: str) -> bool:
    top, *rest = module.split(".")
    return rest[:1] != [] and rest[0] in LANES if top == "rubout" else top in LIBRARY


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_judge_is_arithmetic_only(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


def test_the_judges_are_looked_at() -> None:
    assert {"scan", "clones"} <= {path.stem for path in MODULES}


@pytest.mark.parametrize(
    ("planted", "says"),
    {
        "half = 0.5": "the literal 0.5",
        "turn = 1j": "the literal 1j",
        "big = 1e9": "the literal 1000000000.0",
        "def judge(x: float): ...": "the name float",
        "x = float(1)": "the name float",
        "x = complex(1, 2)": "the name complex",
        "x = round(y)": "the name round",
        "key = sorted(x, key=round)": "the name round",
        "x = a / b": "a true division",
        "x /= 2": "a true division",
        "x = lambda a, b: a / b": "a true division",
        "x = 2 ** -1": "a power that is no integer",
        "x = a.__truediv__(b)": "the attribute __truediv__",
        "x = Fraction.from_float(y)": "the attribute from_float",
        "import math": "an import of math",
        "import os.path": "an import of os.path",
        "import fractions, time": "an import of time",
        "from random import choice": "an import of random",
        "def judge():\n    import datetime": "an import of datetime",
        "from rubout.measure.tree import parse": "an import of rubout.measure.tree",
        "from rubout import store": "an import of rubout.store",
        "import rubout": "an import of rubout",
        "from . import scan": "an import of ",
        "from .scan import judge": "an import of scan",
        "open('x')": "the name open",
        "print(1)": "the name print",
        "input()": "the name input",
        "eval('1 / 2')": "the name eval",
        "exec('x')": "the name exec",
        "__import__('os')": "the name __import__",
    }.items(),
)
def test_what_a_judge_may_not_hold_is_seen(planted: str, says: str) -> None:
    assert impurities(planted) == [says]


@pytest.mark.parametrize(
    "pure",
    [
        "from __future__ import annotations",
        "from collections.abc import Sequence",
        "from fractions import Fraction",
        "import msgspec",
        "from rubout.facts.scan import Facts",
        "from rubout.judge.curve import mass",
        "from rubout.kernels.runs import runs",
        "from rubout.errors import ContractError",
        "from rubout import errors",
        "x = a // b",
        "x = Fraction(1, 3) ** 2",
        "x = '0.5'",
    ],
)
def test_what_a_judge_may_hold_is_left_alone(pure: str) -> None:
    assert impurities(pure) == []
