"""What does a Ruby file say of others?

Require   its name is the constant of an `autoload`; its detail is `relative` where the method starts from the file's
          folder, `constant` for an `autoload` without a path. `./x` starts there, too, `/x` in the root of the project.
Probes    constants; the detail is the nesting that they stand in, `A::B` and so on.
Marks     `shebang`, `load_path:PATH` and `autoload_path:PATH` for each folder that the file adds to one of these.
Source    the node kinds of the pinned grammar, docs.ruby-lang.org (Kernel), guides.rubyonrails.org (autoloading).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rubout.facts.references import Declared, Kind, Mode, References
from rubout.measure.nodes import child_in_field, first_line, kind_name, text
from rubout.measure.sites.collect import Found, nodes_of, script_marks, sites_of
from rubout.measure.sites.named_types import Namespaces, Naming, field_text, name_of, named_children, type_names
from rubout.measure.sites.ruby_paths import Paths, arguments, method_of, receiver_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.tree import FlatTree

LOAD_PATH, AUTOLOAD_PATH = "load_path:", "autoload_path:"
_SPACES = frozenset({"class", "module"})
_LOADERS = {"require": 0, "require_relative": 0, "load": 0, "autoload": 1, "require_dependency": 0}
_OWN_LOADERS = ("", "Kernel", "self")
_ASSOCIATIONS = frozenset({"has_many", "has_one", "belongs_to", "has_and_belongs_to_many"})
_LOAD_PATHS = frozenset({"$:", "$LOAD_PATH"})
_AUTOLOAD_PATHS = ("autoload_paths", "autoload_once_paths", "eager_load_paths")
_ROOTED = re.compile(r"""["'](?:#\{(?:\w+\.)?root\}/)?([\w./-]+)["']""")
_CONSTANT = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*")
_ANY = b"*"
_CODE = (".rb", ".rake", "*")
_NAMING_KEYS = frozenset({"class_name", "serializer", "through"})
# Endings of the plural that do not just add an s.
_SINGULAR = (
    ("ies", "y"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("people", "person"),
    ("s", ""),
)
_WORD_ENDS = (re.compile(r"([A-Z\d]+)([A-Z][a-z])"), re.compile(r"([a-z\d])([A-Z])"))


def references(tree: FlatTree) -> References:
    """What a parsed file requires, the constants that it names, and its own."""
    spaces, paths = Namespaces(tree, _SPACES, "::"), Paths(tree)
    found = [*_calls(tree, spaces, paths), *type_names(_constants(tree, spaces)), *_texts(tree), *_globs(tree, paths)]
    marks = {
        *script_marks(tree),
        *(f"{LOAD_PATH}{path}" for path in _load_paths(tree, paths)),
        *(f"{AUTOLOAD_PATH}{path}" for path in _autoload_paths(tree)),
    }
    return References(
        sites=sites_of(tree, found),
        declared=tuple(_declared(tree, spaces)),
        marks=tuple(sorted(marks)),
    )


def underscored(constant: str) -> str:
    """The path that a constant is looked for at, as ActiveSupport makes it."""
    for pattern in _WORD_ENDS:
        constant = pattern.sub(r"\1_\2", constant)
    return constant.replace("::", "/").lower()


def camelized(symbol: str) -> str:
    """The constant of an association's name, in the singular."""
    for ending, instead in _SINGULAR:
        if symbol.endswith(ending) and not symbol.endswith(("ss", "us", "is")):
            symbol = symbol.removesuffix(ending) + instead
            break
    return "".join(part[:1].upper() + part[1:] for part in symbol.split("_"))


def _calls(tree: FlatTree, spaces: Namespaces, paths: Paths) -> Iterator[Found]:
    for index, _ in nodes_of(tree, frozenset({"call"})):
        method = method_of(tree, index)
        if method in _LOADERS and receiver_of(tree, index) in _OWN_LOADERS:
            yield from _loaded(tree, index, spaces, paths)
        elif method in _ASSOCIATIONS:
            yield from _associated(tree, index, spaces)


def _loaded(tree: FlatTree, call: int, spaces: Namespaces, paths: Paths) -> Iterator[Found]:
    method, given, start = method_of(tree, call), arguments(tree, call), tree.starts[call]
    name = text(tree, given[0]).lstrip(":") if method == "autoload" and given else ""
    if name and len(given) == 1:
        nesting = spaces.around(call)
        path = underscored(f"{nesting}::{name}" if nesting else name)
        yield Found(start, Kind.REQUIRE, path, name, detail="constant")
    elif len(given) > _LOADERS[method]:
        spec = paths.of(given[_LOADERS[method]])
        if spec and "*" not in spec:
            yield Found(start, Kind.REQUIRE, spec, name, detail="relative" if method == "require_relative" else "")
        else:
            yield Found(start, Kind.DYNAMIC, "", mode=Mode.DYNAMIC)


def _associated(tree: FlatTree, call: int, spaces: Namespaces) -> Iterator[Found]:
    """The model that the name of an association means."""
    given = arguments(tree, call)
    if given and kind_name(tree, given[0]) == "simple_symbol":
        name = camelized(text(tree, given[0]).lstrip(":"))
        yield from type_names([Naming(tree.starts[call], name, spaces.around(call))])


def _constants(tree: FlatTree, spaces: Namespaces) -> Iterator[Naming]:
    name = tree.grammar.field("name")
    for index, _ in nodes_of(tree, frozenset({"constant", "scope_resolution"})):
        around = kind_name(tree, tree.parents[index])
        if around == "scope_resolution" or (around in _SPACES and tree.fields[index] == name):
            continue
        written = "".join(text(tree, index).split())
        if _CONSTANT.fullmatch(written):
            yield Naming(tree.starts[index], written, spaces.around(index))


def _texts(tree: FlatTree) -> Iterator[Found]:
    """The string literals that name a constant."""
    for index, _ in nodes_of(tree, frozenset({"string"})):
        written = text(tree, index)[1:-1]
        if _CONSTANT.fullmatch(written) and ("::" in written or _is_named_by_key(tree, index)):
            yield Found(tree.starts[index], Kind.STRING_REF, written, mode=Mode.PROBE)


def _is_named_by_key(tree: FlatTree, index: int) -> bool:
    parent = tree.parents[index]
    return kind_name(tree, parent) == "pair" and field_text(tree, parent, "key").strip(":") in _NAMING_KEYS


def _globs(tree: FlatTree, paths: Paths) -> Iterator[Found]:
    """What lists code to be required: `Dir["lib/**/*.rb"]`, `Dir.glob`, and patterns below the file's folder."""
    if _ANY not in tree.source:
        return
    taken = set()
    for index, kind in nodes_of(tree, frozenset({"element_reference", "call"})):
        for one in _listed(tree, index, kind):
            spec = paths.of(one) or ""
            is_pattern = "*" in spec and spec.endswith(_CODE) and (one != index or spec.startswith((".", "/")))
            if is_pattern and one not in taken:
                taken.add(one)
                yield Found(tree.starts[one], Kind.PATTERN, spec, mode=Mode.DYNAMIC)


def _listed(tree: FlatTree, index: int, kind: str) -> list[int]:
    """The expressions that may be patterns: the arguments of a listing, or a path itself."""
    if kind == "element_reference":
        return list(named_children(tree, index))[1:] if field_text(tree, index, "object") == "Dir" else []
    if receiver_of(tree, index) == "Dir" and method_of(tree, index) == "glob":
        return arguments(tree, index)
    return [index] if method_of(tree, index) == "join" else []


def _load_paths(tree: FlatTree, paths: Paths) -> Iterator[str]:
    right = tree.grammar.field("right")
    for index, kind in nodes_of(tree, frozenset({"call", "binary"})):
        changed = field_text(tree, index, "receiver" if kind == "call" else "left")
        if changed not in _LOAD_PATHS:
            continue
        added = child_in_field(tree, index, right)
        is_added = kind == "call" and method_of(tree, index) in ("unshift", "push", "append", "prepend")
        given = arguments(tree, index) if is_added else [] if added is None else [added]
        yield from (path for one in given if (path := paths.of(one)))


def _autoload_paths(tree: FlatTree) -> Iterator[str]:
    """The folders, from the root, in statements about Rails' autoload paths."""
    for index, kind in nodes_of(tree, frozenset({"call", "binary", "operator_assignment"})):
        about = field_text(tree, index, "receiver" if kind == "call" else "left")
        if about.endswith(_AUTOLOAD_PATHS):
            yield from _ROOTED.findall(text(tree, index))


def _declared(tree: FlatTree, spaces: Namespaces) -> Iterator[Declared]:
    for index, kind in nodes_of(tree, _SPACES):
        if name_of(tree, index):
            yield Declared(spaces.around(index), first_line(tree, index), kind)
