"""Units, their keys and their names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubout.measure.units import arity, bare_name, function_name, function_nodes, parameter_list, units
from tests.nodes import root_of, walk
from tests.tables import cases, rows

if TYPE_CHECKING:
    import tree_sitter

    from rubout.facts.source import Unit
    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree
    from tests.measure.conftest import Parsed

SAMPLES = {
    "python": "class K(A):\n    @p\n    def a(self, x=1, /, *args, y: int = 2, **kw):\n        def b(): pass\n"
    "        return lambda v: v\n    async def c(self): ...\n",
    "typescript": "class C<T> { m(a, b?) {} get p() { return 1 } h = (e) => e; static s = function () {} }\n"
    "interface I {} enum E { A }\nconst g = function* (x) {}; x.y = () => 1;\nexport default function () {}\n"
    "const o = { k: function (a, b) {}, 'q r': x => x }; f(() => 1); export class {}\n",
    "tsx": "export const A = ({ a }: P) => <div onClick={() => 1}>{a}</div>;\n"
    "class B extends C { render() { return <a/>; } }",
    "javascript": "class A { h = e => e; #p = function (a) {}; constructor(a) { super(a) } }\nfunction* g() {}\n"
    "a.b.c = async (x, y) => x; let q = () => {}; ({ m() {} });",
    "rust": "mod m { struct S<T>(T); enum E { A } trait T { fn q(&self) {} } const C: u8 = 1; static D: u8 = 2; }\n"
    "impl<T> m::T for S<T> { fn q(&self, a: u8) { let c = |x, y| x; } }\nimpl S<u8> { fn n() {} }\n",
    "go": "package a\nfunc (t *T[K]) add(x, y int, z string) {}\nfunc (T) nop() { f := func(q int) {} }\n"
    "func free() {}\n",
    "haskell": "module M where\nf :: Int -> Int\nf 0 = 1\nf n = f (n - 1)\nx = 3\n(a, b) = (1, 2)\n",
    "c": "struct S { int a; }; struct T; enum { A };\nint *f(int a, void (*cb)(int), ...) { return 0; }\n"
    "int (*g(void))(int) { return 0; }\nvoid k() {}\n",
    "cpp": "class K : B { K(int a) : x(a) {} ~K() {} "
    "operator bool() const { return 1; } int operator+(K b) { return 1; } };\n"
    "N::T &N::f(int a, int b = 2) { return [](int q) { return q; }(a); }\ntemplate <> int h<int>() {}\n"
    "union U { int a; };\n",
    "java": "interface I { void m(); } enum E { A } record R(int a) { R { } }\n@interface N {}\n"
    "class K { K(int a) {} <T> int f(final int a, int... b) { return 1; } }\n",
    "kotlin": "class K(val a: Int) { constructor(b: Int) : this(b) {}\n val x: Int\n  get() = 1\n"
    " fun f(a: Int = 1, vararg b: Int) = fun(q: Int) = q\n}\nobject O\nfun String.e() {}\nh = fun(x: Int) {}\n",
    "csharp": "interface I { void M(); } struct S {} enum E { A } record R(int A);\n"
    "class K { K(int a) {} ~K() {} int P { get { return 1; } private set => x = value; } int Q { get; set; }\n"
    " int this[int i] { get { return i; } } int F(int a, params int[] b) { int L(int q) => q; return L(a); }\n"
    " public static K operator +(K a, K b) => a; }\n",
    "ruby": "module M\n  class K < B\n    def f(a, b = 1, *c, d:, **e, &g)\n    end\n    def self.s x, y\n    end\n"
    "    def v=(x) = 1\n    def ==(o) = 1\n  end\nend\n",
    "php": "<?php\nnamespace A;\nfunction f($a, ...$b) { return fn($z) => $z; }\ninterface I {} trait T {} enum E {}\n"
    "class K { public function m(private int $a, &$b = 1) {} }\n",
    "lua": "local function f(a, ...) end\nfunction m.g(a) end\nfunction m:h() end\nlocal k = function(q) end\n",
    "bash": "f() { echo; }\nfunction g { f; }\n",
}  # fmt: skip
LANGUAGES = sorted(SAMPLES)


def keys(found: tuple[Unit, ...]) -> list[str]:
    return [f"{unit.key}#{unit.nth}" for unit in found]


def in_source_order(found: tuple[Unit, ...]) -> list[str]:
    return [unit.key for unit in sorted(found, key=lambda unit: (unit.start_byte, -unit.end_byte))]


GO = """package a
func (t T) add(x int) {}
func (u *U) add(x int) {}
func free(x int) {}
func (t T) mix(x int, y string) {}
func grouped(a, b int) {}
func none() {}
"""
RUST = """impl A { fn add(&self) {} }
impl B { fn add(&self) {} }
impl Show for A { fn show(&self) {} }
"""
TYPESCRIPT = """class C { m(a) {} }
interface I {}
enum E {}
const g = (x) => x
const o = { k: function (a, b) {} }
f(() => 1)
export default function () {}
"""
PYTHON = """class K:
    def a(self, x=1, *args, **kw): return lambda v: v
    def b(self): pass
"""


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("go", GO, ["(T) add/1", "(*U) add/1", "free/1", "(T) mix/2", "grouped/1", "none/0"]),
        ("rust", RUST, ["impl A", "add/1", "impl B", "add/1", "impl Show for A", "show/1"]),
        ("typescript", TYPESCRIPT, ["C", "m/1", "I", "E", "g/1", "k/2", "(anonymous)/0", "(anonymous)/0"]),
        ("python", PYTHON, ["K", "a/4", "b/1"]),
    ],
)
def test_example_9_of_near_miss_keys(language: str, source: str, expected: list[str], parsed: Parsed) -> None:
    assert in_source_order(units(parsed(language, source))) == expected


def test_example_9_of_near_miss_numbers_equal_keys_by_place(parsed: Parsed) -> None:
    assert keys(units(parsed("rust", RUST))) == [
        "add/1#0",
        "add/1#1",
        "impl A#0",
        "impl B#0",
        "impl Show for A#0",
        "show/1#0",
    ]


def test_example_1_of_near_miss_spans_the_whole_function(parsed: Parsed) -> None:
    source = (
        "def total(items, rate):\n    out = 0\n    for x in items:\n        if x.price > 0:\n"
        "            out += x.price * rate\n    return out\n"
    )
    (unit,) = units(parsed("python", source))
    assert (unit.key, unit.start_line, unit.end_line) == ("total/2", 1, 6)
    assert (unit.start_byte, unit.end_byte) == (0, len(source) - 1)


@pytest.mark.parametrize(
    ("language", "source", "names"),
    [
        ("typescript", "class A { handle = (e) => e; }", ["handle"]),
        ("javascript", "class A { handle = (e) => e; #p = () => 1 }", ["handle", "#p"]),
        ("javascript", "x.y = function () {}", ["x.y"]),
        ("typescript", "const g = function* () {}", ["g"]),
        ("typescript", "x ??= () => 1; const h = wrap(() => 1); y = (() => 1)", ["(anonymous)"] * 3),
        ("typescript", "class A { 'q'() {} [dyn]() {} get z() { return 1 } }", ["'q'", "[dyn]", "z"]),
        ("go", "package a\nfunc (t *T) my_add(a, b int) {}", ["(*T) my_add"]),
        ("go", "package a\nfunc (T[K]) n() {}", ["(T[K]) n"]),
        ("c", "int *f(int a) {}", ["f"]),
        ("c", "int (*g(void))(int) {}", ["g"]),
        ("c", "void (__stdcall /* c */ k)(int a) {}", ["k"]),
        ("cpp", "int A::B::f() {}", ["A::B::f"]),
        ("cpp", "A& A::operator=(const A& o) {}", ["A::operator="]),
        ("cpp", "A::operator bool() const {}", ["A::operator bool"]),
        ("cpp", "struct B { operator int*() {} ~B() {} };", ["operator int*", "~B"]),
        ("cpp", "void N<void(int)>::q() {}", ["N<void(int)>::q"]),
        ("kotlin", "var z: Int = 3\n get() { return 1 }\n private set(v) { f = v }", ["z.get", "z.set"]),
        ("kotlin", "val String.q: Int get() = 1", ["q.get"]),
        ("kotlin", "h = fun(x: Int) = x\nval l = fun() = 1", ["h", "(anonymous)"]),
        ("csharp", "class K { int P { get { return 1; } private set => x = value; } }", ["P.get", "P.set"]),
        ("csharp", "class K { int P { get; set; } }", []),
        ("csharp", "class K { int this[int i] { get { return 1; } } }", ["this.get"]),
        ("csharp", "class K { event E V { add { } remove { } } }", ["V.add", "V.remove"]),
        ("ruby", "def self.g(a) = 1\ndef ==(o) = 1", ["g", "=="]),
        ("lua", "function m.a.g() end function m:h() end", ["m.a.g", "m:h"]),
        ("haskell", "f :: Int -> Int\nf 0 = 1\nf n = 2\n(a, b) = p", ["f", "f"]),
        ("rust", "fn f() { let c = |x| x; }", ["f", "(anonymous)"]),
        ("bash", "f() { :; }\nfunction g { :; }", ["f", "g"]),
    ],
)
def test_a_function_is_named_by_its_own_name_or_what_holds_it(
    language: str, source: str, names: list[str], parsed: Parsed
) -> None:
    tree = parsed(language, source)
    assert [function_name(tree, index) for index in function_nodes(tree)] == names


@cases(
    "language source name",
    r"""
    go         => package a\nfunc (t *T) my_add(a int) {} => my_add
    cpp        => int A::B::f() {}                        => f
    cpp        => template<> int g<int>() {}              => g
    cpp        => A::operator bool() {}                   => operator bool
    lua        => function m.a.g() end                    => g
    lua        => function m:h() end                      => h
    javascript => a.b.c = ()=>1                           => c
    javascript => f(()=>1)                                => (anonymous)
    kotlin     => val t get() = 3                         => t.get
    python     => def f(): pass                           => f
    """,
)
def test_the_bare_name_is_the_last_part_of_the_name(language: str, source: str, name: str, parsed: Parsed) -> None:
    tree = parsed(language, source)
    (index,) = function_nodes(tree)
    assert bare_name(tree, index) == name


@pytest.mark.parametrize(
    ("language", "source", "count"),
    rows(
        {
            "python": {
                "def g(self, a, /, b=1, *, c: int = 2, **kw): pass": 7,
                "def g(a,  # one\n      b): pass": 2,
            },
            "go": {
                "package a\nfunc (t T) g(a, b int) {}": 1,
            },
            "rust": {
                "fn m(&self, a: i32) {}": 2,
            },
            "typescript": {
                "f = x => x": 0,
                "f = (x, /* c */ y) => x": 2,
            },
            "c": {
                "void v(void) {}": 0,
                "void v(/* none */ void) {}": 0,
                "void v(void *p) {}": 1,
                "int (*g(int a, char b))(int) {}": 2,
                "int main(argc, argv) int argc; char **argv; {}": 2,
            },
            "cpp": {
                "A::operator bool() {}": 0,
            },
            "kotlin": {
                "fun f(a: Int = 1, vararg b: Int) {}": 2,
                "var z = 1\n set(v: Int) { f = v }": 0,
            },
            "csharp": {
                "class K { int f(int a, params int[] b) {} }": 2,
                "class K { int f(params int[] b) {} }": 1,
            },
            "java": {
                "class K { int f(int a, int... b) {} }": 2,
                "record R(int a) { R { } }": 0,
            },
            "ruby": {
                "def f a, b = 1, *c, d:, **e, &g\nend": 6,
            },
            "php": {
                "<?php function f($a, &$b, ...$c) {}": 3,
            },
            "lua": {
                "function f(a, ...) end": 2,
            },
            "haskell": {
                "f 0 n = 1": 2,
            },
            "bash": {
                "f() { echo $1; }": 0,
            },
        }
    ),
)
def test_the_arity_of_a_key_counts_what_the_syntax_lists(
    language: str, source: str, count: int, parsed: Parsed
) -> None:
    tree = parsed(language, source)
    (index,) = function_nodes(tree)
    assert arity(tree, index) == count


def test_the_parameter_list_of_a_bare_arrow_parameter_is_none(parsed: Parsed) -> None:
    tree = parsed("typescript", "f = x => x")
    (index,) = function_nodes(tree)
    assert parameter_list(tree, index) is None


def test_function_nodes_stand_in_preorder_with_nested_ones(parsed: Parsed) -> None:
    tree = parsed("python", "def a():\n    def b(): pass\nclass K:\n    def c(self): pass\n")
    assert [function_name(tree, index) for index in function_nodes(tree)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("c", "struct S { int a; }; struct T; struct S s; enum { A };", ["S"]),
        ("cpp", "class K {}; class L; union U { int a; };", ["K", "U"]),
        ("ruby", "class A; end\nmodule M; end", ["A", "M"]),
        ("java", "interface I {} enum E {} record R() {} @interface N {} class K {}", ["E", "I", "K", "N", "R"]),
        ("kotlin", "class A\nobject O\ninterface I", ["A", "I", "O"]),
        ("csharp", "interface I {} struct S {} enum E {} record R(); class K {}", ["E", "I", "K", "R", "S"]),
        ("php", "<?php class K {} interface I {} trait T {} enum E {}", ["E", "I", "K", "T"]),
        ("javascript", "class K {} export default class {}", ["K"]),
        ("rust", "const C: u8 = 1; static D: u8 = 2; struct S; enum E {} trait T {} mod m {}", list("CDESTm")),
        ("rust", "impl<T: A> B<T> for C<T> {} impl C<u8> {}", ["impl B<T> for C<T>", "impl C<u8>"]),
        ("go", "package a\ntype T struct {}", []),
    ],
)
def test_named_units_are_keyed_by_their_name_alone(
    language: str, source: str, expected: list[str], parsed: Parsed
) -> None:
    found = units(parsed(language, source))
    assert [unit.key for unit in found] == expected
    assert not any(unit.function for unit in found)


def test_a_name_that_is_not_utf_8_is_said_to_be_so(parsed: Parsed) -> None:
    tree = parsed("javascript", b"class A { '\xe9'(a) {} b() {} }")
    assert [function_name(tree, index) for index in function_nodes(tree)] == ["(non-utf8)", "b"]
    assert keys(units(tree)) == ["(non-utf8)/1#0", "A#0", "b/0#0"]


def test_keys_sort_as_their_bytes(parsed: Parsed) -> None:
    names = ["\U00010000", "\uff5a", "é", "z"]
    source = "".join(f"function {name}() {{}}\n" for name in names)
    found = [unit.key for unit in units(parsed("javascript", source))]
    assert found == sorted(found, key=str.encode)
    assert len(found) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_ends_and_a_byte_order_mark_change_nothing_but_bytes(language: str, parsed: Parsed) -> None:
    def places(source: bytes) -> list[tuple[str, int, int, int]]:
        return [(unit.key, unit.nth, unit.start_line, unit.end_line) for unit in units(parsed(language, source))]

    source = SAMPLES[language].encode()
    assert places(source)
    assert places(source.replace(b"\n", b"\r\n")) == places(source)
    assert places(b"\xef\xbb\xbf" + source) == places(source)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_file_has_no_units(language: str, parsed: Parsed) -> None:
    assert units(parsed(language, b"")) == ()


def test_units_that_parsed_beside_an_error_are_kept(parsed: Parsed) -> None:
    assert in_source_order(units(parsed("python", "def f(a: int):\n    x = = 1\n\ndef g(b):\n    return b\n"))) == [
        "f/1",
        "g/1",
    ]


def test_a_name_that_the_parser_made_up_is_anonymous(parsed: Parsed) -> None:
    source = "auto narrow(T*) -> char* { return nullptr; }\n"  # C++ in a file of C
    assert [unit.key.rpartition("/")[0] for unit in units(parsed("c", source))] == ["(anonymous)"]


def spelled(node: tree_sitter.Node | None) -> str:
    return node.text.decode() if node is not None and node.text is not None else ""


def slow_units(tree: FlatTree) -> list[tuple[str, int, int, int, int]]:
    """The same from tree-sitter's own nodes: key, nth, lines and start byte, for languages of plain names."""
    language = tree.language
    rows = []
    for node in walk(root_of(tree.language, tree.source)):
        key = slow_key(language, node) if node.is_named else None
        if key is not None:
            # A node that ends before the first column holds nothing of that line.
            last = node.end_point.row + (node.end_point.column > 0)
            rows.append((key, node.start_point.row + 1, max(last, node.start_point.row + 1), node.start_byte))
    seen: Counter[str] = Counter()
    numbered = []
    for key, start, end, byte in sorted(rows, key=lambda row: (row[0].encode(), *row[1:])):
        numbered.append((key, seen[key], start, end, byte))
        seen[key] += 1
    return numbered


def slow_key(language: Language, node: tree_sitter.Node) -> str | None:
    name = node.child_by_field_name("name")
    needed = language.units_with_field.get(node.type)
    if node.type in language.units and (needed is None or node.child_by_field_name(needed)):
        parameters = node.child_by_field_name("parameters") or next(
            (child for child in node.children if child.type in language.parameter_lists), None
        )
        inside = [child for child in parameters.named_children if "comment" not in child.type] if parameters else []
        return f"{slow_name(language, node, name)}/{len(inside)}"
    if node.type in language.named_units and name is not None:
        return spelled(name) or "(anonymous)"
    if node.type in language.impls:
        target, trait = spelled(node.child_by_field_name("type")), spelled(node.child_by_field_name("trait"))
        return f"impl {trait} for {target}" if trait else f"impl {target}"
    return None


def slow_name(language: Language, node: tree_sitter.Node, name: tree_sitter.Node | None) -> str:
    receiver = node.child_by_field_name("receiver")
    if receiver is not None and name is not None:
        types = [child.child_by_field_name("type") for child in receiver.named_children]
        return "".join([*(f"({spelled(found)}) " for found in types[:1] if found), spelled(name) or "(anonymous)"])
    if name is None and node.parent is not None and node.parent.type in language.name_givers:
        name = node.parent.child_by_field_name(language.name_givers[node.parent.type])
    return spelled(name) or "(anonymous)"


PLAIN = ["python", "typescript", "tsx", "javascript", "rust", "go", "haskell", "java", "ruby", "php", "lua", "bash"]


@settings(max_examples=200)
@given(language=st.sampled_from(PLAIN), data=st.data())
def test_agrees_with_tree_sitters_own_nodes_on_broken_sources(
    language: str, data: st.DataObject, parsed: Parsed
) -> None:
    source = SAMPLES[language]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source))] * 2)))
    tree = parsed(language, source[: data.draw(st.integers(0, start))] + source[start:end])
    found = [(unit.key, unit.nth, unit.start_line, unit.end_line, unit.start_byte) for unit in units(tree)]
    assert found == slow_units(tree)
