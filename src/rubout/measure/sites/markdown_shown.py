"""Which files does a Markdown file show, or say how to start?

What is included (`{* a.py *}`, `{! a.py !}`, `--8<-- "a.py"`, `<<< @/a.ts`), and what a command runs (`python a.py`,
`node a.mjs`, `celery -A a`). All of it is asked by path, from the folder of the file or from the root.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_INCLUDED = re.compile(
    r"""\{[*!]\s*(?P<braces>[\w./@-]+\.\w+)[^{}\n]*[*!]\}
      | ^[ ]*-+8<-+[ ]*["'](?P<scissors>[\w./@-]+\.\w+)
      | ^[ ]*<<<[ ]*@?/?(?P<arrows>[\w./@-]+\.\w+)""",
    re.VERBOSE | re.MULTILINE,
)
# Between the program and its script stand options; what follows the script is its own.
_RUN = re.compile(
    r"""(?:^|[\s`$(])(?:python[\d.]*|node|bun|deno|tsx|ts-node|bash|sh|zsh|ruby|php|lua|go)[ ]
        (?:run[ ])?(?:-[\w=-]+[ ])*(?P<script>[\w./@-]+\.(?:py|[cm]?[jt]sx?|sh|bash|rb|php|lua|go))(?![\w/])
      | (?:^|[\s`$(])(?:celery\b[^\n]{0,200}?[ ](?:-A|--app)[ =]|flask[ ]--app[ =]
         |(?:uvicorn|gunicorn|hypercorn)[ ](?:-[\w=-]+[ ])*)(?P<module>[A-Za-z_][\w.]*)""",
    re.VERBOSE | re.MULTILINE,
)


class Shown(NamedTuple):
    """A path as it is written, and its 1-based line."""

    line: int
    path: str


def shown(text: str) -> Iterator[Shown]:
    """The files that are included or run, in the order of the text of each kind."""
    for pattern in (_INCLUDED, _RUN):
        line, last = 1, 0
        for found in pattern.finditer(text):
            line += text.count("\n", last, found.end())
            last = found.end()
            named = found.groupdict()
            module = named.pop("module", None)
            path = next(filter(None, named.values()), "") or f"{(module or '').replace('.', '/')}.py"
            yield Shown(line, path)
