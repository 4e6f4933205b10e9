"""The bits of an entry flag; all but `EXPORTED` make the file an entry.

Source: docs/methodology/liveness.md. The numbers are written into reports and never change.
"""

from __future__ import annotations

EXPORTED = 1  # public surface: only moves the verdict between private and public
MAIN = 2  # something outside the tree starts it by declared convention
TEST = 4  # a test runner collects it
GLOB = 8  # a pattern of `[graph] entry_globs`
MENTIONED = 16  # a manifest mentions it, or a framework finds it
DOCUMENT = 32  # people open it
ALLOWED = 64  # `rubout:allow(liveness) -- reason`
