"""Links between the sections of a long Markdown file."""

from __future__ import annotations

from rubout.measure.edit_units import Placed
from rubout.measure.split_links import tied
from tests.tables import cases

HEAD = "# Use it\n"
TAIL = "# Why (not)?\ntext\n<a name='deep'></a>\n# Use it\n# Last\n"


@cases(
    "text pairs",
    r"""
    see [why](#why-not)                  => 0-1
    see [why][w]\n\n[w]: #why-not        => 0-1
    [w]\n\n[w]: #why-not                 => 0-1
    <a href='#why-not'>why</a>           => 0-1
    go [deep](#deep)                     => 0-1
    [again](#use-it-1), [last](#last)    => 0-2 0-3
    [here](#use-it)                      =>
    Last: why (not)? is said in words    =>
    `[why](#why-not)`                    =>
    ```\n[why](#why-not)\n```            =>
    [elsewhere](a.md#why-not)            =>
    [nowhere](#nothing)                  =>
    [w]: #why-not                        =>
    - [Why](#why-not)                    =>
    * [Why](#why-not)\n  1. [Last](#last) =>
    - see [Why](#why-not)                => 0-1
    - [Why](#why-not), or not            => 0-1
    """,
)
def test_a_section_is_tied_to_those_that_it_links_to(text: str, pairs: str) -> None:
    lines = (HEAD + text + "\n" + TAIL).splitlines()
    starts = [number for number, line in enumerate(lines, start=1) if line.startswith("#")]
    top = [Placed(lines[start - 1], 0, start, end) for start, end in zip(starts, [*starts[1:], 99], strict=True)]
    assert [f"{i}-{j}" for i, j in tied(lines, top)] == pairs.split()


def test_a_fragment_that_two_places_have_leads_nowhere() -> None:
    lines = ["# A", "[b](#b)", "# B", "<a id='b'></a>"]
    assert tied(lines, [Placed("A", 0, 1, 2), Placed("B", 0, 3, 4)]) == []


def test_what_stands_before_the_first_section_belongs_to_none() -> None:
    assert tied(["see [a](#a)", "# A"], [Placed("A", 0, 2, 2)]) == []


@cases(
    "depths pairs",
    """
    1 2 2 1     => 0-2
    1 2 3 2 1 2 => 0-3 1-2 4-5
    1 2 3 2     => 1-2
    2 1 2       => 1-2
    1 1 1       =>
    1 3 2       =>
    1           =>
    """,
)
def test_a_section_is_tied_to_the_last_one_that_it_holds_unless_it_is_the_title(depths: str, pairs: str) -> None:
    lines = ["#" * int(depth) + " x" for depth in depths.split()]
    top = [Placed(f"x{number}", 0, number, number) for number in range(1, len(lines) + 1)]
    assert [f"{i}-{j}" for i, j in tied(lines, top)] == pairs.split()
