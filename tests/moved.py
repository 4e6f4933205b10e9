"""Whether each knob of a family does something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

Knobs = TypeVar("Knobs", bound=msgspec.Struct)


def idle(moved: Knobs, found: Callable[[Knobs], object]) -> list[str]:
    """The knobs that have their default in `moved`, or make no difference to what is found when they alone move."""
    default = type(moved)()
    alone = {name: msgspec.structs.replace(default, **{name: getattr(moved, name)}) for name in moved.__struct_fields__}
    return [name for name, knobs in alone.items() if knobs == default or found(knobs) == found(default)]


def matters(judge: Callable[..., Any], facts: object, default: msgspec.Struct, **setting: object) -> bool:
    """Whether the verdict on facts is another one under a setting, but for the knobs that it echoes."""
    moved = judge(facts, msgspec.structs.replace(default, **setting))
    return bool(msgspec.structs.replace(moved, knobs=default) != judge(facts))
