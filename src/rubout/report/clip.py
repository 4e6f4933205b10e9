"""What a hook says, cut to what a model should have to read."""

from __future__ import annotations

_BYTES_PER_TOKEN = 4  # UTF-8 bytes; a common estimate for English
WRITE_BYTES = 200 * _BYTES_PER_TOKEN
STOP_BYTES = 400 * _BYTES_PER_TOKEN
MARKER = "… (clipped; full record in .rubout/observe.ndjson)"


def clipped(text: str, cap: int) -> str:
    """The text, or as many of its first characters as leave room for the marker in `cap` bytes of UTF-8.

    Lone surrogates, which UTF-8 cannot hold, come out escaped.
    """
    whole = text.encode("utf-8", "backslashreplace")
    if len(whole) <= cap:
        return whole.decode()
    room = max(0, cap - len(MARKER.encode()))
    return whole[:room].decode("utf-8", "ignore") + MARKER
