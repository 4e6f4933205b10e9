"""What of a file may a ladder consult when it answers the sites of another?

Everything but places: a line that moves changes no answer elsewhere. Of the sites those of the languages whose ladders
walk through other files' statements; of probes only Rust's does, where they may declare modules. Of the names that a
file declares those that its language's ladder looks up: a new function of a script changes no answer elsewhere.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from rubout.facts.references import Kind, Mode, Site

if TYPE_CHECKING:
    from rubout.facts.references import Declared, References

DIGEST_BYTES = 16
# Their ladders read no statement elsewhere.
_BY_FILE = frozenset({"typescript", "tsx", "javascript", "go", "java", "kotlin", "php", "ruby", "markdown"})
_ECMA = frozenset({"typescript", "tsx", "javascript"})
_BY_NAME = frozenset({"python", "rust", "java", "kotlin", "php", "csharp"})  # their ladders look up what is declared
_AMBIENT = "module"  # a script that gives types to a module elsewhere
_PROBES = frozenset({Kind.TYPE_NAME, Kind.STRING_REF})
_IN_MACROS = "rust"  # its probes are statements that stand in macros
_ENCODER = msgspec.msgpack.Encoder()


def surface(references: References, language: str) -> References:
    """The references without what no other file's answer depends on."""
    walked = () if language in _BY_FILE else references.sites
    return replace(
        references,
        sites=tuple(_placeless(site) for site in walked if _is_consulted(site, language)),
        declared=tuple(replace(one, line=0) for one in references.declared if _is_looked_up(one, language)),
        reexports=tuple(replace(reexport, line=0) for reexport in references.reexports),
    )


def surface_hash(references: References, language: str) -> bytes:
    """Equal for equal surfaces."""
    return blake2b(_ENCODER.encode(surface(references, language)), digest_size=DIGEST_BYTES).digest()


def _is_consulted(site: Site, language: str) -> bool:
    return site.kind not in _PROBES and (site.mode is not Mode.PROBE or language == _IN_MACROS)


def _is_looked_up(declared: Declared, language: str) -> bool:
    return language in _BY_NAME or (language in _ECMA and declared.kind == _AMBIENT)


def _placeless(site: Site) -> Site:
    return Site(0, 0, site.kind, site.spec, site.name, site.mode, "", site.detail)
