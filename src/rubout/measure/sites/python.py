"""What does a Python file import, and which names does it bind at its top level?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Mode, References
from rubout.measure.nodes import child_in_field, children, kind_name, named_children, text
from rubout.measure.sites.collect import Found, nodes_of, sites_of
from rubout.measure.sites.python_names import OWN_NAMES, PATTERN_MARK, arguments_of, module_text, spelled
from rubout.measure.sites.python_top import top_level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

_IMPORTS = frozenset({"import_statement", "import_from_statement"})
_CALLS = frozenset({"__import__", "import_module", "importlib.import_module"})
_LISTINGS = {"iter_modules": ".*", "walk_packages": ".**"}
# A whole literal that could be the dotted name of a module or of something in it, perhaps with `:attribute`, or a path.
_DOTTED = re.compile(
    rb"""[rRuUfF]{0,2}(?P<quotes>'{3}|"{3}|'|")
         (?:(?P<dotted>[A-Za-z_][\w\x80-\xff]*(?:\.[A-Za-z_][\w\x80-\xff]*)+ | [\w./-]+\.py)(?::[\w\x80-\xff]+)?
           |(?P<module>[A-Za-z_]\w*):[A-Za-z_]\w*)
         (?P=quotes)""",
    re.VERBOSE,
)
# The beginning of a dotted name with a computed rest; it may be that of a module where the file imports by call.
_PATTERN = re.compile(r"[A-Za-z_]\w*(?:\.[\w*]+)+")
_PATH = re.compile(r"[\w-]+(?:/[\w.-]+)+")
_TAIL = re.compile(r"\*\w{3,}")  # the end of a name in a folder, long enough to tell
_BEGUN = re.compile(rb"""[fF]['"][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.\{""")
_IMPORTERS = (b"import_module", b"__import__")
_JOINED = b"path.join"
# The same of two parts or more: it may name something in a module, whoever looks for it.
_BUILT = re.compile(rb"""[rRuUfF]{0,2}['"](?P<known>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\.(?:\{|['"])""")
_NO_REFERENCE = frozenset({"expression_statement", "concatenated_string"})  # a docstring; a part of a longer text
LISTED = "__path__"  # detail of a call that lists the modules of whichever package it is given
_OTHER_PATH = re.compile(r"[\w.]+\.__path__")


def references(tree: FlatTree) -> References:
    """The imports, dynamic ones too, the dotted names in strings, and the top level of a parsed file."""
    taken: set[int] = set()
    found = [*_imports(tree), *_calls(tree, taken)]
    found.extend(_strings(tree, taken))
    found.extend(_joined(tree))
    return top_level(tree, sites_of(tree, found))


def _imports(tree: FlatTree) -> Iterator[Found]:
    module = tree.grammar.field("module_name")
    unloaded = _type_checking(tree)
    for index, kind in nodes_of(tree, _IMPORTS):
        start = tree.starts[index]
        mode = Mode.TYPE_ONLY if any(begin <= start < end for begin, end in unloaded) else Mode.STATIC
        source = child_in_field(tree, index, module)
        spec = "" if source is None else module_text(tree, source)
        for byte, name in _imported_names(tree, index):
            if kind == "import_statement":
                yield Found(byte, Kind.IMPORT, name, "", mode)
            else:
                yield Found(byte, Kind.IMPORT_FROM, spec, name, mode)


def _imported_names(tree: FlatTree, index: int) -> Iterator[tuple[int, str]]:
    """First byte and name of each part of an import."""
    field = tree.grammar.field("name")
    for child in children(tree, index):
        if kind_name(tree, child) == "wildcard_import":
            yield tree.starts[child], "*"
        elif tree.fields[child] == field:
            yield tree.starts[child], module_text(tree, _unaliased(tree, child))


def _unaliased(tree: FlatTree, index: int) -> int:
    """The name that an import gives another name, or the node itself."""
    inner = child_in_field(tree, index, tree.grammar.field("name"))
    return index if inner is None else inner


def _type_checking(tree: FlatTree) -> list[tuple[int, int]]:
    """Start and end of what only a type checker reads: the body of `if TYPE_CHECKING`, not its `else`."""
    if b"TYPE_CHECKING" not in tree.source:
        return []
    condition, body = tree.grammar.field("condition"), tree.grammar.field("consequence")
    spans = []
    for index, _ in nodes_of(tree, frozenset({"if_statement"})):
        asked, inside = child_in_field(tree, index, condition), child_in_field(tree, index, body)
        if asked is not None and inside is not None and text(tree, asked).rpartition(".")[2] == "TYPE_CHECKING":
            spans.append((tree.starts[inside], tree.ends[inside]))
    return spans


def _calls(tree: FlatTree, taken: set[int]) -> Iterator[Found]:
    """The calls that import; the bytes of their arguments are added to `taken`."""
    function, arguments = tree.grammar.field("function"), tree.grammar.field("arguments")
    if not any(name in tree.source for name in (b"__import__", b"import_module", *map(str.encode, _LISTINGS))):
        return
    for index, _ in nodes_of(tree, frozenset({"call"})):
        called, given = child_in_field(tree, index, function), child_in_field(tree, index, arguments)
        if called is None or given is None:
            continue
        name, start = text(tree, called), tree.starts[index]
        if name in _CALLS:
            taken.update(range(tree.starts[given], tree.ends[given]))
            yield _imported(tree, start, given)
        elif name.removeprefix("pkgutil.") in _LISTINGS:
            yield _listed(tree, start, _LISTINGS[name.removeprefix("pkgutil.")], given)


def _imported(tree: FlatTree, start: int, given: int) -> Found:
    """A call with the name of a module; the package that a relative one starts from is in `detail`."""
    values = arguments_of(tree, given, ("name", "package"))
    spec = spelled(tree, values["name"]) if "name" in values else ""
    detail = spelled(tree, values["package"]) if "package" in values else ""
    own, dot, rest = spec.partition(".")
    if own in OWN_NAMES and dot:
        spec, detail = f".{rest}", own
    if not spec.strip(PATTERN_MARK) or (spec.startswith(PATTERN_MARK) and not _TAIL.fullmatch(spec)):
        return Found(start, Kind.DYNAMIC, "", "", Mode.DYNAMIC)
    kind = Kind.PATTERN if PATTERN_MARK in spec else Kind.DYNAMIC
    return Found(start, kind, spec, "", Mode.DYNAMIC, detail)


def _listed(tree: FlatTree, start: int, pattern: str, given: int) -> Found:
    """A call that lists the modules beside the file; those of another package, or of every path, can be any."""
    values = arguments_of(tree, given, ("path",))
    if "path" not in values or _OTHER_PATH.fullmatch(text(tree, values["path"])):
        return Found(start, Kind.DYNAMIC, "", "", Mode.DYNAMIC, LISTED)
    return Found(start, Kind.PATTERN, pattern, "", Mode.DYNAMIC, "__package__")


def _begun(tree: FlatTree, index: int) -> Iterator[Found]:
    """A template of a dotted name whose first segment is literal."""
    spec = spelled(tree, index)
    if _PATTERN.fullmatch(spec):
        yield Found(tree.starts[index], Kind.PATTERN, spec, "", Mode.PROBE)


def _joined(tree: FlatTree) -> Iterator[Found]:
    """`os.path.join(folder, "a", "b")`, of which all but the folder is literal: the path of a module or a package."""
    if _JOINED not in tree.source:
        return
    function, arguments = tree.grammar.field("function"), tree.grammar.field("arguments")
    for index, _ in nodes_of(tree, frozenset({"call"})):
        called, given = child_in_field(tree, index, function), child_in_field(tree, index, arguments)
        if called is None or given is None or not text(tree, called).endswith("path.join"):
            continue
        parts = [spelled(tree, one) for one in list(named_children(tree, given))[1:]]
        path = "/".join(parts)
        if len(parts) > 1 and _PATH.fullmatch(path):
            yield Found(tree.starts[index], Kind.STRING_REF, path, "", Mode.PROBE)


def _strings(tree: FlatTree, taken: set[int]) -> Iterator[Found]:
    imports = any(name in tree.source for name in _IMPORTERS)
    for index, _ in nodes_of(tree, frozenset({"string"})):
        start = tree.starts[index]
        if imports and _BEGUN.match(tree.source, start, tree.ends[index]) and start not in taken:
            yield from _begun(tree, index)
            continue
        built = _BUILT.match(tree.source, start, tree.ends[index])
        if built is not None and start not in taken:
            yield Found(start, Kind.PATTERN, f"{built['known'].decode()}.{PATTERN_MARK}", "", Mode.PROBE)
            continue
        dotted = _DOTTED.fullmatch(tree.source, start, tree.ends[index])
        if dotted is None or start in taken or kind_name(tree, tree.parents[index]) in _NO_REFERENCE:
            continue
        named = next(part for part in dotted.group("dotted", "module") if part)
        detail = "module" if dotted["module"] else ""
        yield Found(start, Kind.STRING_REF, named.decode(errors="replace"), "", Mode.PROBE, detail)
