"""How long, how branchy and how deep is each function of a file, and how far could the file be read?

Source: docs/methodology/scan.md.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.facts.source import Function, TopLevel
from rubout.kernels.metrics import complexity
from rubout.kernels.rows import comment_lines, outside_rows
from rubout.measure.languages.table import Naming
from rubout.measure.nodes import child_in_field, children, first_line, kind_name, last_line, line_of, text
from rubout.measure.roles import roles
from rubout.measure.tree import error_nodes
from rubout.measure.units import ANONYMOUS, bare_name, function_name, function_nodes, parameter_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rubout.measure.roles import Roles
    from rubout.measure.tree import FlatTree

_UNCHECKED_STARTS = ("(", '"', "'", "[")  # anonymous, quoted, computed
_TEST_STARTS = ("Test", "Benchmark", "Example", "Fuzz")  # Go's test runner wants `TestServer_Start`


@dataclass(frozen=True, slots=True)
class Metrics:
    """What the metrics say of one parsed file."""

    functions: tuple[Function, ...]  # by start line, then in preorder
    toplevel: TopLevel
    comment_lines: int
    parse_errors: int
    first_error_line: int  # 0: none


def metrics(tree: FlatTree) -> Metrics:
    """Measure a file, as far as it could be parsed."""
    plan = roles(tree.language, tree.grammar)
    nodes = (tree.kinds, tree.fields, tree.starts, tree.ends, tree.parents, tree.afters)
    units = array("I", function_nodes(tree))
    names = [_names(tree, unit) for unit in units]
    called = [_called_name(tree, unit, bare) for unit, (_, bare) in zip(units, names, strict=True)]
    measures = list(zip(*complexity(tree.source, nodes, plan.table, plan.words, units, called), strict=True))
    functions = [
        _function(tree, unit, pair, measure, plan)
        for unit, pair, measure in zip(units, names, measures[1:], strict=True)
    ]
    lines, first, last = outside_rows(nodes, tree.newlines, plan.table, units)
    errors = error_nodes(tree)
    return Metrics(
        functions=tuple(sorted(functions, key=_start_line)),
        toplevel=TopLevel(first + 1, last + 1, lines, *measures[0]),
        comment_lines=comment_lines(nodes, tree.newlines, plan.table),
        parse_errors=len(errors),
        first_error_line=_first_error_line(tree, errors),
    )


def name_ok(bare_name: str, naming: Naming) -> bool:
    """Whether a name is in its language's style; leading underscores are free."""
    if naming is Naming.ANY or bare_name.startswith(_UNCHECKED_STARTS) or bare_name.endswith("]"):
        return True
    stripped = bare_name.lstrip("_")
    if naming is Naming.SNAKE:
        return not any(map(str.isupper, stripped))
    return "_" not in stripped or stripped.startswith(_TEST_STARTS)


def _first_error_line(tree: FlatTree, errors: Iterable[int]) -> int:
    """0 without errors; what is missing behind the last byte is missed on the line of that."""
    first = min((tree.starts[node] for node in errors), default=None)
    return 0 if first is None else line_of(tree, min(first, len(tree.source) - 1))


def _start_line(function: Function) -> int:
    return function.start_line


def _names(tree: FlatTree, unit: int) -> tuple[str, str]:
    """A unit's name, and the same without receiver, scope or object."""
    name = function_name(tree, unit)
    return name, name if name == ANONYMOUS or name.isidentifier() else bare_name(tree, unit)


def _function(
    tree: FlatTree, unit: int, names: tuple[str, str], measure: tuple[int, int, int], plan: Roles
) -> Function:
    start, end = first_line(tree, unit), last_line(tree, unit)
    name, bare = names
    return Function(
        name,
        start,
        end,
        end - start + 1,
        _parameters(tree, unit, plan),
        *measure,
        name_ok(bare, tree.language.naming),
    )


def _called_name(tree: FlatTree, unit: int, name: str) -> bytes:
    """What a recursive call says; empty where no call can reach the unit by name."""
    if name.startswith("(") or kind_name(tree, unit) in tree.language.accessors:
        return b""
    return name.encode()


def _parameters(tree: FlatTree, unit: int, plan: Roles) -> int:
    """Parameters that a caller passes."""
    found = parameter_list(tree, unit)
    if found is None:
        return int(child_in_field(tree, unit, plan.bare_parameter) is not None)
    inside = [child for child in children(tree, found) if plan.parameters[tree.kinds[child]]]
    if not inside:
        return 0
    if tree.language.declarator_chain and len(inside) == 1 and text(tree, inside[0]) == "void":
        return 0
    if tree.language.receivers and _is_receiver(tree, inside[0], unit):
        return len(inside) - 1
    if tree.language.parameter_groups:
        return len(inside) + sum(_more_names(tree, child, plan) for child in inside if plan.groups[tree.kinds[child]])
    return len(inside)


def _more_names(tree: FlatTree, group: int, plan: Roles) -> int:
    """Names behind the first one; a group may have none."""
    return max(sum(tree.fields[child] == plan.name for child in children(tree, group)) - 1, 0)


def _is_receiver(tree: FlatTree, parameter: int, unit: int) -> bool:
    """Whether a unit's first parameter is the object it is called on."""
    leaf = parameter
    while tree.afters[leaf] > leaf + 1:
        leaf += 1
    return text(tree, leaf) in tree.language.receivers and _in_class(tree, unit)


def _in_class(tree: FlatTree, unit: int) -> bool:
    """Whether the innermost named thing around a unit is a class, not a function or the file."""
    node = tree.parents[unit]
    while node and kind_name(tree, node) not in tree.language.units:
        if kind_name(tree, node) in tree.language.named_units:
            return True
        node = tree.parents[node]
    return False
