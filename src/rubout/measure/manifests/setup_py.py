"""What does the call of `setup` in a `setup.py` say that can be read without running it?"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rubout.measure.manifests.distribution import Distribution, folder_of, module_of, requirement_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FINDERS = frozenset({"find_namespace_packages", "find_packages"})
_UNKNOWN = object()


def read(text: str) -> Distribution:
    """What its literal arguments say, and names that stand for one literal.

    Raises:
        ValueError: this interpreter cannot read it.
    """
    try:
        module = ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(str(error)) from error
    given = _arguments(module)
    literals = _constants(module)
    values = {name: _value(value, literals) for name, value in given.items()}
    where = [folder for folder in [_found_in(given.get("packages"), literals)] if folder is not None]
    return Distribution(
        name=next(_texts(values.get("name")), ""),
        requirements=requirement_names(_requirements(values)),
        roots=(*_roots(values), *(("", folder) for folder in where)),
        packages=tuple(name for key in ("packages", "py_modules") for name in _texts(values.get(key))),
        discovers=tuple(where),
        entry_points=tuple(_entry_points(values.get("entry_points"))),
        scripts=tuple(map(folder_of, _texts(values.get("scripts")))),
    )


def _name_of(node: ast.expr) -> str:
    """The last part of what is called."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _arguments(module: ast.Module) -> dict[str, ast.expr]:
    """The keyword arguments of the first call of `setup`."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and _name_of(node.func) == "setup":
            return {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    return {}


def _constants(module: ast.Module) -> dict[str, object]:
    """The names that the top level sets once, to a literal."""
    found: dict[str, object] = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            found[name] = _UNKNOWN if name in found else _value(node.value, {})
    return found


def _value(node: ast.expr, literals: Mapping[str, object]) -> object:
    """The value of an expression; in a list or a dictionary, of the parts that have one."""
    if isinstance(node, ast.Name):
        return literals.get(node.id, _UNKNOWN)
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(part, literals) for part in node.elts]
    if isinstance(node, ast.Dict):
        pairs = ((key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None)
        return {str(_value(key, literals)): _value(value, literals) for key, value in pairs}
    return node.value if isinstance(node, ast.Constant) else _UNKNOWN


def _texts(value: object) -> Iterator[str]:
    """The texts of a list, or the lines of one text."""
    if isinstance(value, str):
        yield from (line.strip() for line in value.splitlines() if line.strip())
    elif isinstance(value, list):
        yield from (part for part in value if isinstance(part, str))


def _found_in(packages: ast.expr | None, literals: Mapping[str, object]) -> str | None:
    """The folder in which `find_packages` looks; None when the packages come from elsewhere."""
    if not isinstance(packages, ast.Call) or _name_of(packages.func) not in _FINDERS:
        return None
    given = [*packages.args[:1], *(keyword.value for keyword in packages.keywords if keyword.arg == "where")]
    where = _value(given[0], literals) if given else "."
    return folder_of(where) if isinstance(where, str) else None


def _requirements(values: Mapping[str, object]) -> Iterator[str]:
    for name in ("install_requires", "setup_requires", "tests_require"):
        yield from _texts(values.get(name))
    extras = values.get("extras_require")
    if isinstance(extras, dict):
        for lines in extras.values():
            yield from _texts(lines)


def _roots(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    folders = values.get("package_dir")
    if isinstance(folders, dict):
        yield from ((prefix, folder_of(folder)) for prefix, folder in folders.items() if isinstance(folder, str))


def _entry_points(value: object) -> Iterator[str]:
    groups = value.values() if isinstance(value, dict) else [value]
    for group in groups:
        yield from (module_of(line) for line in _texts(group) if "=" in line)
