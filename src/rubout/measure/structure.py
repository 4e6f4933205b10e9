"""What is the tree of folders, and what lies and refers where?

Rules    docs/methodology/structure.md
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rubout.errors import ConfigError, ContractError
from rubout.facts.structure import Convention, Declared, Document, Node, Pattern, Redundant, Target, Touch
from rubout.measure.naming import is_conventional, stem_of, style_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rubout.measure.sources.history import Commit

README, MANIFEST = 1, 2  # bits of a convention
MANIFESTS = frozenset(
    {
        *("rubout.toml", "Cargo.toml", "pyproject.toml", "package.json", "go.mod"),
        *("Makefile", "CMakeLists.txt", "flake.nix"),
    }
)
DOCUMENTS = (".md", ".markdown")

Arc = tuple[str, str]  # from the path of a file to that of another


class Tree(NamedTuple):
    """Folders with a judged file below: their paths, "" for the root, by id; the ids by path; the judged files."""

    folders: tuple[str, ...]
    ids: Mapping[str, int]
    files: tuple[str, ...]

    def folder_of(self, path: str) -> int:
        """The folder in which a file lies.

        Raises:
            ContractError: it is no file of the tree.
        """
        folder = self.ids.get(parent_of(path))
        if folder is None:
            what = f"{path} is referred to, and its folder holds no judged file"
            raise ContractError(what, where="structure touches", fix="report it: the graph and the tree differ")
        return folder


def parent_of(path: str) -> str:
    """The folder that holds a file or folder; "" for the root."""
    return path.rpartition("/")[0]


def tree_of(files: Iterable[str]) -> Tree:
    """The tree above judged files, whose ids ascend as its folders are met in the order of the paths' bytes."""
    paths = tuple(sorted(files))  # code points sort as their UTF-8 bytes do
    ids = {"": 0}
    for path in paths:
        parts = path.split("/")[:-1]
        for depth in range(len(parts)):
            ids.setdefault("/".join(parts[: depth + 1]), len(ids))
    return Tree(tuple(ids), ids, paths)


def nodes(tree: Tree) -> tuple[Node, ...]:
    """A row a folder."""
    files = Counter(map(parent_of, tree.files))
    subdirs = Counter(parent_of(folder) for folder in tree.folders[1:])
    return tuple(
        Node(
            number, tree.ids[parent_of(folder)], folder.count("/") + 1 if folder else 0, subdirs[folder], files[folder]
        )
        for number, folder in enumerate(tree.folders)
    )


def patterns(tree: Tree) -> tuple[Pattern, ...]:
    """The styles in which the files of each folder are named, conventional names left out."""
    found: Counter[tuple[int, int]] = Counter()
    for path in tree.files:
        folder, _, name = path.rpartition("/")
        stem = stem_of(name)
        if not is_conventional(stem):
            found[tree.ids[folder], style_of(stem)] += 1
    return tuple(Pattern(folder, int(style), count) for (folder, style), count in sorted(found.items()))


def conventions(tree: Tree, walked: Iterable[str]) -> tuple[Convention, ...]:
    """Which folders hold a README or a manifest, given all walked paths of whatever language."""
    bits: dict[int, int] = {}
    for path in walked:
        folder, _, name = path.rpartition("/")
        bit = MANIFEST if name in MANIFESTS else README if name.partition(".")[0].lower() == "readme" else 0
        if bit and folder in tree.ids:
            bits[tree.ids[folder]] = bits.get(tree.ids[folder], 0) | bit
    return tuple(Convention(*row) for row in sorted(bits.items()))


def touches(tree: Tree, arcs: Iterable[Arc]) -> tuple[Touch, ...]:
    """How many references files have within their folder and across its border, as source and as target.

    A file that refers to itself says nothing of where it belongs.

    Raises:
        ContractError: an end is no file of the tree.
    """
    inside: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    for source, target in arcs:
        if source != target:
            within = tree.folder_of(source) == tree.folder_of(target)
            (inside if within else outside).update((source, target))
    rows = Counter((tree.folder_of(path), inside[path], outside[path]) for path in inside.keys() | outside.keys())
    return tuple(Touch(*row, count) for row, count in sorted(rows.items()))


def redundant(tree: Tree, copies: Iterable[Arc], dead: Iterable[str]) -> tuple[Redundant, ...]:
    """How many copies have a side in each folder, and how many dead files lie in it.

    Args:
        tree: what they lie in.
        copies: the files of both sides of each copied run; one within a folder counts once.
        dead: each once.
    """
    sides = Counter(folder for pair in copies for folder in set(map(tree.folder_of, pair)))
    files = Counter(map(tree.folder_of, dead))
    return tuple(Redundant(folder, sides[folder], files[folder]) for folder in sorted(sides.keys() | files.keys()))


def declared(tree: Tree, layout: Iterable[tuple[str, int]]) -> tuple[Declared, ...]:
    """The declared folders, given their paths ("." for the root) and weights.

    Raises:
        ConfigError: a path is no folder of the tree.
    """
    rows = []
    for path, weight in layout:
        folder = tree.ids.get("" if path == "." else path)
        if folder is None:
            what = f"`{path}` is no folder with a judged file below it"
            raise ConfigError(what, where="structure.layout", fix="name a folder of the tree, or take it out")
        rows.append(Declared(folder, weight))
    return tuple(sorted(rows, key=lambda row: row.dir))


def newest(commits: Iterable[Commit], times: Mapping[str, int]) -> dict[str, int]:
    """When each path that the commits list was last committed, given the commits' times by name (Unix seconds)."""
    found: dict[str, int] = {}
    for commit in commits:
        time = times[commit.name]
        for change in commit.changes:
            for path in (change.before_path, change.after_path):
                if path is not None:
                    found[path] = max(time, found.get(path, time))
    return found


def documents(
    tree: Tree, arcs: Iterable[Arc], times: Mapping[str, int]
) -> tuple[tuple[Document, ...], tuple[Target, ...]]:
    """The Markdown files that refer to another path, and what they refer to that changed in the window.

    Args:
        tree: what they lie in.
        arcs: a link to a section counts as one to its file; a target may be a folder.
        times: `newest` of the window.
    """
    links: dict[str, set[str]] = {}
    for source, target in arcs:
        if source != target and source.endswith(DOCUMENTS):
            links.setdefault(source, set()).add(target)
    ordered = sorted(links, key=lambda path: (tree.folder_of(path), path))
    return (
        tuple(Document(tree.folder_of(path), times.get(path, 0)) for path in ordered),
        tuple(
            Target(row, times[target])
            for row, path in enumerate(ordered)
            for target in sorted(links[path])
            if target in times
        ),
    )
