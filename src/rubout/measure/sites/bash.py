"""Which files does a shell script source or run?

Source    docs/methodology/liveness.md; the node kinds of the pinned grammar
Specifier a path without what stands for the script's own folder
Detail    `here` where the path begins in the folder of the script, `root` where in that of the repository, `somewhere`
          where in one that only a run can tell
Marks     `shebang`: it starts with `#!`
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode
from rubout.measure.nodes import child_in_field, children, text, text_between
from rubout.measure.sites.bash_words import HERE, ROOT, UNKNOWN, Words
from rubout.measure.sites.collect import Found, nodes_of, of_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.references import References
    from rubout.measure.tree import FlatTree

_SOURCING = frozenset({"source", ".", r"\."})
_RUNNING = frozenset({"bash", "dash", "exec", "ksh", "sh", "zsh"})
SOMEWHERE = "somewhere"
_STARTS = {HERE: "here", ROOT: "root", UNKNOWN: SOMEWHERE}
_MARKS = re.compile("|".join(_STARTS))
_SCRIPT = re.compile(r"[^*?\[\]{}()<>|;&$`'\"\s]+")
_IS_TEXT = re.compile(r"(?:-\S+ )*?-[a-z]*c")  # the options before a text that is run
_GLOB = re.compile(r"[*?\[]")


def references(tree: FlatTree) -> References:
    """The commands of a parsed script that source or run a file."""
    return of_script(tree, _found(tree))


def _found(tree: FlatTree) -> Iterator[Found]:
    words = Words(tree)
    name_field = tree.grammar.field("name")
    for index, _ in nodes_of(tree, frozenset({"command"})):
        called = child_in_field(tree, index, name_field)
        if called is None:
            continue
        name, given = text(tree, called), list(_given(tree, index))
        if name in _SOURCING:
            if given:
                yield _sourced(tree.starts[index], words.known(given[0]))
        elif name in _RUNNING:
            script = next((word for word in given if not word.startswith("-")), "")
            if not _IS_TEXT.match(" ".join(given)):
                yield from _run(tree.starts[index], words.known(script))
        else:
            yield from _run(tree.starts[index], words.known(name), plain=False)


def _given(tree: FlatTree, command: int) -> Iterator[str]:
    """The words after the name of a command; the grammar parts some before a variable, which no blank does."""
    argument = tree.grammar.field("argument")
    start = end = -1
    for child in children(tree, command):
        if tree.fields[child] != argument:
            continue
        if tree.starts[child] != end:
            if end >= 0:
                yield text_between(tree, start, end)
            start = tree.starts[child]
        end = tree.ends[child]
    if end >= 0:
        yield text_between(tree, start, end)


def _sourced(start: int, written: str) -> Found:
    spec, detail = _place(written)
    if spec is None:
        return Found(start, Kind.DYNAMIC, "", mode=Mode.DYNAMIC)
    if detail == SOMEWHERE:
        return Found(start, Kind.DYNAMIC, spec, mode=Mode.DYNAMIC, detail=detail)
    if _GLOB.search(spec):
        return Found(start, Kind.PATTERN, spec, mode=Mode.DYNAMIC, detail=detail)
    return Found(start, Kind.SOURCE, spec, detail=detail)


def _run(start: int, written: str, *, plain: bool = True) -> Iterator[Found]:
    """A site where the path is literal; it may be that of a program that is built, so that nothing is missing then.

    `plain`: a path may begin with a name, too.
    """
    spec, detail = _place(written)
    if spec is None or detail == SOMEWHERE or not _SCRIPT.fullmatch(spec):
        return
    if detail or spec.startswith(("./", "../")) or (plain and ("/" in spec or spec.endswith((".sh", ".bash")))):
        yield Found(start, Kind.SOURCE, spec, mode=Mode.PROBE, detail=detail)


def _place(written: str) -> tuple[str | None, str]:
    """The path in a word, with `*` for what is not literal in it, and where it begins; None where it tells nothing."""
    detail = _STARTS.get(written[:1], "")
    rest = written[1:] if detail else written
    if detail == SOMEWHERE:
        rest = _MARKS.split(rest)[-1]
    if detail and not rest.startswith("/"):
        return None, ""
    known = _MARKS.split(rest, maxsplit=1)[0]
    if HERE in rest or ROOT in rest or (known != rest and "/" not in known):
        return None, ""
    return rest.lstrip("/" if detail else "").replace(UNKNOWN, "*"), detail
