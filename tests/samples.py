"""Code that several tests judge."""

from __future__ import annotations

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
