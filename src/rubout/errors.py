"""The one exception tree and the exit codes."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command tells its caller (docs/reference/exit-codes)."""

    HELD = 0
    FAILED = 1
    UNJUDGED = 2


class RuboutError(Exception):
    """What is wrong, where it is, how to fix it."""

    def __init__(self, what: str, *, where: str, fix: str) -> None:
        super().__init__(f"{where}: {what}\n  fix: {fix}")
        self.what = what
        self.where = where
        self.fix = fix


class UsageError(RuboutError):
    """The command line cannot be followed."""


class ConfigError(RuboutError):
    """The configuration holds an unknown key, a wrong type or a value out of bounds."""


class ContractError(RuboutError):
    """Facts handed to a judge break its contract; `where` names table and row."""


class RepositoryError(RuboutError):
    """Git, or the tree itself, did not answer as a repository must."""


class StoreError(RuboutError):
    """The index, the baseline or a log cannot be read or written."""


class ProtocolError(RuboutError):
    """Somebody who asks the daemon does not keep to its frames."""


class ReviewError(RuboutError):
    """A record, a key, the trust file or a skill cannot be relied on; `code` is the word programs know it by."""

    def __init__(self, what: str, *, where: str, fix: str, code: str) -> None:
        super().__init__(what, where=where, fix=fix)
        self.code = code
