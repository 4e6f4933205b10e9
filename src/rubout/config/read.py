"""Is there a configuration at an anchor, and what does it say?

Most projects have none: what reads one (`config.settings`) is loaded when there is something to read.
"""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from rubout.config.records import Config
from rubout.errors import ConfigError
from rubout.measure.sources.anchor import CONFIG

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.config.settings import Settings

OWN_FILE = CONFIG
SHARED_FILE = "pyproject.toml"

# Far above any configuration ever written; what is larger is some other file under our name.
SIZE_CAP = 4 << 20


def read_config(anchor: Path) -> Config:
    """The configuration at `anchor`, all defaults when there is none; raises ConfigError."""
    return _config(settings_at(anchor))


def config_in(own: bytes | None, shared: bytes | None) -> Config:
    """The configuration that the bytes of `rubout.toml` and `pyproject.toml` come to, None for one that is not there.

    Raises:
        ConfigError: it cannot be used.
    """
    return _config(_settings(own, shared))


def settings_at(anchor: Path) -> Settings | None:
    """What stands in `rubout.toml` or `[tool.rubout]` at `anchor`; None for neither; raises ConfigError."""
    return _settings(_bytes(anchor / OWN_FILE), _bytes(anchor / SHARED_FILE))


def refuse_unusable(name: str, mode: int, size: int) -> None:
    """Raise ConfigError for what is no regular file, or too large to be a configuration."""
    if not stat.S_ISREG(mode):
        raise ConfigError("is no regular file", where=name, fix="put a text file there, or remove it")
    if size > SIZE_CAP:
        raise ConfigError(f"is larger than {SIZE_CAP >> 20} MiB", where=name, fix="shorten it")


def dangling(name: str) -> ConfigError:
    """What is said of a link that leads nowhere."""
    return ConfigError("is a symbolic link to nothing", where=name, fix="mend the link, or remove it")


def _config(settings: Settings | None) -> Config:
    if settings is None:
        return Config()
    from rubout.config.settings import config_of  # noqa: PLC0415 - most projects have none

    return config_of(settings)


def _settings(own: bytes | None, shared: bytes | None) -> Settings | None:
    if own is None and (shared is None or not may_configure(shared)):
        return None
    from rubout.config.settings import settings_in  # noqa: PLC0415 - as above

    return settings_in(own, shared)


def may_configure(shared: bytes) -> bool:
    """Whether a `pyproject.toml` can have a section of ours."""
    return b"rubout" in shared


def _bytes(path: Path) -> bytes | None:
    """The bytes of a configuration file; None when there is none of that name."""
    try:
        found = path.stat()
        refuse_unusable(path.name, found.st_mode, found.st_size)
        return path.read_bytes()
    except FileNotFoundError:
        if path.is_symlink():
            raise dangling(path.name) from None
        return None
    except OSError as error:
        raise ConfigError(
            f"cannot be read: {error.strerror}", where=path.name, fix="give yourself permission to read it"
        ) from error
