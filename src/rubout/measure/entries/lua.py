"""Which Lua files does something outside the code start, load, collect or offer?

Source    docs/methodology/liveness.md, love2d.org/wiki, neovim.io/doc/user/starting.html (folders of a runtime path)
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from rubout.facts.references import Kind, Site
from rubout.measure.entries.bits import EXPORTED, MAIN, MENTIONED, TEST
from rubout.measure.entries.marking import Marked
from rubout.measure.entries.mentions import is_command_file
from rubout.measure.resolve.lua import Ladder
from rubout.measure.sites.lua import REQUIRED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rubout.measure.resolve.world import World

_STARTED = frozenset({"conf.lua", "init.lua", "main.lua", "minit.lua", "minimal_init.lua", "tlconfig.lua", "xmake.lua"})
# Neovim loads what lies in these folders of a plugin, and a plugin's parts by the names of theirs.
_LOADED = re.compile(
    r"(?:\A|/)(?:after|autoload|colors|compiler|ftdetect|ftplugin|indent|keymap|lsp|parser|plugin|rplugin|syntax)/.*\Z"
    r"|(?:\A|/)lua/(?:.*/)?(?:health|_extensions/[^/]+)(?:/init)?\.lua\Z"
    r"|(?:\A|/)lua/(?:cmp|lualine/(?:components|extensions|themes)|telescope/_extensions)/.*\Z"
)
_SCRIPTS = re.compile(r"(?:\A|/)(?:bin|exe)/[^/]+\Z")
_TEST = re.compile(r"(?:\A|/)spec/|[_.-](?:spec|test)\.lua\Z|(?:\A|/)test_[^/]*\.lua\Z")
_HOSTS = (".vim", ".fnl", ".moon", ".tl")  # Vim script, and languages that become Lua


def flags(world: World) -> Mapping[str, int]:
    """By path the bits of the files that have some."""
    found = Marked(world, ("lua",))
    ladder = world.once(Ladder)
    found.mark(MAIN, (path for path in found.paths if _is_started(world, path)))
    found.mark(MAIN, (path for path in found.paths if _LOADED.search(path)))
    found.mark(TEST, (path for path in found.paths if _TEST.search(path)))
    found.mark(MAIN | EXPORTED, ladder.installed())
    found.mark(EXPORTED, ladder.offered())
    found.mark(MENTIONED, _required(world, ladder))
    return found.flags


def _is_started(world: World, path: str) -> bool:
    """A script, or the file that a host starts: in the root, or in that of what is no module."""
    folder, name = posixpath.split(path)
    is_host = name in _STARTED and not (name == "init.lua" and "lua" in folder.split("/"))
    is_host = is_host and (name != "init.lua" or not folder)
    return is_host or "shebang" in world.scope[path].marks or _SCRIPTS.search(path) is not None


def _required(world: World, ladder: Ladder) -> Iterator[str]:
    """The modules that commands, Vim scripts and the sources of compiled Lua load."""
    for path in sorted(world.walked):
        if not path.endswith(_HOSTS) and not is_command_file(path):
            continue
        source = (world.read(path) or b"").decode(errors="replace")
        for module in set(REQUIRED.findall(source)):
            yield from (target.path for target in ladder.answer(path, Site(1, 0, Kind.REQUIRE, module)).targets)
