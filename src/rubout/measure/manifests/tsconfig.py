"""What a `tsconfig.json` or `jsconfig.json` says of where modules are.

Source    typescriptlang.org/tsconfig.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubout.measure.manifests.jsonc import mapping, string, strings, table

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class TsConfig:
    """One file, its paths as they are written; None where it says nothing.

    `extends`: in order, a later one wins. `references`: the projects that this one stands for.
    """

    extends: tuple[str, ...]
    base_url: str | None
    paths: Mapping[str, tuple[str, ...]] | None
    out_dir: str | None
    root_dir: str | None
    include: tuple[str, ...]
    references: tuple[str, ...]


def read(text: str) -> TsConfig:
    """The configuration in a file; comments and trailing commas are allowed.

    Raises:
        ValueError: it is no JSON object.
    """
    found = table(text)
    options = mapping(found.get("compilerOptions"))
    paths = options.get("paths")
    references = found.get("references")
    projects = [string(mapping(one).get("path")) for one in references] if isinstance(references, list) else []
    return TsConfig(
        extends=strings(found.get("extends")),
        base_url=string(options.get("baseUrl")),
        paths=None if paths is None else {pattern: strings(to) for pattern, to in mapping(paths).items()},
        out_dir=string(options.get("outDir")),
        root_dir=string(options.get("rootDir")),
        include=strings(found.get("include")),
        references=tuple(project for project in projects if project),
    )
