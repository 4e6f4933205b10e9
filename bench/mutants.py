"""Would the tests notice if an approval were counted wrongly? `python -m bench.mutants`.

Each mutant is one small change to a module that says yes or counts who did: a comparison turned round, a condition
taken out, a call left away. The tests run against it in a process of its own; one that passes them all has survived.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import rubout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

REVIEW = Path(rubout.__file__).parent / "review"
FOLDER = "tests/review"
# By module its tests, those first that notice most.
TESTS = {
    "verdict": ("test_asymmetry.py", "test_examples.py"),
    "approval": ("test_approval.py", "test_clearing.py", "test_examples.py"),
    "hearing": ("test_approval.py", "test_examples.py"),
    "clearing": ("test_clearing.py", "test_examples.py"),
    "cascade": ("test_cascade.py", "test_asymmetry.py", "test_examples.py", "test_checks.py"),
}
LAST = "test_properties.py"
# What every test needs and none of the mutated modules is loaded by; a child of this process has it already.
LOADED = (
    *(
        "hypothesis",
        "nacl.bindings",
        "rubout.measure.extract",
        "rubout.review.checks.code",
        "rubout.review.checks.table",
    ),
    *("rubout.review.outcome", "rubout.review.policy", "rubout.review.skills_file", "rubout.review.firing"),
)
_COMPARED = ((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE))
_COMPUTED = ((ast.BitAnd, ast.BitOr), (ast.Add, ast.Sub))
# Each of a pair becomes the other.
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    old: new for pair in _COMPARED for old, new in permutations(pair)
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    old: new for pair in _COMPUTED for old, new in permutations(pair)
}


class Mutant(NamedTuple):
    """A module with one change, the line that it is on, and what it was and is."""

    module: str
    line: int
    before: str
    after: str
    source: str


def mutants(module: str) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse((REVIEW / f"{module}.py").read_text(encoding="utf-8"))
    for parent, name, number in list(_places(tree)):
        node = _at(parent, name, number)
        for changed in _changes(node):
            before, after = (ast.unparse(each).partition("\n")[0] for each in (node, changed))
            _put(parent, name, number, changed)
            yield Mutant(module, getattr(node, "lineno", 0), before, after, ast.unparse(tree))
            _put(parent, name, number, node)


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Where the nodes stand that change what is done: no annotations, no imports, nothing for type checkers.

    Nor how a class is made: whether its records are frozen decides nothing.
    """
    left_out = {"annotation", "returns", "decorator_list"} | ({"keywords"} if isinstance(node, ast.ClassDef) else set())
    for name, value in ast.iter_fields(node):
        if name in left_out:
            continue
        numbers = range(len(value)) if isinstance(value, list) else [None]
        for number in numbers:
            child = _at(node, name, number)
            match child:
                case ast.Import() | ast.ImportFrom() | ast.If(ast.Name("TYPE_CHECKING")):
                    continue
                case ast.AST():
                    yield node, name, number
                    yield from _places(child)


def _at(parent: ast.AST, name: str, number: int | None) -> ast.AST:
    held = getattr(parent, name)
    found: ast.AST = held if number is None else held[number]
    return found


def _put(parent: ast.AST, name: str, number: int | None, node: ast.AST) -> None:
    if number is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[number] = node


def _changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901 - a table of cases
    match node:
        case ast.Compare(left, [operator], others) if type(operator) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(operator)]()], others)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for left_out in range(len(values)):
                kept = [value for number, value in enumerate(values) if number != left_out]
                yield kept[0] if len(kept) == 1 else ast.BoolOp(operator, kept)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.If(_, body, orelse):
            yield from (ast.If(ast.Constant(value), body, orelse) for value in (True, False))
        case ast.comprehension(target, source, [_, *_], is_async):
            yield ast.comprehension(target, source, [], is_async)
        case ast.Return(ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Raise() | ast.Expr(ast.Call()) | ast.AugAssign():
            yield ast.Pass()


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant in the place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._name = f"rubout.review.{mutant.module}"

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The mutated module; None for all others."""
        return importlib.machinery.ModuleSpec(name, self) if name == self._name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the mutated source."""
        exec(compile(self._mutant.source, f"<mutant of {self._name}>", "exec"), vars(module))  # noqa: S102


def survives(mutant: Mutant) -> bool:
    """Whether all tests pass with the mutant; they run in a fork, which has what they need loaded already."""
    return all(_passes(mutant, test) for test in (*TESTS[mutant.module], LAST))


def _passes(mutant: Mutant, test: str) -> bool:
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    import pytest  # noqa: PLC0415 - in the child alone

    sys.meta_path.insert(0, _Finder(mutant))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    # Its plugins are loaded before it looks, which it would warn of.
    calm = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
    status = pytest.main(["-x", "-q", *calm, "-p", "no:cacheprovider", "-p", "no:randomly", "-n0", f"{FOLDER}/{test}"])
    os._exit(int(status))


def main() -> None:
    """Print the survivors, and how many there were."""
    parser = argparse.ArgumentParser("python -m bench.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", default=tuple(TESTS), choices=tuple(TESTS), metavar="MODULE")
    args = parser.parse_args()
    for name in LOADED:
        importlib.import_module(name)
    for module in args.modules:
        if not survives(Mutant(module, 0, "", "", (REVIEW / f"{module}.py").read_text(encoding="utf-8"))):
            sys.exit(f"{module}: the tests fail without a mutant")
        every = list(mutants(module))
        alive = 0
        for mutant in filter(survives, every):
            alive += 1
            sys.stdout.write(f"  {module}.py:{mutant.line}: {mutant.before}  ->  {mutant.after}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{module}: {len(every)} mutants, {alive} survive\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
