"""The members of a type that holds a whole file, and what ties them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubout.facts.split import Cochange, Mention, Shared
from rubout.measure.edit_units import Placed
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.split import LongText, once_beside, seams, split_facts
from rubout.measure.split_members import member_ties
from rubout.measure.split_names import bare_name, plain_name
from rubout.measure.statements import statements
from rubout.measure.tree import parse
from rubout.measure.units import units
from tests.tables import cases

if TYPE_CHECKING:
    from rubout.measure.split import Seams


def text_of(language: str, source: str) -> LongText:
    row = next(row for row in LANGUAGES if row.name == language)
    grammar = load(row)
    assert grammar
    tree = parse(source.encode(), row, grammar)
    placed = [Placed(unit.key, unit.nth, unit.start_line, unit.end_line) for unit in units(tree)]
    lines = source.splitlines()
    return LongText(len(lines), lines, placed, tuple(statements(tree)), language=language)


def shown(found: Seams) -> tuple[str | None, list[str]]:
    """The type, and each unit with its lines."""
    held = [f"{bare_name(unit.key)} {unit.start_line}-{unit.end_line}" for unit in found.units]
    return found.inside and found.inside.key, held


PYTHON = """\
import x

@deco
class Box(Base):
    limit = 3

    def __init__(self):
        self.sum = 1

    @property
    def size(self):
        return self.sum

    @size.setter
    def size(self, v):
        self.assertEqual(v)

    def show(self):
        return self.size + Box.limit + self.other()

    def other(self):
        self.assertEqual(2)
"""
TYPESCRIPT = """\
export abstract class Box {
  private a = 1;
  constructor(private readonly b: number) {
    super();
  }
  show() {
    return this.a + this.b;
  }
  abstract other(): void;
  last() {
    this.show();
    this.other();
  }
}
"""
RUST = """\
pub struct Box {
    a: u8,
}

impl Box {
    pub fn new() -> Self {
        Box { a: 1 }
    }

    pub fn show(&self) -> u8 {
        self.a + self.other()
    }

    fn other(&self) -> u8 {
        2
    }
}

impl Drop for Box {
    fn drop(&mut self) {
        self.a = 0;
    }
}
"""
JAVA = """\
package p;

public final class Box {
  private final List<Part> parts;
  static final Reader READER =
      new Reader() {
        public int read() {
          return 1;
        }
        public void write() {
        }
      };

  Box(List<Part> parts) {
    this.parts = parts;
  }

  // parts are said here
  int size() {
    return parts.size() + other.count();
  }

  int count() {
    return size();
  }
}
"""
PHP = """\
<?php
namespace N;
class Box {
    protected array $items = [];
    public function __construct(private string $name) {
        parent::__construct();
    }
    public function add($x) {
        $this->items[] = $x;
        self::check($x);
    }
    private static function check($x) {
        $y = $x->items;
    }
    public function title() {
        return $this->name . static::LIMIT;
    }
}
"""
RUBY = """\
class Box
  def initialize(size)
    @size = size
  end

  def show
    puts @size
    other
  end

  def other
    1
  end
end
"""
KOTLIN = """\
class Box(val size: Int) {
    private val items = mutableListOf<Int>()

    fun add(x: Int) {
        items.add(x)
    }

    fun show() {
        println(size)
    }
}
"""
CSHARP = """\
namespace N
{
    class Box
    {
        private int total;
        public int Size
        {
            get { return total; }
            set { total = value; }
        }
        void Show()
        {
            Print(Size);
        }
        void Print(int x)
        {
            total += x;
        }
    }
}
"""


SOURCES = {
    "python": PYTHON,
    "typescript": TYPESCRIPT,
    "rust": RUST,
    "java": JAVA,
    "php": PHP,
    "ruby": RUBY,
    "kotlin": KOTLIN,
    "csharp": CSHARP,
}


# `assertEqual` of Python is inherited, and `other.count()` of Java another object's.
@cases(
    "language held mentions shared",
    """
    python     => __init__ 7-8, size 11-12, size 15-16, show 18-19, other 21-22 => 3-4 => 0-1 sum, 0-3 limit, 1-2 size, 2-3 size
    typescript => constructor 3-5, show 6-8, last 10-13                         => 2-1 => 0-1 a, 0-1 b
    rust       => new 6-8, show 10-12, other 14-16, drop 20-22                  => 1-2 => 0-1 a, 1-3 a
    java       => READER 7-12, Box 14-16, size 19-21, count 23-25               => 3-2 => 0-1 parts, 1-2 parts
    php        => __construct 5-7, add 8-11, check 12-14, title 15-17           => 1-2 => 0-1 items, 0-3 name
    ruby       => initialize 2-4, show 6-9, other 11-13                         => 1-2 => 0-1 size
    kotlin     => add 4-6, show 8-10                                            =>     => 0-1 size
    csharp     => Size 8-10, Show 11-14, Print 15-18                            => 1-0, 1-2 => 0-2 total
    """,  # noqa: E501 - a table
)
def test_members_are_tied_by_what_they_say_of_their_own_object(
    language: str, held: str, mentions: str, shared: str
) -> None:
    text = text_of(language, SOURCES[language])
    assert shown(seams(text)) == ("Box", held.split(", "))
    facts = split_facts([text])
    assert ", ".join(f"{row.i}-{row.j}" for row in facts.mentions) == mentions
    assert ", ".join(f"{row.a}-{row.b} {row.name}" for row in facts.shared) == shared


@pytest.mark.parametrize(
    ("language", "source", "inside", "held"),
    [
        # Two units: no type holds all there is.
        ("python", PYTHON + "\n\ndef use():\n    Box()\n", None, ["Box 4-22", "use 25-26"]),
        # Members of an object and functions of a function share more than names of their own.
        ("typescript", "const a = {\n f() {\n },\n g() {\n },\n};\n", None, ["a 2-6"]),
        ("python", "def f():\n    def g():\n        pass\n    def h():\n        pass\n", None, ["f 1-5"]),
        # One member is none to cut between; a type that holds one type holds what that one holds.
        ("java", "class A {\n void f() {\n }\n}\n", None, ["A 1-4"]),
        (
            *("java", "class A {\n static class B {\n  void f() {\n  }\n  void g() {\n  }\n }\n}\n"),
            *("B", ["f 3-4", "g 5-6"]),
        ),
        # Of an enumeration of Java the members stand in a block of their own.
        ("java", "enum A {\n X,\n Y;\n void f() {\n }\n void g() {\n }\n}\n", "A", ["f 4-5", "g 6-7"]),
        ("typescript", "x();\n", None, []),
    ],
)
def test_only_a_type_that_holds_all_there_is_is_cut_inside(
    language: str, source: str, inside: str | None, held: list[str]
) -> None:
    assert shown(seams(text_of(language, source))) == (inside, held)


@pytest.mark.parametrize(
    ("language", "source", "held"),
    [
        (
            "typescript",
            "export type Part = {\n a: number;\n};\ntype One = 1;\nexport function use() {\n}\n",
            ["Part 1-3", "use 5-6"],
        ),
        (
            "go",
            "package a\n\ntype Box struct {\n\ta int\n}\n\nfunc (b *Box) Show() int {\n\treturn b.a\n}\n",
            ["Box 3-5", "(*Box) Show 7-9"],
        ),
    ],
)
def test_a_declaration_of_a_type_is_a_unit_here(language: str, source: str, held: list[str]) -> None:
    found = seams(text_of(language, source))
    assert shown(found) == (None, held)


@cases(
    "key name",
    """
    load/1      => load
    #load/1     => load
    Size.get/0  => Size
    READER      => READER
    Box::show/0 => show
    """,
)
def test_a_member_is_said_by_its_plain_name(key: str, name: str) -> None:
    assert plain_name(key) == name


@pytest.mark.parametrize(
    ("said", "mentions", "shared"),
    [
        ("return size() + 1;", [(2, 1)], [(0, 1, "size")]),  # a call is one of the method
        ("return size + 1;", [], [(0, 1, "size"), (1, 2, "size")]),  # a value is the field
    ],
)
def test_a_field_and_a_method_of_one_name_are_told_apart_by_the_call(
    said: str, mentions: list[tuple[int, int]], shared: list[tuple[int, int, str]]
) -> None:
    lines = ["class Box {", "int size;", "Box() {}", "int size() { return size; }", f"int more() {{ {said} }}", "}"]
    held = [Placed(key, 0, line, line) for key, line in (("Box/0", 3), ("size/0", 4), ("more/0", 5))]
    assert member_ties(lines, held, Placed("Box", 0, 1, 6), "java") == (mentions, shared)


FIELDS = ("alpha", "beta", "gamma")
USES = st.lists(st.sets(st.sampled_from(FIELDS)), min_size=2, max_size=6)


@given(USES, st.integers(0, 4))
def test_a_seam_is_crossed_by_each_field_that_both_sides_use_once(uses: list[set[str]], at: int) -> None:
    held = [Placed(f"f{number}/0", 0, 2 * number + 2, 2 * number + 3) for number in range(len(uses))]
    lines = ["class Box:"]
    for number, own in enumerate(uses):
        lines += [f"def f{number}():", " ".join(f"self.{name}," for name in sorted(own))]
    ties = member_ties(lines, held, Placed("Box", 0, 1, len(lines)), "python")
    crossing = sorted(name for a, b, name in ties.shared if a <= at < b)
    front, rest = set().union(*uses[: at + 1]), set().union(*uses[at + 1 :])
    assert crossing == sorted(front & rest)
    assert ties.mentions == []


BESIDE = """\
def early():
    return Box()


class Box(Base):
    limit = late(3)

    def one(self):
        return self.x

    def two(self):
        late()
        return self.x

    def three(self):
        late()
        early()


def late(n=0):
    return Box, Box


class Base:
    pass
"""
LOOKED_INTO = ["early 1-2", "one 8-9", "two 11-13", "three 15-17", "late 20-21", "Base 24-25"]


def beside(soft_line: int, source: str = BESIDE) -> LongText:
    return text_of("python", source)._replace(soft_line=soft_line)


def test_a_type_that_has_most_of_a_file_and_would_be_long_alone_is_looked_into() -> None:
    assert shown(seams(beside(12))) == ("Box", LOOKED_INTO)
    assert shown(seams(beside(13)))[0] is None  # it has 13 lines itself
    half = "\n" + "x = 1\n" * 100
    assert shown(seams(beside(12, BESIDE + half)))[0] is None


def test_half_of_a_file_is_not_most_of_it() -> None:
    lines = len(BESIDE.splitlines())
    found = [shown(seams(beside(12, BESIDE + "\n" * more)))[0] for more in (26 - lines - 1, 26 - lines)]
    assert found == ["Box", None]


def test_a_seam_lies_inside_the_type_only_between_its_members() -> None:
    found = seams(beside(12))
    assert [found.within(seam) is not None for seam in range(5)] == [False, True, True, False, False]


def test_beside_the_type_its_members_are_seen_as_the_type() -> None:
    found = seams(beside(12))
    assert [found.seen(2, other).key for other in (0, 1, 3, 4)] == ["Box", "two/1", "two/1", "Box"]
    assert found.seen(0, 2).key == "early/0"


def test_what_lies_beside_a_type_and_its_members_are_tied_once_a_seam() -> None:
    facts = split_facts([beside(12)])
    # The head of the class says `late` and `Base`, and whatever says the class says its first member.
    assert facts.mentions == tuple(Mention(0, *pair) for pair in ((0, 1), (1, 4), (1, 5), (3, 0), (4, 1)))
    assert facts.shared == (Shared(0, 1, 2, "x"), Shared(0, 1, 3, "Box"))


def test_a_unit_beside_that_changed_with_members_is_tied_to_the_farthest() -> None:
    commits = ("early/0", "one/1", "two/1"), ("late/1", "three/1", "Base", "one/1")
    changed = beside(12)._replace(changes=[frozenset((key, 0) for key in keys) for keys in commits])
    expected = (0, 2), (1, 2), (1, 3), (1, 4), (1, 5), (4, 5)
    assert split_facts([changed]).cochange == tuple(Cochange(0, *pair) for pair in expected)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1])))
def test_any_seam_beside_which_a_pair_was_is_crossed_by_one_that_is_left(pairs: list[tuple[int, int]]) -> None:
    members = range(2, 6)
    left = set(once_beside(pairs, members))
    told = {(pair[0] in members, pair[1] in members) for pair in left}
    assert left <= set(pairs)
    assert (True, True) not in told
    for seam in range(7):
        crossed = {(i, j) for i, j in pairs if min(i, j) <= seam < max(i, j) and not (i in members and j in members)}
        named = {(*(None if n in members else n for n in pair),) for pair in crossed}
        assert named == {
            (*(None if n in members else n for n in pair),) for pair in left if min(pair) <= seam < max(pair)
        }
