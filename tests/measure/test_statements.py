"""The lines that a file holds together."""

from __future__ import annotations

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.statements import CONTAINERS, Statement, read_statements, statements
from rubout.measure.tree import parse
from tests.tables import cases


def found(language: str, source: str) -> list[Statement]:
    row = next(row for row in LANGUAGES if row.name == language)
    grammar = load(row)
    assert grammar
    return list(statements(parse(source.encode(), row, grammar)))


@cases(
    "language source lines",
    r"""
    typescript => const a = {\n f() {},\n g() {},\n};\nh();\n                              => 1-4
    typescript => export abstract class A {\n f() {}\n g() {}\n}\n                        => 1-4
    typescript => test('a', ()=>{\n});\ntest('b', ()=>{\n});\n                             => 1-2 3-4
    typescript => namespace N {\n export function f() {\n }\n const g = ()=>{\n };\n}\n           => 2-3 4-5
    python     => import a\n\n\n@a\ndef f():\n    pass\n\n\nx = [\n    1,\n]\n           => 4-6 9-11
    python     => if a:\n    def f():\n        pass\nelse:\n    f = None\n                 => 1-5
    cpp        => namespace n {\nvoid f() {\n}\nvoid g() {\n}\n}\n                        => 2-3 4-5
    c          => #ifndef A\n#define A\nvoid f() {\n}\n#endif\n                           => 3-4
    rust       => mod a {\n fn f() {}\n}\nfn g() {\n}\n                                   => 1-3 4-5
    go         => package a\n\nvar h = map[string]func(){\n "a": func() {},\n}\n          => 3-5
    python     =>                                                                         =>
    """,
)
def test_a_statement_is_what_cannot_be_parted(language: str, source: str, lines: str) -> None:
    assert [f"{each.start_line}-{each.end_line}" for each in found(language, source)] == lines.split()


@cases(
    "language source name",
    r"""
    typescript => export abstract class A {\n f() {}\n}\n                        => A
    typescript => export const $Z = make('$Z', ()=>{\n});\n                      => $Z
    typescript => test('a/b', ()=>{\n});\n                                       => test('a/b')
    typescript => describe.each([1])("a", ()=>{\n});\n                          => describe.each("a")
    typescript => app.use(()=>{\n});\n                                          => app.use()
    typescript => (()=>{\n})();\n                                               =>
    php        => <?php\nit('a', function () {\n});\n                            => it('a')
    ruby       => RSpec.describe 'a' do\n def f\n end\nend\n                      => RSpec.describe('a')
    python     => @a\ndef f():\n    pass\n                                       =>
    python     => def f():\n    pass\n                                           => f
    go         => package a\n\nvar h = map[string]func(){\n "a": func() {},\n}\n => h
    """,
)
def test_a_statement_may_have_a_name(language: str, source: str, name: str) -> None:
    assert [each.name for each in found(language, source)] == [name]


def test_what_could_not_be_parsed_is_looked_into() -> None:
    assert found("python", "(((\ndef f():\n    pass\n") == [Statement(2, 3, "f", "function_definition")]


def test_every_container_is_of_some_grammar() -> None:
    kinds = {name for row in LANGUAGES if (grammar := load(row)) for name in grammar.kind_names}
    assert not CONTAINERS - kinds


def test_a_file_without_the_part_has_no_statement() -> None:
    assert read_statements(b"") == ()
