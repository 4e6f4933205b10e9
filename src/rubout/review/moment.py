"""What time does a record say it was made at?"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rubout.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "SOURCE_DATE_EPOCH"
_LAST = 253_402_300_799  # the end of year 9999, beyond which the spelling has no room


def made_at(environ: Mapping[str, str]) -> str:
    """Now, as `YYYY-MM-DDTHH:MM:SSZ`, or the time that `SOURCE_DATE_EPOCH` sets; raises UsageError."""
    return spelt(seconds(environ))


def seconds(environ: Mapping[str, str]) -> int:
    """As `made_at`, in Unix seconds; raises UsageError."""
    text = environ.get(VARIABLE)
    if text is None:
        return int(time.time())
    if not text.isascii() or not text.isdigit() or len(text) > len(str(_LAST)) or int(text) > _LAST:
        raise UsageError(f"`{text}` is no number of seconds", where=VARIABLE, fix="set it to Unix seconds, or unset it")
    return int(text)


def spelt(seconds: int) -> str:
    """A time, given in Unix seconds, as records spell it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
