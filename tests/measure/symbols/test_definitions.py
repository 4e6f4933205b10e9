"""What a file may be told of, and what the language keeps to itself, language by language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.languages.table import Scope
from rubout.measure.symbols.definitions import definitions, types
from rubout.measure.symbols.rules import RULES
from rubout.measure.symbols.work import file_words
from rubout.measure.tree import parse
from tests.tables import table

if TYPE_CHECKING:
    from rubout.facts.symbols import Definition
    from rubout.measure.tree import FlatTree

BY_NAME = {language.name: language for language in LANGUAGES}


def tree(language: str, source: str) -> FlatTree:
    grammar = load(BY_NAME[language])
    assert grammar is not None
    return parse(source.encode(), BY_NAME[language], grammar)


def said(one: Definition) -> str:
    """A definition in short: `KIND NAME`, with `!` behind a name that is kept inside, and `of TYPE`."""
    return f"{one.kind} {one.name}{'!' * one.kept}" + (f" of {one.around}" if one.around else "")


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    table(
        r"""
        python => def alone(): pass => function alone
        python => def _alone(): pass => function _alone!
        python => LIMIT: int = 3\n_INNER = 4 => constant LIMIT; constant _INNER!
        python => if x:\n    LIMIT = 3\nA.b = 1\none, two = 1, 2 =>
        python => class Box:\n    def open(self): pass\n    def __str__(self): pass => class Box; method open of Box
        python => def outer():\n    def inner(): pass => function inner!; function outer
        python => @route\ndef page(): pass\n@dataclass\nclass Row:\n    def total(self): pass =>
        python => def ab(): pass\ndef main(): pass\n__all__ = ()\n_x_ = 1 =>
        python => class Box:\n    def __mangled(self): pass => class Box
        typescript => export const LIMIT = 3, other = function () {}; => function other; constant LIMIT
        typescript => import "x"; const LIMIT = 3; function run() {} => function run!; constant LIMIT!
        typescript => function run() {} => function run
        typescript => export default function Page() {}\nexport default class View {} =>
        typescript => export class Box { open() {} private shut() {} } => class Box; method open of Box; method shut!
        typescript => class Box { #lock() {} get size() {} } => class Box; method lock! of Box; method size of Box
        typescript => export const table = { method() {}, pair: function () {} }; => constant table
        typescript => x.onload = function () {}; =>
        typescript => foo(function named() {}); const given = function own() {}; =>
        typescript => declare module "m" { interface Inner {} } =>
        typescript => @Component() class View { draw() {} } =>
        typescript => const view = class extends Base { draw() {} }; => constant view
        typescript => const thing = new Thing(); => constant thing
        typescript => export abstract class Box { open() {} } => method open of Box
        javascript => function load() {}\nmodule.exports = {}; => function load!
        go => package a\nfunc run() {}\nfunc Run() {}\nfunc init() {} => function Run; function run!
        go => package a\nfunc (r *T) Does() {}\nfunc (r T) does() {} => method does!
        go => package a\nconst (\n\tFirst = iota\n\tsecond\n)\nvar one, two = 1, 2\nconst limit = 3 => constant limit!
        rust => fn run() {}\npub fn open() {}\nconst LIMIT: u8 = 1; => constant LIMIT!; function open; function run!
        rust => fn _unused() {}\nmod inner {} =>
        rust => impl Box { pub fn open() {} fn shut() {} } => method open; method shut!
        rust => impl Show for Box { fn show() {} }\ntrait Show { fn show() {} } => trait Show!
        rust => #[test]\nfn checks() {}\n#[derive(Debug)]\nstruct Row; =>
        c => static int shut(void) { return 1; }\nint open_it(void) { return 2; } => function open_it; function shut!
        cpp => struct Box { int size() { return 1; } virtual int area() { } }; => struct Box; method size of Box
        java => class Box { private int shut() { } int open() { } } => class Box; method open of Box; method shut!
        java => class Box { @Override int area() { return 3; } } => class Box
        java => class Box { Object o = new Runner() { public void run() {} }; } => class Box
        kotlin => class Box { override fun area() = 1\n fun open() = 2 } => class Box; method open of Box
        kotlin => private fun shut() {} => function shut!
        csharp => class Box { private void Shut() {} public override string Name() {} } => class Box; method Shut!
        php => <?php class Box { private function shut() {} function __get($n) {} } => class Box; method shut!
        php => <?php function run_it() {} => function run_it
        ruby => class Box\n  def initialize; end\n  def open!; end\nend => class Box; method open of Box
        ruby => LIMIT = 3\nlocal = 4 => constant LIMIT
        lua => local function shut() end\nfunction open_it() end => function open_it; function shut!
        bash => deploy() { :; }\nmy-run() { :; } => function deploy
        haskell => module A (x) where\n\nhelper :: Int -> Int\nhelper y = y => function helper!
        haskell => module A where\n\nhelper y = y => function helper
        """
    ),
)
def test_what_may_be_told_of_a_file(language: str, source: str, expected: str) -> None:
    found = [said(span.definition) for span in definitions(tree(language, source))]
    assert "; ".join(sorted(found)) == "; ".join(sorted(expected.split("; ") if expected else []))


def test_every_judged_language_has_rules() -> None:
    assert set(RULES) == {language.name for language in LANGUAGES if language.scope is Scope.JUDGED} - {"markdown"}


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    table(
        """
        python => class A(b.Base, metaclass=Meta): pass => A Base Meta
        python => class A(object): pass\\nclass B(Generic[T]): pass => A; B T
        typescript => class A extends lib.Base<Row> implements Shape {} => A Base Row Shape
        typescript => interface A extends Base {} => A Base
        typescript => abstract class A extends Base {} => A Base
        java => class A extends Base implements Shape {} => A Base Shape
        cpp => class A : public ns::Base {}; => A Base
        kotlin => class A : Base(), Shape => A Base Shape
        csharp => class A : Base, IShape {} => A Base IShape
        php => <?php class A extends Base implements Shape {} => A Base Shape
        ruby => class A < Base::Deep\\nend => A Deep
        """
    ),
)
def test_a_type_names_what_it_is_made_from(language: str, source: str, expected: str) -> None:
    assert "; ".join(" ".join((name, *bases)) for name, bases in types(tree(language, source)).items()) == expected


@pytest.mark.parametrize(
    ("source", "lonely"),
    [
        ("package a\n\n// run does it.\nfunc run() {}\n", True),
        ("package a\n\n// run does it.\n\nfunc run() {}\n", False),
        ("package a\n\nvar x = 1 // before run\nfunc run() {}\n", False),
        ("package a\n\nfunc run() { run() }\n", True),
        ("package a\n\nfunc run() {}\n\n// see run\n", False),
        ('package a\n\nfunc run() {}\n\nvar s = "\\nrun"\n', False),
    ],
)
def test_a_comment_right_above_belongs_to_the_definition(source: str, *, lonely: bool) -> None:
    found = file_words(source.encode(), "a.go", BY_NAME["go"]).lonely
    assert [one.name for one in found] == ["run"] * lonely


def test_lines_take_in_the_comments_and_line_does_not() -> None:
    (one,) = file_words(b"package a\n\n// run\n// does\nfunc run() {\n}\n", "a.go", BY_NAME["go"]).lonely
    assert (one.start_line, one.line, one.end_line) == (3, 5, 6)


def test_a_generated_file_mentions_and_is_not_told_of() -> None:
    found = file_words(b"// Code generated by x; DO NOT EDIT.\npackage a\nfunc run() {}\n", "a.go", BY_NAME["go"])
    assert (found.lonely, "run" in found.words.split("\n")) == ((), True)
