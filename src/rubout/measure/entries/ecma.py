"""Which TypeScript and JavaScript files does something outside the code start, collect or offer?

Source    docs/methodology/liveness.md, nodejs.org/api/packages.html; the file names are the defaults of jest, vitest,
          Cypress, Playwright, Storybook and Node's own runner.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind
from rubout.measure.entries.bits import EXPORTED, MAIN, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.manifests.package_json import ENTRY_FIELDS
from rubout.measure.resolve.ecma_config import Configs
from rubout.measure.resolve.ecma_files import at, is_declaration, twins
from rubout.measure.resolve.ecma_packages import BUILT, WRITTEN, Packages
from rubout.measure.resolve.world import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.facts.references import References
    from rubout.measure.resolve.world import World

LANGUAGES = frozenset({"typescript", "tsx", "javascript"})
_TEST = re.compile(
    r"\.(?:test|spec|cy|e2e|bench|stories)(?:-d)?\.[cm]?[jt]sx?\Z|(?:\A|/)__tests__/"
    r"|(?:\A|/)(?:tests?|spec|test-[^/]*|[^/]*[_-]test)\.[cm]?[jt]sx?\Z"
)
_CONFIG = re.compile(r"(?:\A|/)(?:[^/]+\.config\.[cm]?[jt]s|\.[^/]+\.[cm]?[jt]s)\Z")
# What a package without declared entries is started by.
_DEFAULTS = ("index", "src/index", "src/main")


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    found = Marked(world, LANGUAGES)
    packages = Packages(world, Configs(world))
    for folder in packages.by_folder:
        found.mark(MAIN, (one for path in _started(world, packages, folder) for one in (path, *twins(world, path))))
        found.mark(EXPORTED, _offered(world, packages, folder))
    found.mark(MAIN, (path for path, said in world.scope.items() if _is_started(path, said)))
    found.mark(TEST, found.fitting(_TEST))
    return found.flags


def _is_started(path: str, said: References) -> bool:
    """A configuration file, a script, or declarations that hold without being imported."""
    if _CONFIG.search(path) or "shebang" in said.marks or (is_declaration(path) and not _hands_out(said)):
        return True
    return "global" in said.marks or any(declared.kind == "module" for declared in said.declared)


def _hands_out(said: References) -> bool:
    """Whether somebody can import something from a file of declarations."""
    handed_on = any(site.kind is Kind.EXPORT_FROM for site in said.sites)
    declares = any(declared.exported for declared in said.declared)
    return "module" in said.marks and (handed_on or declares or bool(said.reexports))


def _started(world: World, packages: Packages, folder: str) -> Iterator[str]:
    """The files that a manifest names as the package's own, or what they are built from.

    Where it names none, or one whose origin nothing tells, what such a package is commonly started by counts, too.
    """
    package = packages.by_folder[folder]
    leaves = [leaf for field in (*ENTRY_FIELDS, "bin") for leaf in package.entries.get(field, ())]
    for subpath, exported in (package.exports or {}).items():
        leaves += exported if "*" not in subpath else ()
    found = [packages.leaves(folder, (leaf,)) for leaf in leaves]
    for hits in found:
        yield from hits.paths
    if not all(hits.paths or hits.others for hits in found) or not found:
        for base in _DEFAULTS:
            hit = at(world, posixpath.join(folder, base))
            if hit is not None:
                yield hit.path


def _offered(world: World, packages: Packages, folder: str) -> Iterator[str]:
    """The files that a pattern of `exports` gives to whoever asks."""
    exports = packages.by_folder[folder].exports or {}
    for leaf in (leaf for subpath, leaves in exports.items() if "*" in subpath for leaf in leaves if "*" in leaf):
        path = joined(folder, leaf)
        globs = () if path is None else (path, *packages.sources(folder, path))
        yield from next(filter(None, (_fitting(world, glob) for glob in globs)), ())


def _fitting(world: World, glob: str) -> tuple[str, ...]:
    """The files of a pattern whose `*` crosses slashes; the suffix behind it may be that of a compiled file."""
    before, _, after = glob.partition("*")
    ends = (after, *WRITTEN) if after in BUILT else (after,)
    return tuple(path for path in world.scope if path.startswith(before) and path.endswith(ends))
