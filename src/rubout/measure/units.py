"""Which functions and other named units does a file hold, and under which keys?

A function's key is `NAME/ARITY`, with the arity of the syntax (a Go group `a, b int` is one); the key of a
class or the like is its name. Source: docs/methodology/near-miss.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rubout.facts.source import Unit
from rubout.kernels.select import select
from rubout.measure.nodes import (
    child_in_field,
    children,
    first_line,
    is_named,
    kind_name,
    last_line,
    text,
    text_between,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree

ANONYMOUS = "(anonymous)"

# What a kind's byte in `_Plan.wanted` says; 0 is "no unit".
_FUNCTION, _NAMED, _IMPL = 1, 2, 3

_FIELDS = ("name", "parameters", "receiver", "declarator", "type", "trait", "body", "field", "method", "property")
_LAST_PARTS = ("name", "field", "method", "property")  # of `A::f`, `m.f`, `m:f` and `x.f`

# Declarators of C and C++ that hold another one outside every field.
_WRAPPERS = frozenset({"parenthesized_declarator", "reference_declarator"})


@dataclass(frozen=True, slots=True)
class _Plan:
    """A language's unit rules in the ids of its grammar."""

    wanted: bytes  # by kind id
    functions: bytes  # by kind id, the function units alone
    required: dict[int, tuple[int, ...]]  # kind id -> ids of the fields that a unit of it must have
    givers: dict[int, int]  # kind id of a parent -> id of its field that names a nameless unit
    counted: bytes  # by kind id, 1 for what is a parameter inside a list
    fields: dict[str, int]


def units(tree: FlatTree) -> tuple[Unit, ...]:
    """Every unit, nested ones too, by key and then by place; `nth` counts those of equal key."""
    return tuple(unit for unit, _ in unit_nodes(tree))


def unit_nodes(tree: FlatTree) -> list[tuple[Unit, int]]:
    """The units, in the order of `units`, each with the index of its node."""
    plan = _plan(tree.language, tree.grammar)
    rows = sorted((*_row(tree, index, plan), index) for index in _selected(tree, plan, plan.wanted))
    seen: Counter[str] = Counter()
    found = []
    for key, start_line, end_line, start_byte, end_byte, function, index in rows:
        found.append((Unit(key, seen[key], start_line, end_line, start_byte, end_byte, function), index))
        seen[key] += 1
    return found


def function_nodes(tree: FlatTree) -> list[int]:
    """The indices of the function units, in preorder."""
    plan = _plan(tree.language, tree.grammar)
    return _selected(tree, plan, plan.functions)


def function_name(tree: FlatTree, index: int) -> str:
    """The name of a function unit: Go's with its receiver, an accessor's with its property."""
    return _function_name(tree, index, _plan(tree.language, tree.grammar))


def bare_name(tree: FlatTree, index: int) -> str:
    """The name without receiver, scope or table, as a call from inside the unit says it."""
    plan = _plan(tree.language, tree.grammar)
    name = _name_node(tree, index, plan)
    if name is None or kind_name(tree, index) in tree.language.accessors:
        return _function_name(tree, index, plan)
    part: int | None = name
    while part is not None:
        name, part = part, _last_part(tree, part, plan)
    return text_between(tree, tree.starts[name], _name_end(tree, name, plan)) or ANONYMOUS


def parameter_list(tree: FlatTree, index: int) -> int | None:
    """The index of a function unit's parameter list; None when it has none, as `x => x` has."""
    return _parameter_list(tree, index, _plan(tree.language, tree.grammar))


def arity(tree: FlatTree, index: int) -> int:
    """The number of parameters in a function unit's key; the metric `params` counts otherwise."""
    return _arity(tree, index, _plan(tree.language, tree.grammar))


def _function_name(tree: FlatTree, index: int, plan: _Plan) -> str:
    if kind_name(tree, index) in tree.language.accessors:
        return _accessor_name(tree, index, plan)
    name = _name_node(tree, index, plan)
    if name is None:
        return ANONYMOUS
    # The node of a name that the parser had to make up is empty.
    plain = text_between(tree, tree.starts[name], _name_end(tree, name, plan)) or ANONYMOUS
    receiver = _receiver_type(tree, index, plan) if tree.language.receiver else None
    return plain if receiver is None else f"({text(tree, receiver)}) {plain}"


def _parameter_list(tree: FlatTree, index: int, plan: _Plan) -> int | None:
    parameters = plan.fields["parameters"]
    if tree.language.declarator_chain:
        lists = [child_in_field(tree, declarator, parameters) for declarator in _declarators(tree, index, plan)]
        return next((found for found in reversed(lists) if found is not None), None)
    found = child_in_field(tree, index, parameters)
    if found is not None:
        return found
    kinds = tree.language.parameter_lists
    return next((child for child in children(tree, index) if kind_name(tree, child) in kinds), None)


def _arity(tree: FlatTree, index: int, plan: _Plan) -> int:
    found = _parameter_list(tree, index, plan)
    if found is None:
        return 0
    inside = [child for child in children(tree, found) if plan.counted[tree.kinds[child]]]
    lone_void = tree.language.declarator_chain and len(inside) == 1 and text(tree, inside[0]) == "void"
    return 0 if lone_void else len(inside)


def _row(tree: FlatTree, index: int, plan: _Plan) -> tuple[str, int, int, int, int, bool]:
    role = plan.wanted[tree.kinds[index]]
    if role == _FUNCTION:
        key = f"{_function_name(tree, index, plan)}/{_arity(tree, index, plan)}"
    elif role == _NAMED:
        key = _field_text(tree, index, plan, "name") or ANONYMOUS
    else:
        key = _impl_key(tree, index, plan)
    places = first_line(tree, index), last_line(tree, index), tree.starts[index], tree.ends[index]
    return key, *places, role == _FUNCTION


def _impl_key(tree: FlatTree, index: int, plan: _Plan) -> str:
    target = _field_text(tree, index, plan, "type")
    trait = _field_text(tree, index, plan, "trait")
    return f"impl {trait} for {target}" if trait else f"impl {target}"


def _field_text(tree: FlatTree, index: int, plan: _Plan, field: str) -> str:
    """The text of a child by its field, empty without one."""
    found = child_in_field(tree, index, plan.fields[field])
    return "" if found is None else text(tree, found)


def _name_node(tree: FlatTree, index: int, plan: _Plan) -> int | None:
    """The node that names a function unit: its own, or one beside it in the parent."""
    if tree.language.declarator_chain:
        chain = list(_declarators(tree, index, plan))
        return chain[-1] if chain else None
    found = child_in_field(tree, index, plan.fields["name"])
    if found is not None:
        return found
    parent = tree.parents[index]
    return child_in_field(tree, parent, plan.givers.get(tree.kinds[parent], 0))


def _name_end(tree: FlatTree, name: int, plan: _Plan) -> int:
    """Where a name ends: the node of a C++ conversion, `operator bool()`, takes in its parameters."""
    if not tree.language.declarator_chain:
        return tree.ends[name]
    part: int | None = name
    while part is not None and kind_name(tree, part) == "qualified_identifier":
        part = child_in_field(tree, part, plan.fields["name"])
    if part is None or kind_name(tree, part) != "operator_cast":
        return tree.ends[name]
    while part is not None and kind_name(tree, part) != "abstract_function_declarator":
        part = child_in_field(tree, part, plan.fields["declarator"])
    return tree.ends[name] if part is None else tree.starts[part]


def _declarators(tree: FlatTree, index: int, plan: _Plan) -> Iterator[int]:
    """The declarators below a C or C++ function, outermost first; the last one is its name."""
    node = child_in_field(tree, index, plan.fields["declarator"])
    while node is not None:
        yield node
        kind = kind_name(tree, node)
        if kind == "operator_cast":
            return
        node = _wrapped(tree, node) if kind in _WRAPPERS else child_in_field(tree, node, plan.fields["declarator"])


def _wrapped(tree: FlatTree, index: int) -> int | None:
    inside = (child for child in children(tree, index) if is_named(tree, child))
    skipped = ("comment", "ms_call_modifier")
    return next((child for child in inside if kind_name(tree, child) not in skipped), None)


def _receiver_type(tree: FlatTree, index: int, plan: _Plan) -> int | None:
    receiver = child_in_field(tree, index, plan.fields["receiver"])
    if receiver is None:
        return None
    types = (child_in_field(tree, child, plan.fields["type"]) for child in children(tree, receiver))
    return next((found for found in types if found is not None), None)


def _accessor_name(tree: FlatTree, index: int, plan: _Plan) -> str:
    """`PROPERTY.get` or the like; modifiers and attributes before the keyword are named nodes."""
    keyword = next((text(tree, child) for child in children(tree, index) if not is_named(tree, child)), ANONYMOUS)
    owner = tree.parents[index]
    while owner and kind_name(tree, owner) not in tree.language.accessor_owners:
        owner = tree.parents[owner]
    return f"{_property_name(tree, owner, plan)}.{keyword}"


def _property_name(tree: FlatTree, owner: int, plan: _Plan) -> str:
    """By its `name` field; Kotlin's stands in a variable declaration, C#'s indexer is `this`."""
    name = child_in_field(tree, owner, plan.fields["name"])
    if name is not None:
        return text(tree, name)
    for child in children(tree, owner):
        kind = kind_name(tree, child)
        if kind == "this":
            return kind
        if kind == "variable_declaration":
            return text(tree, child + 1)
    return ANONYMOUS


def _last_part(tree: FlatTree, index: int, plan: _Plan) -> int | None:
    parts = (child_in_field(tree, index, plan.fields[field]) for field in _LAST_PARTS)
    return next((part for part in parts if part is not None), None)


def _selected(tree: FlatTree, plan: _Plan, wanted: bytes) -> list[int]:
    """The nodes of wanted kinds that have the fields asked for, in preorder."""
    kinds, required = tree.kinds, plan.required
    return [
        index
        for index in select(kinds, wanted)
        if all(child_in_field(tree, index, field) is not None for field in required.get(kinds[index], ()))
    ]


@cache
def _plan(language: Language, grammar: Loaded) -> _Plan:
    roles = [_role(language, name, named=named) for name, named in _kinds(grammar)]
    required: dict[int, tuple[int, ...]] = {}
    for kind, (name, _) in enumerate(_kinds(grammar)):
        fields = _required_fields(language, name) if roles[kind] else ()
        if fields:
            required[kind] = tuple(grammar.field(field) for field in fields)
    return _Plan(
        wanted=bytes(roles),
        functions=bytes(role == _FUNCTION for role in roles),
        required=required,
        givers={
            kind: grammar.field(language.name_givers[name])
            for kind, (name, named) in enumerate(_kinds(grammar))
            if named and name in language.name_givers
        },
        counted=bytes(_is_parameter(language, name, named=named) for name, named in _kinds(grammar)),
        fields={field: grammar.field(field) for field in _FIELDS},
    )


def _kinds(grammar: Loaded) -> list[tuple[str, bool]]:
    """Name of each kind id and whether it is a named one; several ids can share a name."""
    return list(zip(grammar.kind_names, grammar.kind_named, strict=True))


def _role(language: Language, name: str, *, named: bool) -> int:
    if not named:
        return 0
    if name in language.units:
        return _FUNCTION
    if name in language.named_units:
        return _NAMED
    return _IMPL if name in language.impls else 0


def _required_fields(language: Language, name: str) -> tuple[str, ...]:
    if name in language.named_units:
        return ("name", "body") if language.named_units_with_body else ("name",)
    return (language.units_with_field[name],) if name in language.units_with_field else ()


def _is_parameter(language: Language, name: str, *, named: bool) -> bool:
    if not named:
        return name == language.parameter_keyword
    return name in language.parameters if language.parameters else "comment" not in name
