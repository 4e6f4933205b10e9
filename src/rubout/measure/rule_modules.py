"""Which module of `sites`, `resolve` and `entries` has the rules of reference of a language?"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

# By language name; languages of one module refer to one another.
MODULES: dict[str, str] = {
    **{name: name for name in ("python", "rust", "go", "haskell", "csharp", "ruby", "php", "lua", "bash")},
    **dict.fromkeys(("typescript", "tsx", "javascript"), "ecma"),
    **dict.fromkeys(("c", "cpp"), "c_family"),
    **dict.fromkeys(("java", "kotlin"), "jvm"),
}


def rules(package: str, name: str) -> ModuleType:
    """The module of that name in `rubout.measure.PACKAGE`, loaded."""
    return import_module(f"rubout.measure.{package}.{name}")
