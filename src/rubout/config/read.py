"""Is there a configuration at an anchor, and what does it say?

Most projects have none: what reads one (`config.settings`) is loaded when there is something to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.config.files import OWN_FILE, SHARED_FILE, dangling, may_configure, refuse_unusable
from rubout.config.records import Config
from rubout.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from rubout.config.settings import Settings


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
