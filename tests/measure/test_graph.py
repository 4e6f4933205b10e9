"""From answers to nodes and edges."""

from __future__ import annotations

import pytest

from rubout.errors import ContractError
from rubout.facts.graph import EdgeKind, Graph, label_of
from rubout.facts.references import Kind, Mode, References, Site
from rubout.measure.graph import Host, answers_of, graph, host_targets
from rubout.measure.resolve.all import ladders
from rubout.measure.resolve.world import Answer, Refusal, Target, What, World, external, file_answer, refused
from tests.tables import cases
from tests.worlds import world

Row = tuple[str, str, str, int]


def edges(found: Graph) -> set[Row]:
    names = [label_of(node) for node in found.nodes]
    return {(names[edge.src], names[edge.dst], edge.kind.name.lower(), edge.rung) for edge in found.edges}


def resolved(files: dict[str, str]) -> Graph:
    tree = world(files)
    return graph(tree, answers_of(tree, ladders(tree), tree.scope), {})


def bare(languages: dict[str, str], **sites: tuple[Site, ...]) -> World:
    """A tree whose files say nothing, but `a`, `b` ... what is given."""
    scope = {path: References(sites=sites.get(path.partition(".")[0], ())) for path in languages}
    return World(scope, languages, frozenset(languages), lambda _: None)


def answered(tree: World, *answers: Answer) -> Graph:
    """The graph with these answers for the sites of the first file."""
    first, *others = tree.scope
    return graph(tree, {first: answers, **dict.fromkeys(others, ())}, {})


SITE = Site(3, 0, Kind.IMPORT, "b")
TWO = {"a.py": "python", "b.py": "python"}


@pytest.mark.parametrize(
    ("site", "kind"),
    [
        (SITE, "import"),
        (Site(3, 0, Kind.IMPORT, "b", mode=Mode.TYPE_ONLY), "import_type"),
        (Site(3, 0, Kind.DYNAMIC, "b"), "dynamic"),
        (Site(3, 0, Kind.PATTERN, "b"), "dynamic"),
        (Site(3, 0, Kind.STRING_REF, "b", mode=Mode.PROBE), "dynamic"),
        (Site(3, 0, Kind.TYPE_NAME, "b", mode=Mode.PROBE), "import"),
        (Site(3, 0, Kind.IMAGE, "b"), "asset"),
    ],
)
def test_the_site_says_the_kind_of_an_edge(site: Site, kind: str) -> None:
    assert edges(answered(bare(TWO, a=(site,)), file_answer("b.py", 2))) == {("a.py", "b.py", kind, 2)}


@cases(
    "path statement kind",
    """
    a.ts => import { T, I } from './b' => import_type
    a.tsx => import { T as U } from './b' => import_type
    a.js => import { T } from './b' => import
    a.ts => import { T, value } from './b' => import
    a.ts => import { Both } from './b' => import
    a.ts => import { gone } from './b' => import
    a.ts => import * as b from './b' => import
    a.ts => import './b' => import
    a.ts => export { T } from './b' => import
    """,
)
def test_an_import_of_nothing_but_types_is_erased_from_typescript(path: str, statement: str, kind: str) -> None:
    declared = "export type T = 1\nexport interface I {}\nexport interface Both {}\nexport const Both = 1, value = 2\n"
    assert edges(resolved({path: statement, "b.ts": declared})) == {(path, "b.ts", kind, 1)}


def test_a_type_that_is_handed_on_is_erased_on_the_way_too() -> None:
    files = {"a.ts": "import { T } from './i'", "i.ts": "export { T } from './b'", "b.ts": "export type T = 1"}
    kinds = {(source, target): kind for source, target, kind, _ in edges(resolved(files))}
    assert kinds == {("a.ts", "b.ts"): "import_type", ("a.ts", "i.ts"): "import_type", ("i.ts", "b.ts"): "import"}


@pytest.mark.parametrize(("path", "kind"), [("b.md", "doc_link"), ("b.py", "doc_ref")])
def test_what_a_document_links_to_says_the_kind_of_its_edge(path: str, kind: str) -> None:
    language = "markdown" if path.endswith(".md") else "python"
    tree = bare({"a.md": "markdown", path: language}, a=(Site(1, 0, Kind.LINK, path),))
    assert edges(answered(tree, file_answer(path, 1))) == {("a.md", path, kind, 1)}


def test_sites_of_one_edge_are_counted_and_the_first_line_stays() -> None:
    sites = (Site(2, 0, Kind.IMPORT, "b"), Site(7, 0, Kind.IMPORT, "b"), Site(7, 1, Kind.IMPORT, "b"))
    found = answered(bare(TWO, a=sites), *(file_answer("b.py", rung) for rung in (1, 1, 2)))
    assert [(edge.rung, edge.line, edge.sites) for edge in found.edges] == [(1, 2, 2), (2, 7, 1)]


def test_what_a_file_says_of_itself_is_no_edge() -> None:
    tree = bare({"a.md": "markdown"}, a=(SITE, SITE))
    section = Answer(What.SECTION, 4, (Target("a.md", "x"),))
    found = answered(tree, file_answer("a.md", 1), section)
    assert (found.edges, len(found.nodes), found.sites) == ((), 1, 2)


def test_candidates_of_a_refused_site_are_possible_edges() -> None:
    found = answered(bare(TWO, a=(SITE,)), refused(Refusal.AMBIGUOUS_PATHS, "b.py"))
    assert edges(found) == {("a.py", "b.py", "import", 6)}
    assert [(one.path, one.line, one.reason, one.lang) for one in found.unresolved] == [
        ("a.py", 3, "ambiguous_paths", "python")
    ]


@pytest.mark.parametrize("kind", [Kind.TYPE_NAME, Kind.STRING_REF, Kind.IMPORT])
def test_a_probe_that_finds_nothing_is_no_site(kind: Kind) -> None:
    tree = bare(TWO, a=(Site(1, 0, kind, "b", mode=Mode.PROBE),))
    found = answered(tree, refused(Refusal.OUT_OF_SCOPE))
    assert (found.sites, found.unresolved) == (0, ())


def test_what_lies_outside_is_a_site_and_no_edge() -> None:
    found = answered(bare(TWO, a=(SITE,)), external(5))
    assert (found.edges, found.unresolved, found.sites) == ((), (), 1)


def test_a_file_that_is_no_node_is_refused_by_name() -> None:
    with pytest.raises(ContractError, match=r"`gone\.py`, which is no node"):
        answered(bare(TWO, a=(SITE,)), file_answer("gone.py", 1))


def test_nodes_are_numbered_by_path_and_unit_whatever_the_order_of_reading() -> None:
    languages = {"b.py": "python", "a.py": "python"}
    assert [node.path for node in graph(bare(languages), dict.fromkeys(languages, ()), {"b.py": 2}).nodes] == [
        "a.py",
        "b.py",
    ]


def test_a_language_without_a_ladder_is_unsupported() -> None:
    tree = bare({"a.cobol": "cobol"}, a=(SITE,))
    [answer] = answers_of(tree, ladders(tree), tree.scope)["a.cobol"]
    assert answer.reason is Refusal.UNSUPPORTED


def test_a_section_implies_its_document() -> None:
    found = resolved({"README.md": "[g](g.md#top)\n", "g.md": "# Top\n"})
    assert edges(found) == {("README.md", "g.md#top", "doc_link", 2), ("g.md#top", "g.md", "implied", 1)}


def test_a_folder_that_a_document_names_contains_everything_below_it() -> None:
    found = resolved({"README.md": "[l](lib)\n", "lib/a.py": "", "lib/deep/b.py": "", "c.py": ""})
    assert {row for row in edges(found) if row[2] == "contain"} == {
        ("lib/", "lib/a.py", "contain", 1),
        ("lib/", "lib/deep/b.py", "contain", 1),
    }


def test_a_module_implies_the_packages_around_it() -> None:
    found = resolved({"p/__init__.py": "", "p/q/__init__.py": "", "p/q/m.py": "", "p/ns/n.py": ""})
    assert edges(found) == {
        ("p/q/m.py", "p/q/__init__.py", "implied", 1),
        ("p/q/__init__.py", "p/__init__.py", "implied", 1),
    }


def test_the_files_of_a_go_folder_are_one_package() -> None:
    found = graph(
        bare({"p/a.go": "go", "p/a_test.go": "go", "t/only_test.go": "go"}),
        {"p/a.go": (), "p/a_test.go": (), "t/only_test.go": ()},
        {},
    )
    assert edges(found) == {
        ("p/a.go", "p/", "implied", 1),
        ("p/a_test.go", "p/", "implied", 1),
        ("p/", "p/a.go", "contain", 1),
    }


def test_a_header_implies_the_source_of_its_name() -> None:
    languages = dict.fromkeys(("a.h", "a.c", "x/include/k/b.h", "x/src/k/b.c", "include/k/d.h", "src/d.c", "c.h"), "c")
    found = graph(bare(languages), dict.fromkeys(languages, ()), {})
    assert edges(found) == {
        ("a.h", "a.c", "implied", 1),
        ("x/include/k/b.h", "x/src/k/b.c", "implied", 1),
        ("include/k/d.h", "src/d.c", "implied", 1),
    }


def test_hosts_lead_to_files_and_are_no_nodes() -> None:
    tree = world({"fmt.ts": "", "other.ts": ""})
    hosts = {"App.vue": Host(("typescript",), (Site(2, 0, Kind.IMPORT, "./fmt"),))}
    assert list(host_targets(ladders(tree), hosts)) == [("fmt.ts", "App.vue")]


def test_edges_ascend_and_flags_are_those_of_files() -> None:
    tree = world({"README.md": "[g](g.md#top) [h](g.md)\n", "g.md": "# Top\n"})
    found = graph(tree, answers_of(tree, ladders(tree), tree.scope), {"g.md": 32, "README.md": 32})
    keys = [(edge.src, edge.dst, edge.kind, edge.rung) for edge in found.edges]
    assert keys == sorted(set(keys))
    assert [(label_of(node), node.flags) for node in found.nodes] == [("README.md", 32), ("g.md", 32), ("g.md#top", 0)]
    assert EdgeKind.IMPLIED in {edge.kind for edge in found.edges}
