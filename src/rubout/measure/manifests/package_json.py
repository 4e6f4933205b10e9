"""What a `package.json` declares.

Source    nodejs.org/api/packages.html, docs.npmjs.com/cli/configuring-npm/package-json.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.manifests.jsonc import leaves, mapping, string, strings, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# The order in which a folder's own code is looked for: what is written before what is built from it.
ENTRY_FIELDS = ("source", "types", "typings", "module", "main", "browser")
_NAME = re.compile(r"((?:@[^@/>]+/)?[^@/>]+)(?:@[^/>]*)?$")
_DEPENDENCIES = ("peerDependencies", "optionalDependencies", "devDependencies", "dependencies")


@dataclass(frozen=True, slots=True)
class PackageJson:
    """A package; `name` and `version` are "" where it has none.

    `dependencies`: of every sort, what is asked for by name. `overrides`: the names whose versions it decides for all
    below it. `exports` and `imports`: by subpath, `.` or `#name`, the
    files of all conditions in document order; None where there are no exports. `entries`: by field, the files that it
    names.
    """

    name: str
    dependencies: Mapping[str, str]
    workspaces: tuple[str, ...]
    exports: Mapping[str, tuple[str, ...]] | None
    imports: Mapping[str, tuple[str, ...]]
    entries: Mapping[str, tuple[str, ...]]
    engines: tuple[str, ...]
    version: str = ""
    overrides: frozenset[str] = frozenset()


def read(text: str) -> PackageJson:
    """The package of a manifest.

    Raises:
        ValueError: it is no JSON object.
    """
    found = table(text)
    workspaces = found.get("workspaces")
    wanted = {
        name: string(version) or "" for kind in _DEPENDENCIES for name, version in mapping(found.get(kind)).items()
    }
    return PackageJson(
        name=string(found.get("name")) or "",
        dependencies=wanted,
        workspaces=strings(mapping(workspaces).get("packages")) or strings(workspaces),
        exports=_exports(found["exports"]) if "exports" in found else None,
        imports={key: tuple(dict.fromkeys(leaves(value))) for key, value in mapping(found.get("imports")).items()},
        entries={
            field: tuple(dict.fromkeys(leaves(found[field]))) for field in (*ENTRY_FIELDS, "bin") if found.get(field)
        },
        engines=tuple(mapping(found.get("engines"))),
        version=string(found.get("version")) or "",
        overrides=frozenset(_overridden(found)),
    )


def _overridden(found: Mapping[str, object]) -> Iterator[str]:
    """Of npm, yarn and pnpm, without the version that a key may have and what it may be a dependency of."""
    for table_of in (found.get("overrides"), found.get("resolutions"), mapping(found.get("pnpm")).get("overrides")):
        for key in mapping(table_of):
            name = _NAME.search(key)
            if name:
                yield name[1]


def _exports(value: object) -> Mapping[str, tuple[str, ...]]:
    subpaths = {key: one for key, one in mapping(value).items() if key.startswith(".")}
    return {key: tuple(dict.fromkeys(leaves(one))) for key, one in (subpaths or {".": value}).items()}
