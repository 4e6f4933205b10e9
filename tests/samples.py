"""Code that several tests judge."""

from __future__ import annotations

import json

# 52 tokens, 22 of them different: the worked example of docs/methodology/clones.md.
LOOP = """\
def total(items, rate):
    out = 0
    for x in items:
        if x.price > 0:
            out += x.price * rate
        elif x.price < -5:
            out -= x.price / 2
        else:
            out += 1
    return out
"""


def notebook(*sources: str, language: str = "python") -> bytes:
    """A notebook of code cells."""
    cells = [{"cell_type": "code", "source": source} for source in sources]
    return json.dumps({"cells": cells, "metadata": {"kernelspec": {"language": language}}}).encode()


def prose(words: int, of: str = "w") -> str:
    """So many different words on one line; another `of`, others."""
    return " ".join(f"{of}{number}" for number in range(words))
