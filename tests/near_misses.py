"""Units of the worked examples of docs/methodology/near-miss.md."""

from __future__ import annotations

TOTAL = """\
def total(items, rate):
    out = 0
    for x in items:
        if x.price > 0:
            out += x.price * rate
    return out
"""
AND = TOTAL.replace("x.price > 0", "x.price > 0 and x.ok")  # 4 edits
OPERATORS = TOTAL.replace("out += x.price * rate", "out -= x.price / rate")  # none
COMMENTED = TOTAL.replace("        if", "        # of each\n        if")  # 1
SEEN = AND.replace("    return", "            seen = True\n    return")  # 8, which is 3 too many
TS_LOOP = """\
export function f(a: number[]) {
  let o = 0;
  for (const x of a) { if (x > 0) { o += x; } }
  return o;
}
"""


def as_method(name: str, function: str) -> str:
    """A class that holds a function as its only method."""
    body = "".join(f"    {line}\n" for line in function.replace("(items", "(self, items").splitlines())
    return f"class {name}:\n{body}"


CLASSES = as_method("Cart", TOTAL) + as_method("Bag", SEEN)
