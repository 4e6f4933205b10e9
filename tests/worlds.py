"""Small trees in code, as the ladders see them: read for real, by the modules of `measure/sites`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rubout.measure.entries import bits
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import load
from rubout.measure.languages.table import Scope
from rubout.measure.resolve.all import ladders
from rubout.measure.resolve.world import What, World
from rubout.measure.sites import all as sites
from rubout.measure.sites import markdown
from rubout.measure.tree import parse
from tests.tables import cases, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rubout.facts.references import Kind, References
    from rubout.measure.resolve.world import Answer

    Test = Callable[[str, str, str], None] | Callable[[str, str], None]

_MARKS = {What.FILE: "", What.PACKAGE: "/", What.SECTION: ""}
_BITS = {name.lower(): bit for name, bit in vars(bits).items() if name.isupper()}
_BY_SUFFIX = {
    suffix: language
    for language in LANGUAGES
    if language.scope is Scope.JUDGED or language.name == "markdown"
    for suffix in language.extensions
}


def references_of(language: str, source: str | bytes) -> References:
    """What a file of the language says of others."""
    source = source.encode() if isinstance(source, str) else source
    if language == "markdown":
        return markdown.references(source)
    record = next(record for record in LANGUAGES if record.name == language)
    grammar = load(record)
    assert grammar is not None
    return sites.references(parse(source, record, grammar))


def world(files: Mapping[str, str | bytes], *, source_roots: tuple[str, ...] = ()) -> World:
    """A tree of these files and no others; what has no language is walked and not in scope."""
    contents = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    languages = {
        path: _BY_SUFFIX[suffix].name
        for path in sorted(contents, key=str.encode)
        if (suffix := path.rpartition(".")[2]) in _BY_SUFFIX
    }
    return World(
        scope={path: references_of(language, contents[path]) for path, language in languages.items()},
        languages=languages,
        walked=frozenset(contents),
        read=contents.get,
        source_roots=source_roots,
    )


def answers(tree: World, path: str) -> list[tuple[str, str, Answer]]:
    """Specifier, name and answer of every site of a file, in their order."""
    ladder = ladders(tree)[tree.languages[path]]
    return [(site.spec, site.name, ladder(path, site)) for site in tree.scope[path].sites]


def said(answer: Answer) -> str:
    """An answer in short: `R1 a.py`, `R2 a.py via b.py`, `R1 folder/`, `R2 a.md#slug`, `R5 external`, `dynamic`."""
    if answer.reason is not None:
        return " ".join((answer.reason.value, *(target.path for target in answer.possible)))
    if answer.what is What.EXTERNAL:
        return f"R{answer.rung} external"
    shown = [f"{target.path}{_MARKS[answer.what]}" for target in answer.targets]
    if answer.what is What.SECTION:
        shown = [f"{target.path}#{target.unit}" for target in answer.targets]
    return f"R{answer.rung} {(' via ' if answer.via_reexport else ' ').join(shown)}"


def shown(tree: World, path: str) -> list[str]:
    """The answers of a file's sites in short."""
    return [said(found) for _, _, found in answers(tree, path)]


def answer(files: Mapping[str, str], path: str, source: str, **knobs: tuple[str, ...]) -> str:
    """What the one site of a file means that is added to the others."""
    (found,) = shown(world({**files, path: source}, **knobs), path)
    return found


def said_sites(found: References) -> str:
    """The sites of a file in short: kind, specifier and name of each."""
    return "; ".join(f"{site.kind.name.lower()} {site.spec} {site.name}".strip() for site in found.sites)


def meaning(files: Mapping[str, str], text: str, *, path: str = "", written: str = "{}") -> Test:
    """A test of answers: a line has the path of a file of one site, unless that is given, its source, and its answer.

    `written` is the text around each source.
    """
    lines = [(path, *line) if path else line for line in table(text)]

    @pytest.mark.parametrize(("path", "source", "expected"), lines)
    def test(path: str, source: str, expected: str) -> None:
        assert answer(files, path, written.replace("{}", source)) == expected

    return test


def flagging(flags: Callable[[World], Mapping[str, int]], text: str, files: Mapping[str, str] | None = None) -> Test:
    """A test of entry flags: a line has a path, its source if that matters, and the names of its bits."""
    lines = [(line[0], line[1] if line[2:] else "", line[-1]) for line in table(text)]

    @pytest.mark.parametrize(("path", "source", "expected"), lines)
    def test(path: str, source: str, expected: str) -> None:
        found = flags(world({**(files or {}), path: source})).get(path, 0)
        assert " ".join(name for name, bit in _BITS.items() if found & bit) == expected

    return test


def specs(found: References, kind: Kind, detail: str | None = None) -> list[str]:
    """The specifiers of the sites of a kind, in their order; of one detail alone where it is given."""
    return [site.spec for site in found.sites if site.kind is kind and detail in (None, site.detail)]


def saying(language: str, text: str, said: Callable[[References], str] = said_sites, *, written: str = "{}") -> Test:
    """A test of what a file says: a line has its source, and what `said` makes of it."""

    @cases("source expected", text)
    def test(source: str, expected: str) -> None:
        assert said(references_of(language, written.replace("{}", source))) == expected

    return test


def marks_of(found: References) -> str:
    """The marks of a file."""
    return " ".join(found.marks)


def specs_of(kind: Kind, detail: str | None = None) -> Callable[[References], str]:
    """What says the specifiers of the sites of a kind; of one detail alone where it is given."""
    return lambda found: " ".join(specs(found, kind, detail))
