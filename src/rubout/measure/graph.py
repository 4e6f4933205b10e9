"""From the answers of the ladders to the reference graph.

Nodes are the files in scope and whatever an edge leads to, by (path, unit), so that numbers do not depend on the order
of reading. What a file says of itself, or of its own sections, is no edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import ContractError
from rubout.facts.graph import POSSIBLE_RUNG, Edge, EdgeKind, Graph, Node, NodeKind, Unresolved
from rubout.facts.references import Kind, Mode, Site
from rubout.measure.languages.all import LANGUAGES
from rubout.measure.resolve.implied import implied_arcs
from rubout.measure.resolve.world import Refusal, Target, What, refused
from rubout.measure.sites.named import NAMED, files_named
from rubout.measure.sources.extensions import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rubout.measure.resolve.world import Answer, World

    Ladders = Mapping[str, Callable[[str, Site], Answer]]  # by language name
    Answers = Mapping[str, Sequence[Answer]]  # by path, one a site, in their order

MARKDOWN = "markdown"
BY_CODE, BY_DOCUMENT = "", "/"  # units of a folder, by what names it
_PROBES = frozenset({Kind.TYPE_NAME, Kind.STRING_REF})
_DYNAMIC = frozenset({Kind.DYNAMIC, Kind.PATTERN, Kind.STRING_REF})
_ERASED_IN = frozenset({"typescript", "tsx"})
_ERASED = frozenset({"interface", "type"})
_UNSUPPORTED = refused(Refusal.UNSUPPORTED)


class Host(NamedTuple):
    """A file that is no node: its sites, and the languages whose ladder answers them, the first that there is."""

    languages: tuple[str, ...]
    sites: Sequence[Site]


class _Key(NamedTuple):
    """An edge by what it joins."""

    src: Target
    dst: Target
    kind: EdgeKind
    rung: int


class _Seen(NamedTuple):
    """The line of the first site of an edge, and how many there are."""

    line: int
    sites: int


def answers_of(world: World, found: Ladders, paths: Iterable[str]) -> dict[str, tuple[Answer, ...]]:
    """What became of the sites of these files, by the ladders that were found."""
    answered = {}
    for path in paths:
        answer = found.get(world.languages[path], _unsupported)
        answered[path] = tuple(_answer(world, answer, path, site) for site in world.scope[path].sites)
    return answered


def _answer(world: World, ladder: Callable[[str, Site], Answer], path: str, site: Site) -> Answer:
    """What became of a site; words that name files mean the same in every language."""
    if site.detail == NAMED:
        return refused(Refusal.OUT_OF_SCOPE, *files_named(world, path, site.spec))
    return ladder(path, site)


def is_probe(site: Site) -> bool:
    """Whether a site counts for nothing unless it resolves."""
    return site.mode is Mode.PROBE or site.kind in _PROBES


def graph(world: World, answers: Answers, flags: Mapping[str, int]) -> Graph:
    """The graph of a tree.

    Args:
        world: the tree.
        answers: of every file in scope.
        flags: entry flags by path; 0 where there are none.

    Raises:
        ContractError: a ladder answered with a file that is not in scope.
    """
    builder = _Builder(world)
    for path in world.scope:
        builder.add_sites(path, answers[path])
    for source, target, kind in implied_arcs(world, builder.folders(), builder.sections()):
        builder.add(source, target, kind, 1)
    return builder.graph(flags)


def _unsupported(_path: str, _site: Site) -> Answer:
    return _UNSUPPORTED


class _Builder:
    """Edges so far."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kinds: dict[Target, NodeKind] = {Target(path): NodeKind.FILE for path in world.scope}
        self._edges: dict[_Key, _Seen] = {}
        self._types: dict[str, frozenset[str]] = {}  # by file the names that are types alone
        self._unresolved: list[Unresolved] = []
        self._sites = 0

    def folders(self) -> list[Target]:
        """The folders that something refers to, in order."""
        return sorted(node for node, kind in self._kinds.items() if kind is NodeKind.PACKAGE)

    def sections(self) -> list[Target]:
        """The sections that something refers to, in order."""
        return sorted(node for node, kind in self._kinds.items() if kind is NodeKind.SECTION)

    def add_sites(self, path: str, answers: Sequence[Answer]) -> None:
        """The edges of one file."""
        source = Target(path)
        language = self._world.languages[path]
        for site, answer in zip(self._world.scope[path].sites, answers, strict=True):
            probe = is_probe(site)
            self._sites += not probe
            if answer.what is What.REFUSED and not probe:
                self._unresolved.append(_unresolved(path, site, answer, language))
            for target in answer.targets:
                self._add_site(source, site, answer, target, answer.rung)
            for target in answer.possible:
                self._add_site(source, site, answer, target, POSSIBLE_RUNG)

    def _add_site(self, source: Target, site: Site, answer: Answer, target: Target, rung: int) -> None:
        if target.path == source.path:
            return
        self._meet(target, answer.what)
        kind = _edge_kind(site, self._world.languages[source.path], self._world.languages.get(target.path))
        # Of a name that is handed on the first target is the file that declares it.
        if kind is EdgeKind.IMPORT and self._asks_for_types(source, site, *answer.targets[:1]):
            kind = EdgeKind.IMPORT_TYPE
        self.add(source, target, kind, rung, site.line)

    def _asks_for_types(self, source: Target, site: Site, target: Target | None = None) -> bool:
        """Whether TypeScript erases an import: all that it asks for is declared by the target as types."""
        names = site.detail.split()
        if (
            target is None
            or site.kind is not Kind.IMPORT
            or not names
            or self._world.languages[source.path] not in _ERASED_IN
        ):
            return False
        if target.path not in self._types:
            declared = self._world.scope[target.path].declared if target.path in self._world.scope else ()
            values = {one.name for one in declared if one.kind not in _ERASED}
            self._types[target.path] = frozenset(one.name for one in declared) - values
        return self._types[target.path].issuperset(names)

    def add(self, source: Target, target: Target, kind: EdgeKind, rung: int, line: int = 0) -> None:
        """An edge, or one more site of it; `line` is 0 when no site made it."""
        self._kinds.setdefault(source, NodeKind.PACKAGE)
        self._kinds.setdefault(target, NodeKind.PACKAGE)
        key = _Key(source, target, kind, rung)
        before = self._edges.get(key)
        if before is None:
            self._edges[key] = _Seen(line, bool(line))
        elif line:
            self._edges[key] = _Seen(min(before.line, line) if before.line else line, before.sites + 1)

    def _meet(self, target: Target, what: What) -> None:
        if target in self._kinds:
            return
        if what is What.PACKAGE or target.unit == BY_DOCUMENT:
            self._kinds[target] = NodeKind.PACKAGE
        elif target.unit and target.path in self._world.scope:
            self._kinds[target] = NodeKind.SECTION
        else:
            fix = "report it: a reference may only lead to a file that is judged"
            raise ContractError(f"an edge leads to `{target.path}`, which is no node", where="graph", fix=fix)

    def graph(self, flags: Mapping[str, int]) -> Graph:
        """Nodes and edges with their numbers."""
        ordered = sorted(self._kinds)
        place = {node: index for index, node in enumerate(ordered)}
        codes = {language.name: language.code for language in LANGUAGES}
        edges = (
            Edge(place[key.src], place[key.dst], key.kind, key.rung, seen.line, seen.sites)
            for key, seen in self._edges.items()
        )
        return Graph(
            nodes=tuple(self._node(node, codes, flags) for node in ordered),
            edges=tuple(sorted(edges, key=lambda edge: (edge.src, edge.dst, edge.kind, edge.rung))),
            unresolved=tuple(self._unresolved),
            sites=self._sites,
        )

    def _node(self, node: Target, codes: Mapping[str, int], flags: Mapping[str, int]) -> Node:
        kind = self._kinds[node]
        language = self._world.languages.get(node.path)
        lang = codes[language] if language else UNKNOWN
        return Node(node.path, node.unit, lang, kind, flags.get(node.path, 0) if kind is NodeKind.FILE else 0)


def _edge_kind(site: Site, source: str, target: str | None) -> EdgeKind:
    """By the site and the languages it joins; None is a folder."""
    if site.kind is Kind.IMAGE:
        return EdgeKind.ASSET
    if source == MARKDOWN:
        return EdgeKind.DOC_LINK if target == MARKDOWN else EdgeKind.DOC_REF
    if site.mode is Mode.TYPE_ONLY:
        return EdgeKind.IMPORT_TYPE
    if site.kind is Kind.MOD_DECL:
        return EdgeKind.DECLARE
    return EdgeKind.DYNAMIC if site.kind in _DYNAMIC or site.mode is Mode.DYNAMIC else EdgeKind.IMPORT


def _unresolved(path: str, site: Site, answer: Answer, language: str) -> Unresolved:
    reason = answer.reason or Refusal.UNSUPPORTED
    return Unresolved(path, site.line, site.nth, site.kind.name.lower(), site.spec, reason.value, language)


def host_targets(found: Ladders, hosts: Mapping[str, Host]) -> Iterator[tuple[str, str]]:
    """The files that hosts, by path, refer to, each with the host."""
    for path, host in hosts.items():
        answer = next((found[language] for language in host.languages if language in found), _unsupported)
        for site in host.sites:
            result = answer(path, site)
            yield from ((target.path, path) for target in (*result.targets, *result.possible))
