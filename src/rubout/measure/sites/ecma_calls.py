"""Which calls of a TypeScript or JavaScript file load or name another file?"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode
from rubout.measure.nodes import child_in_field, children, is_named, kind_name, text, text_between
from rubout.measure.sites.collect import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.measure.tree import FlatTree

# What is called, as it is written: the kind of its site when the first argument is a literal.
_LOADERS = {
    b"import": Kind.DYNAMIC,
    b"require": Kind.REQUIRE,
    b"require.resolve": Kind.REQUIRE,
    b"jest.mock": Kind.REQUIRE,
    b"jest.doMock": Kind.REQUIRE,
    b"jest.requireActual": Kind.REQUIRE,
    b"vi.mock": Kind.REQUIRE,
    b"vi.doMock": Kind.REQUIRE,
    b"vi.importActual": Kind.REQUIRE,
}
_GLOBS = frozenset({b"import.meta.glob", b"import.meta.globEager"})
_CONTEXT = b"require.context"
_ADDRESS = b"import.meta.resolve"
_JOINS = frozenset({b"path.join", b"path.resolve", b"join", b"resolve"})
_OWN_FOLDER = frozenset({"__dirname", "import.meta.dirname"})
_OWN_TEMPLATES = (b"${__dirname}/", b"${import.meta.dirname}/")
_LONGEST = max(map(len, (*_LOADERS, *_GLOBS, *_JOINS, _CONTEXT, _ADDRESS)))

_RELATIVE = (b"./", b"../")
_CODE = (b".ts", b".tsx", b".mts", b".cts", b".js", b".jsx", b".mjs", b".cjs")
# An address on the server of a bundler, which leaves the suffix to be found.
_SERVED = re.compile(rb"/[\w@-]+(?:/[\w@.-]+)+")
_NEARBY = "./{,*/}"  # the folder of the file, or one in it
_TAIL = re.compile(r"[\w@-][\w@.-]*(?:/[\w@.-]+)*")
_NO_TAIL = frozenset(
    {"src", "dist", "lib", "build", "out", "public", "index", "node_modules", "package", "test", "tests"}
)
# Below these a text is a source with a site of its own, or a part of something else.
_NO_PATHS = frozenset(
    {
        "import_statement",
        "export_statement",
        "import_require_clause",
        "module",
        "binary_expression",
        "member_expression",
        "subscript_expression",
    }
)
_COMPUTED = "*"
DEEP = "deep"  # detail of a pattern whose computed part may cross slashes
_TELLING = re.compile(r"[^./*]")  # without any such character a pattern would mean all that there is
# Where an `import()` names a module for its types only.
_TYPES = frozenset({"type_annotation", "type_alias_declaration", "type_query", "type_arguments"})
_CASTS = frozenset({"as_expression", "satisfies_expression"})


class Calls:
    """The sites that calls open; to be asked in preorder, since a call takes the strings that are its own."""

    def __init__(self, tree: FlatTree) -> None:
        self._tree = tree
        self._taken: set[int] = set()
        field = tree.grammar.field
        self._arguments, self._constructor = field("arguments"), field("constructor")
        self._left, self._right, self._operator = field("left"), field("right"), field("operator")

    def of_call(self, index: int) -> Iterator[Found]:
        """The sites of a `call_expression`."""
        tree = self._tree
        called = index + 1
        start, end = tree.starts[called], tree.ends[called]
        if end - start > _LONGEST:
            return
        name = tree.source[start:end]
        if name in _LOADERS:
            yield self._loaded(index, _LOADERS[name])
        elif name in _GLOBS:
            yield from self._globbed(index)
        elif name == _CONTEXT:
            yield self._context(index)
        elif name in _JOINS:
            yield from self._joined(index)
        elif name == _ADDRESS:
            yield from self._addressed(index)

    def of_new(self, index: int) -> Iterator[Found]:
        """The site of `new URL(literal, import.meta.url)`."""
        tree = self._tree
        constructor = child_in_field(tree, index, self._constructor)
        given = self._given(index)
        if constructor is None or text(tree, constructor) != "URL" or len(given) < 2:  # noqa: PLR2004 - its two arguments
            return
        if text(tree, given[1]) == "import.meta.url" and (path := self._literal(given[0])):
            yield self._named(given[0], path if path.startswith((".", "/")) or ":" in path else f"./{path}")

    def of_string(self, index: int) -> Iterator[Found]:
        """The site of a text that is a path: a relative one, of a file of code, or below what is served.

        Nothing in it is computed.
        """
        tree = self._tree
        start, end = tree.starts[index] + 1, tree.ends[index] - 1
        source = tree.source
        if source.startswith(_OWN_TEMPLATES, start):
            yield from self._in_own_folder(index)
            return
        if source.startswith(b"${", start):
            yield from self._below_computed(index)
            return
        if source.startswith(b"/", start) and self._extends_own_folder(index):
            yield self._named(index, f".{text_between(tree, start, end)}")
            return
        if not (
            source.startswith(_RELATIVE, start)
            or (source.endswith(_CODE, start, end) and not source.startswith(b".", start))
            or (source.startswith(b"/", start) and _SERVED.fullmatch(source, start, end))
        ):
            return
        if source.find(b"${", start, end) >= 0:
            return
        if index not in self._taken and kind_name(tree, tree.parents[index]) not in _NO_PATHS:
            yield self._named(index, text_between(tree, start, end))

    def _in_own_folder(self, index: int) -> Iterator[Found]:
        """The site of a template that begins with the file's own folder."""
        path = f".{_spelled(tuple(self._template(index))[2:])}"
        if index not in self._taken and _TELLING.search(path):
            kind = Kind.PATTERN if _COMPUTED in path else Kind.STRING_REF
            yield Found(self._tree.starts[index], kind, path, mode=Mode.PROBE)

    def _extends_own_folder(self, index: int) -> bool:
        """Whether a text stands right of `__dirname +`."""
        tree = self._tree
        around = tree.parents[index]
        left = child_in_field(tree, around, self._left) if kind_name(tree, around) == "binary_expression" else None
        return left is not None and left != index and text(tree, left) in _OWN_FOLDER

    def _named(self, index: int, path: str) -> Found:
        self._taken.add(index)
        return Found(self._tree.starts[index], Kind.STRING_REF, path, mode=Mode.PROBE)

    def _loaded(self, index: int, kind: Kind) -> Found:
        start = self._tree.starts[index]
        given = self._given(index)
        pieces = self._pieces(given[0]) if given else ()
        self._taken.update(given[:1])
        spec = _spelled(pieces)
        if None not in pieces and spec:
            if kind is Kind.REQUIRE:
                return Found(start, kind, spec)
            mode = Mode.TYPE_ONLY if self._for_types(index) else Mode.DYNAMIC
            return Found(start, kind, spec, mode=mode)
        if _has_folder(spec):
            return Found(start, Kind.PATTERN, spec, mode=Mode.DYNAMIC, detail=DEEP)
        return Found(start, Kind.DYNAMIC, "", mode=Mode.DYNAMIC)

    def _globbed(self, index: int) -> Iterator[Found]:
        tree = self._tree
        given = self._given(index)[:1]
        several = given and kind_name(tree, given[0]) == "array"
        for glob in children(tree, given[0]) if several else given:
            spec = self._literal(glob)
            if spec and not spec.startswith("!"):
                yield Found(tree.starts[glob], Kind.PATTERN, spec, mode=Mode.DYNAMIC)

    def _context(self, index: int) -> Found:
        """`require.context(folder, recursive = true, ...)`."""
        given = self._given(index)
        folder = self._literal(given[0]) if given else None
        start = self._tree.starts[index]
        if not folder:
            return Found(start, Kind.DYNAMIC, "", mode=Mode.DYNAMIC)
        flat = given[1:] and text(self._tree, given[1]) == "false"
        return Found(start, Kind.PATTERN, f"{folder.rstrip('/')}/{'*' if flat else '**'}", mode=Mode.DYNAMIC)

    def _joined(self, index: int) -> Iterator[Found]:
        """`path.join(__dirname, parts ...)`, where some of the parts may be computed."""
        given = self._given(index)
        if len(given) < 2:  # noqa: PLR2004 - the folder and a part
            return
        if text(self._tree, given[0]) not in _OWN_FOLDER:
            yield from self._below_unknown(given)
            return
        parts = [_spelled(self._pieces(one)) for one in given[1:]]
        path = posixpath.normpath("/".join(parts))
        if not all(parts) or not _TELLING.search(path):
            return
        self._taken.update(given[1:])
        spec = path if path.startswith("..") else f"./{path}"
        kind = Kind.PATTERN if _COMPUTED in path else Kind.STRING_REF
        yield Found(self._tree.starts[index], kind, spec, mode=Mode.PROBE)

    def _below_unknown(self, given: list[int]) -> Iterator[Found]:
        """`path.resolve(folder, "name")` of a folder that only a run can tell: that of the file, or one in it."""
        parts = [_spelled(self._pieces(one)) for one in given]
        tail = posixpath.normpath("/".join(parts[1:])).removeprefix("../")
        if parts[0] == _COMPUTED and tail not in _NO_TAIL and _TAIL.fullmatch(tail):
            ending = "" if tail.encode().endswith(_CODE) else ".{ts,tsx,mts,js,jsx,mjs}"
            yield Found(self._tree.starts[given[1]], Kind.PATTERN, _NEARBY + tail + ending, mode=Mode.PROBE)

    def _below_computed(self, index: int) -> Iterator[Found]:
        """The same of a template: `${folder}/name.js`."""
        folder, slash, tail = _spelled(self._template(index)).partition("/")
        is_code = tail.encode(errors="replace").endswith(_CODE) and _TAIL.fullmatch(tail)
        if folder == _COMPUTED and slash and is_code and index not in self._taken:
            yield Found(self._tree.starts[index], Kind.PATTERN, _NEARBY + tail, mode=Mode.PROBE)

    def _addressed(self, index: int) -> Iterator[Found]:
        """`import.meta.resolve` of a computed path; a literal one is a text like any other."""
        given = self._given(index)
        spec = _spelled(self._pieces(given[0])) if given else ""
        if _COMPUTED in spec and _has_folder(spec):
            yield Found(self._tree.starts[index], Kind.PATTERN, spec, mode=Mode.PROBE)

    def _given(self, index: int) -> list[int]:
        """The arguments of a call, comments left out."""
        tree = self._tree
        around = child_in_field(tree, index, self._arguments)
        if around is None:
            return []
        return [
            child for child in children(tree, around) if is_named(tree, child) and kind_name(tree, child) != "comment"
        ]

    def _literal(self, index: int) -> str | None:
        """The text of a string or of a template with nothing computed in it; it is taken by who asks."""
        pieces = self._pieces(index)
        if None in pieces:
            return None
        self._taken.add(index)
        return "".join(piece or "" for piece in pieces)

    def _pieces(self, index: int) -> tuple[str | None, ...]:
        """The literal parts of a text in order; None stands for a computed one."""
        tree = self._tree
        kind = kind_name(tree, index)
        if kind == "string":
            return (text(tree, index)[1:-1],)
        if kind == "template_string":
            return tuple(self._template(index))
        if kind == "binary_expression":
            parts = [child_in_field(tree, index, field) for field in (self._left, self._operator, self._right)]
            if None not in parts and text(tree, parts[1] or 0) == "+":
                return (*self._pieces(parts[0] or 0), *self._pieces(parts[2] or 0))
        return (None,)

    def _template(self, index: int) -> Iterator[str | None]:
        tree = self._tree
        at = tree.starts[index] + 1
        for child in children(tree, index):
            if kind_name(tree, child) == "template_substitution":
                yield text_between(tree, at, tree.starts[child])
                yield None
                at = tree.ends[child]
        yield text_between(tree, at, tree.ends[index] - 1)

    def _for_types(self, index: int) -> bool:
        """Whether `import("x")` stands where a type does."""
        tree = self._tree
        below, around = index, tree.parents[index]
        if kind_name(tree, around) == "unary_expression" and text(tree, around).startswith("typeof"):
            return True  # an `import()` has no type at run time that would be worth asking for
        while below:
            kind = kind_name(tree, around)
            if kind in _TYPES or (kind in _CASTS and below != around + 1):
                return True
            if kind.endswith(("_statement", "statement_block", "program")):
                return False
            below, around = around, tree.parents[around]
        return False


def _spelled(pieces: Iterable[str | None]) -> str:
    """The parts of a text as one, with one `*` for what is computed."""
    return re.sub(r"\*+", _COMPUTED, "".join(_COMPUTED if piece is None else piece for piece in pieces))


def _has_folder(spec: str) -> bool:
    """Whether the folder stands in what is known of a path."""
    return "/" in spec.partition(_COMPUTED)[0]
