"""In every language a copy with other names and constants has the same tokens, and another operator is no copy."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.table import Scope
from rubout.measure.metrics import metrics
from rubout.measure.tokens import token_facts
from tests.measure.conftest import flat_tree

if TYPE_CHECKING:
    from rubout.facts.source import Tokens

# What the copy calls and counts otherwise; the string gains an escape.
RENAMED = {"total": "sum_up", "items": "rows", "rate": "scale", "acc": "out", '"low"': '"quite\\n low"', "17": "4096"}

# By language: the function, then an operator in it and another one in its place.
FIXTURES = {
    "python": (
        """\
def total(items, rate):
    acc = 17
    for x in items:
        if x > rate and acc:
            acc += x * rate
        else:
            print("low", acc)
    return acc + rate
""",
        "x * rate",
        "x - rate",
    ),
    "javascript": (
        """\
function total(items, rate) {
  let acc = 17;
  for (const x of items) {
    if (x > rate && acc !== 17) { acc += x * rate; } else { log("low", `a${acc}`); }
  }
  return acc;
}
""",
        "&&",
        "||",
    ),
    "typescript": (
        """\
function total(items: number[], rate: number): number {
  let acc = 17;
  for (const x of items) {
    if (x > rate && acc !== 17) { acc += x * rate; } else { log("low", `a${acc}`); }
  }
  return acc;
}
""",
        "acc += x",
        "acc -= x",
    ),
    "tsx": (
        """\
const total = (items: number[], rate: number) => {
  const acc = items.map((x) => x * rate + 17);
  return acc.length > 17 ? <List of={acc} name="plain" /> : <p title={"low"}>{rate}</p>;
};
""",
        "acc.length > 17",
        "acc.length < 17",
    ),
    "rust": (
        """\
fn total(items: &[u32], rate: u32) -> u32 {
    let mut acc = 17;
    for x in items.iter() {
        if *x > rate && acc != 17 { acc += x * rate; } else { println!("low", acc); }
    }
    acc
}
""",
        "x * rate",
        "x / rate",
    ),
    "go": (
        """\
func total(items []int, rate int) int {
	acc := 17
	for _, x := range items {
		if x > rate && acc != 17 {
			acc += x * rate
		} else {
			log("low", acc)
		}
	}
	return acc
}
""",
        "x > rate",
        "x >= rate",
    ),
    # Operators of one kind are alike here; one that is a constructor is of another kind.
    "haskell": (
        """\
total items rate = go items
  where
    go [] = ["low"]
    go (x : acc) = if x == rate then show (x + 17) : go acc else go acc ++ ["low"]
""",
        "x + 17",
        "x : 17",
    ),
    "c": (
        """\
int total(int *items, int rate) {
  int acc = 17;
  for (int i = 0; i < rate; i++) {
    if (items[i] > rate && acc != 17) { acc += items[i] * rate; } else { puts("low"); }
  }
  return acc;
}
""",
        "items[i] * rate",
        "items[i] % rate",
    ),
    "cpp": (
        """\
int total(const std::vector<int> &items, int rate) {
  int acc = 17;
  for (auto x : items) {
    if (x > rate && acc != 17) { acc += x << rate; } else { std::cout << "low"; }
  }
  return acc;
}
""",
        "x << rate",
        "x >> rate",
    ),
    "java": (
        """\
class A {
  int total(int[] items, int rate) {
    int acc = 17;
    for (int x : items) {
      if (x > rate && acc != 17) { acc += x * rate; } else { System.out.println("low"); }
    }
    return acc;
  }
}
""",
        "acc != 17",
        "acc == 17",
    ),
    "kotlin": (
        """\
fun total(items: List<Int>, rate: Int): Int {
    var acc = 17
    for (x in items) {
        if (x > rate && acc != 17) { acc += x * rate } else { println("low") }
    }
    return acc
}
""",
        "x * rate",
        "x % rate",
    ),
    "csharp": (
        """\
class A {
  int total(int[] items, int rate) {
    var acc = 17;
    foreach (var x in items) {
      if (x > rate && acc != 17) { acc += x * rate; } else { Console.WriteLine("low"); }
    }
    return acc;
  }
}
""",
        "&&",
        "||",
    ),
    "ruby": (
        """\
def total(items, rate)
  acc = 17
  items.each do |x|
    if x > rate && acc != 17
      acc += x * rate
    else
      puts "low"
    end
  end
  acc
end
""",
        "x * rate",
        "x ** rate",
    ),
    "php": (
        """\
<?php
function total($items, $rate) {
    $acc = 17;
    foreach ($items as $x) {
        if ($x > $rate && $acc !== 17) { $acc += $x * $rate; } else { echo "low"; }
    }
    return $acc;
}
""",
        "$x * $rate",
        "$x . $rate",
    ),
    "lua": (
        """\
local function total(items, rate)
  local acc = 17
  for _, x in ipairs(items) do
    if x > rate and acc ~= 17 then acc = acc + x * rate else print("low") end
  end
  return acc
end
""",
        "acc + x",
        "acc - x",
    ),
    # Words are alike here, so the operator is one of arithmetic.
    "bash": (
        """\
total() {
  local acc=17
  for x in "${items[@]}"; do
    if (( x > rate && acc != 17 )); then acc=$(( acc + x * rate )); else echo "low"; fi
  done
  echo "$acc"
}
""",
        "x * rate",
        "x - rate",
    ),
}


def tokens_of(name: str, source: str) -> Tokens:
    tree = flat_tree(name, source)
    assert metrics(tree).parse_errors == 0
    return token_facts(tree, keep_imports=False)


def test_every_language_with_a_grammar_is_tried() -> None:
    assert set(FIXTURES) == {one.name for one in LANGUAGES if one.scope is Scope.JUDGED and one.grammar}


@pytest.mark.parametrize("name", FIXTURES)
def test_a_copy_with_other_names_and_constants_has_the_same_tokens_and_another_text(name: str) -> None:
    source, _, _ = FIXTURES[name]
    copy = source
    for old, new in RENAMED.items():
        assert old in copy
        copy = copy.replace(old, new)
    ours, theirs = tokens_of(name, source), tokens_of(name, copy)
    assert ours.codes == theirs.codes
    assert (ours.hashes, ours.positions) == (theirs.hashes, theirs.positions)
    assert len(array("I", ours.positions)) > 0
    assert ours.raws != theirs.raws


@pytest.mark.parametrize("name", FIXTURES)
def test_a_copy_laid_out_otherwise_with_a_comment_has_the_same_text(name: str) -> None:
    source, _, _ = FIXTURES[name]
    opening = {"python": "#", "ruby": "#", "bash": "#", "haskell": "--", "lua": "--"}.get(name, "//")
    first, *rest = source.split("\n")
    spread = "\n".join([first, f"{opening} remark", "", *rest]).replace("    ", "        ")
    ours, theirs = tokens_of(name, source), tokens_of(name, spread)
    assert (ours.codes, ours.raws) == (theirs.codes, theirs.raws)
    assert ours.starts != theirs.starts


@pytest.mark.parametrize("name", FIXTURES)
def test_another_operator_is_another_token(name: str) -> None:
    source, operator, other = FIXTURES[name]
    assert source.count(operator) == 1
    ours = array("H", tokens_of(name, source).codes)
    theirs = array("H", tokens_of(name, source.replace(operator, other)).codes)
    assert len(ours) == len(theirs)
    assert sum(our != their for our, their in zip(ours, theirs, strict=True)) == 1
