"""In every language a copied function with other names and constants is one class, and with another operator none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.table import Scope

if TYPE_CHECKING:
    from tests.conftest import Rubout, Tree


class Sample(NamedTuple):
    """A function, an operator in the middle of it, and another in its place; `head` must open a file."""

    suffix: str
    function: str
    operator: str
    other: str
    head: str = ""
    remark: str = "//"
    filler: str = "\n"  # a line that stands before the copy alone


BRACES = """\
    %(let)sacc = 17;
    for (%(each)s) {
        if (x > rate && acc != 17) { acc += x * rate; } else { log("low", acc - 1); }
    }
    while (acc > rate) { acc = acc / 3 + step(acc, "high"); }
    return acc;
}
"""

SAMPLES = {
    "python": Sample(
        "py",
        """\
def total(items, rate):
    acc = 17
    for x in items:
        if x > rate and acc:
            acc += x * rate
        else:
            log("low", acc - 1)
    while acc > rate:
        acc = acc / 3 + step(acc, "high")
    return acc
""",
        "x * rate",
        "x % rate",
        remark="#",
    ),
    "javascript": Sample(
        "js",
        "function total(items, rate) {\n" + BRACES % {"let": "let ", "each": "const x of items"},
        "x * rate",
        "x % rate",
    ),
    "typescript": Sample(
        "ts",
        "function total(items: number[], rate: number): number {\n"
        + BRACES % {"let": "let ", "each": "const x of items"},
        "x * rate",
        "x % rate",
    ),
    "tsx": Sample(
        "tsx",
        """\
const view = (items: number[], rate: number) => {
  const acc = items.map((x) => x * rate + 17);
  if (acc.length > 17 && rate !== 3) { log("low", acc); }
  return acc.length > 17 ? <List of={acc} name="plain" /> : <p title={"low"}>{rate}</p>;
};
""",
        "rate !== 3",
        "rate === 3",
    ),
    "c": Sample(
        "c",
        "int total(int *items, int rate) {\n" + BRACES % {"let": "int ", "each": "int x = 0; x < rate; x++"},
        "x * rate",
        "x % rate",
    ),
    "cpp": Sample(
        "cpp",
        "int total(const std::vector<int> &items, int rate) {\n" + BRACES % {"let": "int ", "each": "auto x : items"},
        "x * rate",
        "x % rate",
    ),
    "java": Sample(
        "java",
        "class A {\nint total(int[] items, int rate) {\n" + BRACES % {"let": "int ", "each": "int x : items"} + "}\n",
        "x * rate",
        "x % rate",
    ),
    "csharp": Sample(
        "cs",
        "class A {\nint total(int[] items, int rate) {\n"
        + (BRACES % {"let": "var ", "each": "var x in items"}).replace("for", "foreach")
        + "}\n",
        "x * rate",
        "x % rate",
    ),
    "php": Sample(
        "php",
        """\
function total($items, $rate) {
    $acc = 17;
    foreach ($items as $x) {
        if ($x > $rate && $acc !== 17) { $acc += $x * $rate; } else { log("low", $acc - 1); }
    }
    return $acc / 3 + step($acc, "high");
}
""",
        "$x * $rate",
        "$x % $rate",
        head="<?php\n",
        filler="$one;\n",
    ),
    "kotlin": Sample(
        "kt",
        """\
fun total(items: List<Int>, rate: Int): Int {
    var acc = 17
    for (x in items) {
        if (x > rate && acc != 17) { acc += x * rate } else { log("low", acc - 1) }
    }
    while (acc > rate) { acc = acc / 3 + step(acc, "high") }
    return acc
}
""",
        "x * rate",
        "x % rate",
    ),
    "rust": Sample(
        "rs",
        """\
fn total(items: &[u32], rate: u32) -> u32 {
    let mut acc = 17;
    for x in items.iter() {
        if *x > rate && acc != 17 { acc += x * rate; } else { log("low", acc - 1); }
    }
    while acc > rate { acc = acc / 3 + step(acc, "high"); }
    acc
}
""",
        "x * rate",
        "x % rate",
    ),
    "go": Sample(
        "go",
        """\
func total(items []int, rate int) int {
	acc := 17
	for _, x := range items {
		if x > rate && acc != 17 {
			acc += x * rate
		} else {
			log("low", acc-1)
		}
	}
	return acc/3 + step(acc, "high")
}
""",
        "x * rate",
        "x % rate",
        head="package a\n",
    ),
    # Operators are alike here; a constructor among them is not.
    "haskell": Sample(
        "hs",
        """\
total items rate = go items
  where
    go [] = ["low"]
    go (x : acc)
      | x == rate = show (x + 17) : go acc
      | x > 17 = [show x, "high"] ++ go (x : acc)
      | otherwise = if null acc then go acc else case acc of { [] -> []; _ -> go [x] }
""",
        "x : acc)\n      | otherwise",
        "x + acc)\n      | otherwise",
        remark="--",
    ),
    "ruby": Sample(
        "rb",
        """\
def total(items, rate)
  acc = 17
  items.each do |x|
    if x > rate && acc != 17
      acc += x * rate
    else
      log("low", acc - 1)
    end
  end
  acc = acc / 3 + step(acc, "high") while acc > rate
  acc
end
""",
        "x * rate",
        "x ** rate",
        remark="#",
    ),
    "lua": Sample(
        "lua",
        """\
local function total(items, rate)
  local acc = 17
  for _, x in ipairs(items) do
    if x > rate and acc ~= 17 then acc = acc + x * rate else log("low", acc - 1) end
  end
  while acc > rate do acc = acc / 3 + step(acc, "high") end
  return acc
end
""",
        "x * rate",
        "x % rate",
        remark="--",
    ),
    # Words are alike here, so the operator is one of arithmetic.
    "bash": Sample(
        "sh",
        """\
total() {
  local acc=17 rate="low"
  for x in "${items[@]}"; do
    if (( x > rate && acc != 17 )); then acc=$(( acc + x * rate )); else log "low" "$acc"; fi
  done
  while (( acc > 3 )); do acc=$(( acc / 3 + rate )); done
  echo "$acc"
}
""",
        "x * rate",
        "x % rate",
        remark="#",
    ),
}
NEW = {
    "total": "sum_up",
    "view": "show_it",
    "items": "rows",
    "rate": "scale",
    "acc": "so_far",
    '"low"': '"quite low"',
    "17": "4096",
    "3": "5",
}


def changed(function: str) -> str:
    for old, new in NEW.items():
        function = function.replace(old, new)
    return function


def test_every_language_with_a_grammar_is_tried() -> None:
    assert set(SAMPLES) == {one.name for one in LANGUAGES if one.scope is Scope.JUDGED and one.grammar}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_copy_with_other_names_and_constants_is_one_class_on_its_lines(
    rubout: Rubout, tree: Tree, name: str, ending: str
) -> None:
    sample = SAMPLES[name]
    first = sample.head + f"{sample.remark} one\n\n" + sample.function
    second = sample.head + f"{sample.remark} é\t\n\n{sample.filler}{sample.remark} three\n" + changed(sample.function)
    files = {f"a.{sample.suffix}": first, f"b.{sample.suffix}": second}
    root = tree({"rubout.toml": "", **{path: text.replace("\n", ending) for path, text in files.items()}})
    report = json.loads(rubout("clones", root, "--format", "json").out)
    (row,) = report["rows"]
    assert (row["type"], report["counts"]["parse_errors"], report["notes"]) == ("T2", 0, [])
    before = sample.head.count("\n")
    lines = sample.function.count("\n")
    assert [(member["start_line"], member["end_line"]) for member in row["members"]] == [
        (before + 3, before + 2 + lines),
        (before + 5, before + 4 + lines),
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_copy_with_another_operator_is_none(rubout: Rubout, tree: Tree, name: str) -> None:
    sample = SAMPLES[name]
    assert sample.function.count(sample.operator) == 1
    other = changed(sample.function.replace(sample.operator, sample.other))
    root = tree(
        {
            "rubout.toml": "",
            f"a.{sample.suffix}": sample.head + sample.function,
            f"b.{sample.suffix}": sample.head + other,
        }
    )
    report = json.loads(rubout("clones", root, "--format", "json").out)
    assert report["rows"] == []
    assert report["counts"]["parse_errors"] == 0


@pytest.mark.parametrize("name", SAMPLES)
def test_a_copy_laid_out_otherwise_is_t1(rubout: Rubout, tree: Tree, name: str) -> None:
    sample = SAMPLES[name]
    lines = sample.function.split("\n")
    spread = "\n".join([lines[0], f"{sample.remark} remark", *lines[1:]])
    root = tree(
        {
            "rubout.toml": "",
            f"a.{sample.suffix}": sample.head + sample.function,
            f"b.{sample.suffix}": sample.head + spread,
        }
    )
    (row,) = json.loads(rubout("clones", root, "--format", "json").out)["rows"]
    assert row["type"] == "T1"


@pytest.mark.parametrize("name", SAMPLES)
def test_its_functions_are_measured(rubout: Rubout, tree: Tree, name: str) -> None:
    sample = SAMPLES[name]
    root = tree({"rubout.toml": "", f"a.{sample.suffix}": sample.head + sample.function})
    (file,) = json.loads(rubout("scan", root, "--format", "json").out)["files"]
    assert (file["lang"], file["parse_errors"]) == (name, 0)
    assert file["functions"][0]["name"] in ("total", "view")
    assert max(function["cyclomatic"] for function in file["functions"]) >= 2
