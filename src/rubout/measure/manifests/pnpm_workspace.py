"""Which folders does a `pnpm-workspace.yaml` make members of the workspace?

Source    pnpm.io/pnpm-workspace_yaml. The list is read in both of YAML's notations; anchors and the like are not.
"""

from __future__ import annotations

import re

_KEY = re.compile(r"packages\s*:\s*(.*)")
_ITEM = re.compile(r"\s*-\s+(.*)")


def read(text: str) -> tuple[str, ...]:
    """The globs of `packages`, those that take away with their `!`."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        key = _KEY.match(line)
        if key:
            inside = True
            found.extend(_flow(key[1]))
        elif inside and (item := _ITEM.match(line)):
            found.append(_scalar(item[1]))
        elif line.strip() and not line.lstrip().startswith("#"):
            inside = False
    return tuple(glob for glob in found if glob)


def _flow(text: str) -> list[str]:
    if not text.startswith("["):
        return []
    return [_scalar(part) for part in text[1:].partition("]")[0].split(",")]


def _scalar(text: str) -> str:
    """A scalar without its quotes or the comment behind it."""
    text = text.strip()
    if text[:1] in ("'", '"'):
        return text[1:].partition(text[0])[0]
    return re.split(r"\s#", text, maxsplit=1)[0].strip()
