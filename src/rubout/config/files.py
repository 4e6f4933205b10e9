"""Which files configure a project, and which of that name cannot?"""

from __future__ import annotations

import stat

from rubout.errors import ConfigError
from rubout.measure.sources.anchor import CONFIG

OWN_FILE = CONFIG
SHARED_FILE = "pyproject.toml"

# Far above any configuration ever written; what is larger is some other file under our name.
SIZE_CAP = 4 << 20


def may_configure(shared: bytes) -> bool:
    """Whether a `pyproject.toml` can have a section of ours."""
    return b"rubout" in shared


def refuse_unusable(name: str, mode: int, size: int) -> None:
    """Raise ConfigError for what is no regular file, or too large to be a configuration."""
    if not stat.S_ISREG(mode):
        raise ConfigError("is no regular file", where=name, fix="put a text file there, or remove it")
    if size > SIZE_CAP:
        raise ConfigError(f"is larger than {SIZE_CAP >> 20} MiB", where=name, fix="shorten it")


def dangling(name: str) -> ConfigError:
    """What is said of a link that leads nowhere."""
    return ConfigError("is a symbolic link to nothing", where=name, fix="mend the link, or remove it")
