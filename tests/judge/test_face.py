"""Every judged family has one face: `Facts`, `Knobs`, `Verdict` and `judge`, in a module of its name."""

from __future__ import annotations

import inspect
import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.inspect import (
    BoolType,
    DictType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

import rubout.judge
from rubout.errors import ContractError

if TYPE_CHECKING:
    from types import ModuleType

NAMES = ("Facts", "Knobs", "Verdict")


def judges() -> list[ModuleType]:
    """The modules of `rubout.judge` that judge a family; the others hold arithmetic that these share."""
    modules = [import_module(f"rubout.judge.{found.name}") for found in pkgutil.iter_modules(rubout.judge.__path__)]
    return [module for module in modules if hasattr(module, "judge")]


FAMILIES = pytest.mark.parametrize("module", judges(), ids=lambda module: module.__name__.rsplit(".", 1)[-1])


PLAIN: dict[type[Type], st.SearchStrategy[Any]] = {
    IntType: st.integers(-1, 60) | st.integers(),
    BoolType: st.booleans(),
    StrType: st.text("0123456789abcdef", min_size=16, max_size=16) | st.text(max_size=3),
    NoneType: st.none(),
}


def values(kind: Type) -> st.SearchStrategy[Any]:  # noqa: PLR0911 - a kind, a line
    """Every value that a field of a record may hold, small ones mostly."""
    match kind:
        case LiteralType(values=choices):
            return st.sampled_from(choices)
        case UnionType(types=types):
            return st.one_of([values(each) for each in types])
        case TupleType(item_types=types):
            return st.tuples(*(values(each) for each in types))
        case VarTupleType(item_type=item):
            return st.lists(values(item), max_size=3).map(tuple)
        case DictType(key_type=key, value_type=value):
            return st.dictionaries(values(key), values(value), max_size=3)
        case StructType(cls=record, fields=fields):
            return st.builds(record, **{field.name: values(field.type) for field in fields})
    return PLAIN[type(kind)]


@cache
def instances(record: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Records of the type, valid or not."""
    return values(type_info(record))


def test_the_families_are_looked_at() -> None:
    assert {"rubout.judge.scan", "rubout.judge.clones"} <= {module.__name__ for module in judges()}


@FAMILIES
def test_a_judge_exports_the_records_of_its_family(module: ModuleType) -> None:
    facts = import_module(module.__name__.replace(".judge.", ".facts."))
    for name in NAMES:
        assert getattr(module, name) is getattr(facts, name)
    assert {*NAMES, "judge"} <= set(module.__all__)


@FAMILIES
def test_a_judge_takes_facts_and_knobs_that_default(module: ModuleType) -> None:
    signature = inspect.signature(module.judge)
    assert [(each.name, each.annotation) for each in signature.parameters.values()] == [
        ("facts", "Facts"),
        ("knobs", "Knobs"),
    ]
    assert signature.parameters["knobs"].default == module.Knobs()
    assert signature.return_annotation == "Verdict"


@FAMILIES
def test_records_are_frozen_and_a_verdict_says_how_it_was_reached(module: ModuleType) -> None:
    assert all(getattr(module, name).__struct_config__.frozen for name in NAMES)
    assert {"fail", "degraded", "reason", "knobs"} <= set(module.Verdict.__struct_fields__)


@FAMILIES
@given(data=st.data())
def test_every_facts_get_a_verdict_or_a_named_refusal(module: ModuleType, data: st.DataObject) -> None:
    facts = data.draw(instances(module.Facts))
    knobs = data.draw(instances(module.Knobs))
    try:
        verdict = module.judge(facts, knobs)
    except ContractError:
        return
    assert isinstance(verdict, module.Verdict)
    assert verdict.knobs == knobs
    assert verdict.fail or not verdict.degraded
    assert (verdict.reason is not None) == verdict.degraded


@FAMILIES
@given(data=st.data())
def test_a_verdict_survives_being_written_and_read(module: ModuleType, data: st.DataObject) -> None:
    facts = data.draw(instances(module.Facts))
    try:
        verdict = module.judge(facts)
    except ContractError:
        return
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=module.Verdict) == verdict
