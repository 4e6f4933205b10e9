"""Sizes, names, parameters and complexity of functions: the worked examples of docs/methodology/scan.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.table import Naming
from rubout.measure.metrics import metrics, name_ok
from rubout.measure.sources.content import total_lines
from tests.measure.conftest import only_function

if TYPE_CHECKING:
    from rubout.facts.source import Function
    from tests.measure.conftest import Parsed

# Cyclomatic complexity, cognitive complexity, deepest nesting.
Measures = tuple[int, int, int]


def measures(function: Function) -> Measures:
    return function.cyclomatic, function.cognitive, function.max_nesting


@pytest.mark.parametrize(
    ("source", "lines"),
    [(b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\r\nb\r\n", 2), (b"a\rb", 1)],
)
def test_example_1_a_line_ends_at_a_line_feed_or_with_the_file(source: bytes, lines: int) -> None:
    assert total_lines(source) == lines


TRY = "def f():\n try:\n  if a:\n   for i in b:\n    while c: pass\n except (A, B):\n  if d: pass\n"
FOR_ELSE = "def f():\n try:\n  for i in a:\n   if b: pass\n  else: pass\n except A: pass\n else: pass\n"
ELIF = "def f():\n if a: pass\n elif b:\n  for i in a:\n   if i: pass\n else:\n  if b: pass\n"
LAMBDA = "def f():\n k = lambda v: 1 if v else 2\n"
MATCH = "def f(x):\n match x:\n  case 1 if x > 0: pass\n  case _: pass\n"
TERNARY = "def f():\n if (a if b else c): pass\n"
TO_REGEXP = """
function toRegexp(antPattern, directorySeparator) {
  const escapedDirectorySeparator = '\\\\' + directorySeparator;
  const sb = new StringBuilder(antPattern.length);
  sb.append('^');
  let i = antPattern.startsWith("/") || antPattern.startsWith("\\\\") ? 1 : 0;
  while (i < antPattern.length) {
    const ch = antPattern.charAt(i);
    if (SPECIAL_CHARS.indexOf(ch) !== -1) {
      sb.append('\\\\').append(ch);
    } else if (ch === '*') {
      if (i + 1 < antPattern.length && antPattern.charAt(i + 1) === '*') {
        if (i + 2 < antPattern.length && isSlash(antPattern.charAt(i + 2))) {
          sb.append("(?:.*").append(escapedDirectorySeparator).append("|)");
          i += 2;
        } else {
          sb.append(".*");
          i += 1;
        }
      } else {
        sb.append("[^").append(escapedDirectorySeparator).append("]*?");
      }
    } else if (ch === '?') {
      sb.append("[^").append(escapedDirectorySeparator).append("]");
    } else if (isSlash(ch)) {
      sb.append(escapedDirectorySeparator);
    } else {
      sb.append(ch);
    }
    i++;
  }
  sb.append('$');
  return sb.toString();
}
"""
GO_LABEL = "func f() {\nOUT:\n\tfor {\n\t\tfor {\n\t\t\tif a {\n\t\t\t\tcontinue OUT\n\t\t\t}\n\t\t}\n\t}\n}\n"
GO_SWITCH = "func f() { switch x {\ncase 1: a()\ncase 2: b()\ncase 3: c()\ndefault: d() } }"
GO_IF = "func f() { if a && b { c() } else if d || e { g() } else { h() } }"
RUST_MATCH = "fn f() { match x { 1 => a, 2 => b, _ => if c && d { e } else { g } } }"
RUST_CHAIN = "fn f() { if let Some(a) = x && let Some(b) = y && a > 0 { 1 } else { 2 } }"
GUARDS = "f n | n < 0 = 1\n    | n < 10 && n > 5 = 2\n    | n < 20 = 3\n    | otherwise = 4\n"


EXAMPLES = [
    pytest.param(
        "python",
        "def f(a, b):\n if a and b:\n  for i in range(10):\n   if i > 5: return i\n return 0\n",
        (5, 7, 3),
        id="3",
    ),
    pytest.param("python", TRY, (6, 9, 3), id="4 try"),
    pytest.param("python", FOR_ELSE, (4, 6, 2), id="4 for-else"),
    pytest.param("python", ELIF, (6, 10, 3), id="5"),
    pytest.param("python", "def f(): return a and b and c", (3, 1, 0), id="6 one run"),
    pytest.param("python", "def f(): return a or b and c or d", (4, 3, 0), id="6 three runs"),
    pytest.param("python", "def f(): return a and (b and c)", (3, 2, 0), id="6 parenthesis"),
    pytest.param("python", "def f(): return [x for x in xs if x > 0]", (3, 0, 0), id="6 comprehension"),
    pytest.param("python", LAMBDA, (2, 2, 2), id="6 lambda"),
    pytest.param("python", MATCH, (4, 1, 1), id="7 match"),
    pytest.param("python", TERNARY, (3, 3, 2), id="7 condition"),
    pytest.param("typescript", "function f() { if (a && !(b && c)) {} }", (4, 3, 1), id="8 negation"),
    pytest.param("typescript", "function f() { if (a && b) {} else if (c || d) {} }", (5, 4, 1), id="8 else-if"),
    pytest.param("go", GO_LABEL, (4, 7, 3), id="9 label"),
    pytest.param("go", GO_SWITCH, (4, 1, 1), id="9 switch"),
    pytest.param("go", GO_IF, (5, 5, 1), id="9 else"),
    pytest.param("rust", RUST_MATCH, (6, 5, 2), id="10 match"),
    pytest.param("rust", RUST_CHAIN, (4, 3, 1), id="10 chain"),
    pytest.param("haskell", GUARDS, (6, 5, 0), id="11 guards"),
    pytest.param("typescript", TO_REGEXP, (12, 20, 4), id="11 ts"),
    pytest.param("tsx", TO_REGEXP, (12, 20, 4), id="11 tsx"),
    pytest.param("javascript", TO_REGEXP, (12, 20, 4), id="11 js"),
]


def test_example_8_a_nested_unit_is_measured_alone(parsed: Parsed) -> None:
    source = "const outer = (xs) => { if (xs) { return xs.map((x) => x > 0 ? x : -x) } return [] }"
    outer, inner = metrics(parsed("typescript", source)).functions
    assert (outer.name, *measures(outer)) == ("outer", 2, 1, 1)
    assert (inner.name, *measures(inner)) == ("(anonymous)", 2, 1, 1)


def test_example_12_an_error_that_hides_units_is_counted(parsed: Parsed) -> None:
    measured = metrics(parsed("python", "def f(a:\ndef g(b):\n    return b\n"))
    assert measured.functions == ()
    assert measured.parse_errors >= 1
    assert measured.first_error_line == 1


def test_a_missing_token_is_a_parse_error_on_its_line(parsed: Parsed) -> None:
    measured = metrics(parsed("typescript", "f();\nconst a = [1\n"))
    assert (measured.parse_errors, measured.first_error_line) == (1, 2)


def test_what_is_missing_at_the_end_is_missed_on_the_last_line(parsed: Parsed) -> None:
    assert metrics(parsed("bash", "(b\n")).first_error_line == 1


def test_source_that_parses_has_no_error_line(parsed: Parsed) -> None:
    measured = metrics(parsed("python", "x = 1\n"))
    assert (measured.parse_errors, measured.first_error_line) == (0, 0)


@pytest.mark.parametrize(
    ("name", "naming", "expected"),
    [
        ("load_config", Naming.SNAKE, True),
        ("__init__", Naming.SNAKE, True),
        ("loadConfig", Naming.SNAKE, False),
        ("loadConfig", Naming.MIXED, True),
        ("ServeHTTP", Naming.MIXED, True),
        ("TestServer_Start", Naming.MIXED, True),
        ("_private", Naming.MIXED, True),
        ("load_config", Naming.MIXED, False),
        ('"my_key"', Naming.MIXED, True),
        ("[dynamic_key]", Naming.MIXED, True),
        ("table[my_key]", Naming.MIXED, True),
        ("(anonymous)", Naming.SNAKE, True),
        ("load_Config", Naming.ANY, True),
    ],
)
def test_example_13_names_follow_their_language(name: str, naming: Naming, expected: bool) -> None:
    assert name_ok(name, naming) is expected


AND_OR = {
    "python": "def f():\n if a and b or c: return 1\n return 0\n",
    "typescript": "function f() { if (a && b || c) { return 1 } return 0 }",
    "tsx": "function f() { if (a && b || c) { return 1 } return 0 }",
    "javascript": "function f() { if (a && b || c) { return 1 } return 0 }",
    "rust": "fn f() -> i32 { if a && b || c { return 1 } return 0 }",
    "go": "func f() int { if a && b || c { return 1 }\n return 0 }",
    "haskell": "f a b c = if a && b || c then 1 else 0\n",
    "c": "int f() { if (a && b || c) { return 1; } return 0; }",
    "cpp": "int f() { if (a and b or c) { return 1; } return 0; }",
    "java": "class K { int f() { if (a && b || c) { return 1; } return 0; } }",
    "kotlin": "fun f(): Int { if (a && b || c) { return 1 }\n return 0 }",
    "csharp": "class K { int F() { if (a && b || c) { return 1; } return 0; } }",
    "ruby": "def f\n if a && b || c then return 1 end\n 0\nend\n",
    "php": "<?php function f() { if ($a && $b || $c) { return 1; } return 0; }",
    "lua": "function f() if a and b or c then return 1 end return 0 end",
    "bash": "f() { if a && b || c; then return 1; fi; return 0; }",
}


def braces(head: str, loop: str, tail: str = "", call: str = "g();") -> str:
    """The shape of example 5 where blocks stand in braces."""
    return (
        f"{head} {{ if (a) {{ {call} }} else if (b) {{ {loop} {{ if (i) {{ {call} }} }} }}"
        f" else {{ if (b) {{ {call} }} }} }}{tail}"
    )


ELSE_IF = {
    "c": braces("int f()", "for (i = 0; i; i++)"),
    "cpp": braces("int f()", "for (auto i : a)"),
    "java": braces("class K { int f()", "for (int i : a)", " }"),
    "kotlin": braces("fun f()", "for (i in a)", call="g()"),
    "csharp": braces("class K { int F()", "foreach (var i in a)", " }"),
    "ruby": "def f\n if a then g\n elsif b\n  for i in a do\n   if i then g end\n  end\n else\n"
    "  if b then g end\n end\nend\n",
    "php": "<?php " + braces("function f()", "foreach ($a as $i)"),
    "lua": "function f() if a then g() elseif b then for i in a do if i then g() end end"
    " else if b then g() end end end",
    "bash": "f() { if a; then g; elif b; then for i in a; do if i; then g; fi; done; else if b; then g; fi; fi; }",
}


SWITCH = {
    "c": "int f() { switch (x) { case 1: break; case 2: break; case 3: break; default: break; } }",
    "cpp": "int f() { switch (x) { case 1: break; case 2: break; case 3: break; default: break; } }",
    "java": "class K { int f() { switch (x) { case 1: break; case 2: break; case 3: break; default: break; } } }",
    "kotlin": "fun f() { when (x) { 1 -> a()\n 2 -> b()\n 3, 4 -> c()\n else -> d() } }",
    "csharp": "class K { int F() { switch (x) { case 1: break; case 2: break; case 3: break; default: break; } } }",
    "ruby": "def f\n case x\n when 1 then a\n when 2 then b\n when 3 then c\n else d\n end\nend\n",
    "php": "<?php function f() { switch ($x) { case 1: break; case 2: break; case 3: break; default: break; } }",
    "bash": "f() { case $x in 1) a ;; 2|3) b ;; 4) c ;; *) d ;; esac; }",
}


CATCH = {
    "cpp": "int f() { try { if (a) { for (auto i : b) { while (c) {} } } } catch (E& e) { if (d) {} } }",
    "java": "class K { void f() { try { if (a) { for (int i : b) { while (c) {} } } }"
    " catch (A | B e) { if (d) {} } } }",
    "kotlin": "fun f() { try { if (a) { for (i in b) { while (c) {} } } } catch (e: E) { if (d) {} } }",
    "csharp": "class K { void F() { try { if (a) { foreach (var i in b) { while (c) {} } } }"
    " catch (E e) { if (d) {} } } }",
    "ruby": "def f\n begin\n  if a\n   for i in b do\n    while c do x end\n   end\n  end\n rescue A, B\n"
    "  if d then x end\n end\nend\n",
    "php": "<?php function f() { try { if ($a) { foreach ($b as $i) { while ($c) {} } } }"
    " catch (E $e) { if ($d) {} } }",
}


CLOSURE = {
    "cpp": "int f() { auto g = [](int x) { if (x) {} }; }",
    "java": "class K { void f() { g(x -> { if (x) {} }); } }",
    "kotlin": "fun f() { g { x -> if (x) {} } }",
    "csharp": "class K { void F() { G(x => { if (x) {} }); } }",
    "ruby": "def f\n g { |x| if x then y end }\nend\n",
    "php": "<?php function f() { $g = function ($x) { if ($x) {} }; }",
    "lua": "function f() g(function(x) if x then y() end end) end",
    "go": "func f() { g(func(x int) { if x { y() } }) }",
}


# The rest of example 15, and the special cases of the tables.
SPECIAL_CASES = [
    ("java", "class K { int f() { if (a) return 1; else return 2; } }", (2, 2, 1)),
    ("kotlin", "fun f(a: Int?): Int { return a ?: 1 }", (2, 0, 0)),
    ("kotlin", "fun f() { if (a) 1 else /* why */ 2 }", (2, 2, 1)),
    ("kotlin", "fun f() { if (a) 1 else /* why */ if (b) 2 else 3 }", (3, 3, 1)),
    ("kotlin", "fun f() { x@ for (i in a) { break@x } }", (2, 2, 1)),
    ("kotlin", "fun f() { run x@ { g() } }", (1, 0, 0)),
    ("java", "class K { void f() { x: while (a) { continue x; } } }", (2, 2, 1)),
    ("java", "class K { void f() { while (a) { continue; } } }", (2, 1, 1)),
    ("csharp", "class K { int F() { return x switch { 1 => 2, _ => 3 }; } }", (3, 1, 1)),
    ("bash", "f() { case $x in a|*) b ;; esac; }", (2, 1, 1)),
    ("ruby", "def f\n begin\n  a\n rescue A\n  b\n else\n  c\n end\nend\n", (2, 2, 1)),
    ("ruby", "def f\n case x\n in 1 if y then a\n else b\n end\nend\n", (3, 1, 1)),
    ("typescript", "function f() { return a ?? b?.c }", (2, 0, 0)),
    ("rust", "fn f() -> R { let Some(a) = b? else { return }; }", (2, 0, 0)),
    ("rust", "fn f() { if let Some(a) = x /* why */ && b {} }", (3, 2, 1)),
]


# The same in every language.
ALIKE = {
    "14 one shape": (AND_OR, (4, 3, 1)),
    "14 the shape of 5": (ELSE_IF, (6, 10, 3)),
    "15 arms are branches and nest nothing": (SWITCH, (4, 1, 1)),
    "15 a handler branches and a try does not": (CATCH, (6, 9, 3)),
    "15 a lambda nests and costs nothing": (CLOSURE, (2, 2, 2)),
}


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        *EXAMPLES,
        *(
            pytest.param(language, source, expected, id=f"{example} {language}")
            for example, (sources, expected) in ALIKE.items()
            for language, source in sources.items()
        ),
        *SPECIAL_CASES,
    ],
)
def test_a_function_measures_what_its_rules_add_up_to(language: str, source: str, expected: Measures) -> None:
    assert measures(only_function(language, source)) == expected


def test_example_15_accessors_are_units_when_they_have_a_body(parsed: Parsed) -> None:
    source = "class K { int P { get { if (a) return 1; return 0; } set => x = value; } int Q { get; set; } }"
    functions = metrics(parsed("csharp", source)).functions
    assert [(function.name, function.cyclomatic) for function in functions] == [("P.get", 2), ("P.set", 1)]


@pytest.mark.parametrize(
    ("language", "source", "params"),
    [
        # Examples 7, 9 and 17; by the syntax alone it would be 7, 1, 7, 2 and 0.
        pytest.param("python", "def g(self, a, /, b=1, *, c: int = 2, **kw): pass", 5, id="7 a function's self"),
        pytest.param("go", "func (t *T) my_add(a, b int) {}", 2, id="9 a group"),
        pytest.param(
            "python", "class K:\n def g(self, a, /, b=1, *, c: int = 2, **kw): pass", 4, id="17 a method's self"
        ),
        pytest.param("rust", "impl K { fn m(&self, a: i32) {} }", 1, id="17 a receiver"),
        pytest.param("typescript", "const f = x => x", 1, id="17 a bare parameter"),
        pytest.param("javascript", "const f = async x => x", 1, id="a bare parameter of an async arrow"),
        pytest.param("python", "class K:\n @classmethod\n def g(cls, a): pass", 1, id="cls"),
        pytest.param("python", "class K:\n if a:\n  def g(self: K, a): pass", 1, id="an annotated self under an if"),
        pytest.param("python", "class K:\n def g(a, self): pass", 2, id="self in second place"),
        pytest.param("python", "def f(a, # why\n b): pass", 2, id="a comment"),
        pytest.param("go", "func f(int, string) {}", 2, id="types without names"),
        pytest.param("go", "func f(a, b int, c ...string) {}", 3, id="a group and a rest"),
        pytest.param("typescript", "function f() {}", 0, id="none"),
        pytest.param("c", "int f(void) {}", 0, id="void"),
        pytest.param("c", "int *f(int a, void (*g)(int, int)) {}", 2, id="a declarator"),
        pytest.param("kotlin", "fun f(a: Int = 1, b: Int) {}", 2, id="a default is no parameter"),
        pytest.param("csharp", "class K { void F(int a, params int[] b) {} }", 2, id="a params token"),
        pytest.param("bash", "f() { a; }", 0, id="bash"),
    ],
)
def test_params_are_what_a_caller_passes(language: str, source: str, params: int) -> None:
    assert only_function(language, source).params == params


@pytest.mark.parametrize(
    ("language", "source", "name", "ok"),
    [
        # By the whole name, which starts with a parenthesis, the first would pass.
        pytest.param("go", "func (t *T) my_add(a, b int) {}", "(*T) my_add", False, id="17 a Go method"),
        pytest.param("go", "func (t *T) MyAdd(a, b int) {}", "(*T) MyAdd", True, id="17 another"),
        pytest.param("typescript", "class A { handle = (e) => e; }", "handle", True, id="18 a field"),
        pytest.param("javascript", "class A { handle = (e) => e; }", "handle", True, id="18 a field, js"),
        pytest.param("typescript", "x.y = function () {}", "x.y", True, id="18 an assignment"),
        pytest.param("typescript", "const g = function* () {}", "g", True, id="18 a generator"),
        pytest.param("javascript", "my_lib._onLoad = function () {}", "my_lib._onLoad", True, id="only the last part"),
        pytest.param("javascript", "lib.on_load = function () {}", "lib.on_load", False, id="the last part counts"),
        pytest.param("python", "def loadConfig(): pass", "loadConfig", False, id="snake"),
        pytest.param("javascript", b'const o = { "\xe9": () => 1 }', "(non-utf8)", True, id="not UTF-8"),
    ],
)
def test_names_and_their_style(language: str, source: str | bytes, name: str, ok: bool) -> None:
    function = only_function(language, source)
    assert (function.name, function.name_ok) == (name, ok)


@pytest.mark.parametrize(
    ("language", "source", "lines"),
    [
        # Example 19; counting the row on which the node ends it would be 3.
        pytest.param("rust", "/// one\n/// two\nfn f() {}\n", 2, id="19"),
        pytest.param("python", "# a\nx = 1  # b\n", 2, id="behind code"),
        pytest.param("python", '"""A docstring."""\n', 0, id="a docstring"),
        pytest.param("c", "/* a */ int x; /* b\nc */ int y; // d\n", 2, id="two on a row count once"),
        pytest.param("c", "/* a\n\n b */", 3, id="a blank row inside"),
        pytest.param("typescript", "", 0, id="nothing"),
    ],
)
def test_comment_lines_are_the_rows_that_a_comment_touches(
    parsed: Parsed, language: str, source: str, lines: int
) -> None:
    assert metrics(parsed(language, source)).comment_lines == lines


def test_example_20_direct_recursion_costs_1() -> None:
    assert only_function("python", "def f(n): return n and f(n - 1)").cognitive == 2
    assert only_function("python", "def f(n): return n and other.f(n - 1)").cognitive == 1


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param("python", "def f(n): return f(f(n))", id="once a unit"),
        pytest.param("python", "class K:\n def f(self): return self.f()", id="self"),
        pytest.param("python", "class K:\n def f(cls): return cls.f()", id="cls"),
        pytest.param("typescript", "class K { f() { return this.f() } }", id="this"),
        pytest.param("typescript", "const f = (n) => f(n)", id="by its variable"),
        pytest.param("rust", "impl K { fn f() { Self::f() } }", id="Self"),
        pytest.param("go", "func f() { f() }", id="go"),
        pytest.param("c", "int f() { return f(); }", id="c"),
        pytest.param("cpp", "struct K { int f() { return this->f(); } };", id="cpp"),
        pytest.param("java", "class K { int f() { return this.f(); } }", id="java"),
        pytest.param("kotlin", "fun f() { f() }", id="kotlin"),
        pytest.param("csharp", "class K { int F() { return F(); } }", id="csharp"),
        pytest.param("ruby", "def f(n)\n self.f(n)\nend\n", id="ruby"),
        pytest.param("php", "<?php class K { function f() { return $this->f(); } }", id="php"),
        pytest.param("lua", "function f() return f() end", id="lua"),
        pytest.param("bash", "f() { f 1; }", id="bash"),
    ],
)
def test_direct_recursion_costs_1_once_a_unit(language: str, source: str) -> None:
    assert only_function(language, source).cognitive == 1


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param("python", "def f(n): return ff(n)", id="another name that ends alike"),
        pytest.param("typescript", "class K { f() { return this.g.f() } }", id="a member's"),
        pytest.param("java", "class K { int f() { return other.f(); } }", id="java, another's"),
        pytest.param("csharp", "class K { int P { get { return get(); } } }", id="no call reaches an accessor"),
        pytest.param("php", "<?php class K { function f() { return K::f(); } }", id="php, by the class"),
        pytest.param("haskell", "f n = f n\n", id="haskell has no call node"),
    ],
)
def test_what_only_looks_like_recursion_costs_nothing(language: str, source: str) -> None:
    assert only_function(language, source).cognitive == 0


def test_a_call_in_a_nested_unit_is_no_recursion_of_its_host(parsed: Parsed) -> None:
    host, nested = metrics(parsed("python", "def f():\n def g(): f()\n")).functions
    assert (host.cognitive, nested.cognitive) == (0, 0)


def test_example_21_code_outside_functions_is_measured_like_a_body(parsed: Parsed) -> None:
    toplevel = metrics(parsed("python", "if a:\n    for i in b:\n        if i: pass\n")).toplevel
    assert (toplevel.cyclomatic, toplevel.cognitive, toplevel.max_nesting, toplevel.lines) == (4, 6, 3, 3)


def test_example_21_a_table_of_data_has_no_branch(parsed: Parsed) -> None:
    toplevel = metrics(parsed("python", "TABLE = {\n" + "    1: 2,\n" * 298 + "}\n")).toplevel
    assert (toplevel.cyclomatic, toplevel.cognitive, toplevel.max_nesting, toplevel.lines) == (1, 0, 0, 300)


@pytest.mark.parametrize(
    ("language", "source", "rows"),
    [
        pytest.param("python", "", (1, 1, 0), id="nothing"),
        pytest.param("python", "import a\n\ndef f():\n    x = 1\n", (1, 1, 0), id="only an import and a function"),
        pytest.param("python", "import a\n\n# why\nx = 1\n\n\ny = 2\n", (4, 7, 2), id="no import, comment, blank row"),
        pytest.param("python", 'x = """\na\nb"""; y = 1\n', (1, 3, 3), id="a token over rows"),
        pytest.param("python", "class K:\n    def f(self):\n        pass\n    x = 1\n", (1, 4, 2), id="a class around"),
        pytest.param(
            "typescript", "export { a } from 'a';\nexport const b = 1;\n", (2, 2, 1), id="an export of another's"
        ),
        pytest.param("php", "<?php\nnamespace A;\n$x = 1;\n", (1, 3, 2), id="a namespace without a body"),
        pytest.param("php", "<?php\nnamespace A {\n$x = 1;\n}\n", (1, 4, 4), id="a namespace with one"),
    ],
)
def test_toplevel_lines_are_the_rows_of_its_tokens(
    parsed: Parsed, language: str, source: str, rows: tuple[int, int, int]
) -> None:
    toplevel = metrics(parsed(language, source)).toplevel
    assert (toplevel.start_line, toplevel.end_line, toplevel.lines) == rows


def test_functions_come_by_start_line_and_in_preorder_on_one(parsed: Parsed) -> None:
    source = "const a = () => { const b = () => 1; };\nconst c = () => 2, d = () => 3;\n"
    functions = metrics(parsed("typescript", source)).functions
    assert [function.name for function in functions] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_endings_and_a_byte_order_mark_move_no_line(parsed: Parsed, mark: str, ending: str) -> None:
    source = mark + ending.join(["# é", "def f():", "\tif a:", "\t\treturn 'ü'", ""])
    measured = metrics(parsed("python", source))
    (function,) = measured.functions
    assert (function.start_line, function.end_line, function.lines) == (2, 4, 3)
    assert (*measures(function), measured.comment_lines, measured.parse_errors) == (2, 1, 1, 1, 0)


def test_a_function_without_a_final_line_feed_ends_on_the_last_line(parsed: Parsed) -> None:
    (function,) = metrics(parsed("typescript", "\nfunction f() {\n}")).functions
    assert (function.start_line, function.end_line) == (2, 3)
