"""Which distributions does a list of requirements name, or a lock file?"""

from __future__ import annotations

import re
import tomllib

from rubout.measure.manifests.distribution import requirement_names
from rubout.measure.manifests.jsonc import mapping

# A lock of a large project takes the TOML parser seconds; what is looked for stands on lines of its own.
_LOCKED = re.compile(r"^\[\[package\]\]\nname = \"([\w.-]+)\"$", re.MULTILINE)
_EGG = re.compile(r"[#&]egg=([\w.-]+)")


def read(text: str) -> tuple[str, ...]:
    """Their names as written; options, other files and addresses without a name are left out."""
    lines = (line.strip() for line in text.replace("\\\n", " ").splitlines())
    return requirement_names(_requirement(line) for line in lines if line and not line.startswith("#"))


def locked(text: str) -> tuple[str, ...]:
    """The names in the lock of uv, Poetry or PDM, which holds what is needed indirectly, too."""
    return tuple(_LOCKED.findall(text.replace("\r\n", "\n")))


def pipfile(text: str) -> tuple[str, ...]:
    """The names in a `Pipfile`.

    Raises:
        ValueError: it is no TOML.
    """
    document = tomllib.loads(text)
    return tuple(name for group in ("packages", "dev-packages") for name in mapping(document.get(group)))


def _requirement(line: str) -> str:
    egg = _EGG.search(line)
    if egg is not None:
        return egg[1]
    is_place = line.startswith(("-", ".", "/")) or "://" in line.partition("@")[0]
    return "" if is_place else line
