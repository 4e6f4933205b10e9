"""What one file says of others, and what others may look up in it: a pure function of its bytes and its language.

Source: docs/methodology/liveness.md. Lines are 1-based.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

import msgspec


class Kind(IntEnum):
    """What opened a site; the numbers are written into reports and never change."""

    IMPORT = 0
    IMPORT_FROM = 1
    EXPORT_FROM = 2
    USE = 3
    MOD_DECL = 4
    LINK = 5
    IMAGE = 6
    REF_LINK = 7
    REF_DEF = 8
    URL = 9
    INCLUDE = 10
    REQUIRE = 11
    DYNAMIC = 12
    PATTERN = 13
    SOURCE = 14
    TYPE_NAME = 15  # a probe: an arc where it resolves, else nothing
    STRING_REF = 16  # a probe, too


class Mode(StrEnum):
    """How a site refers."""

    STATIC = "static"
    TYPE_ONLY = "type_only"
    DYNAMIC = "dynamic"
    PROBE = "probe"


class Site(msgspec.Struct, frozen=True, array_like=True):
    """One reference; identity is (path, line, nth), nth counting the sites of a line in document order.

    `detail` holds what only the ladder of the language reads, in its own notation; `owner` is the key of the innermost
    unit around the line, "" at the top level.
    """

    line: int
    nth: int
    kind: Kind
    spec: str
    name: str = ""  # the imported name, `*` for all of them
    mode: Mode = Mode.STATIC
    owner: str = ""
    detail: str = ""


class Declared(msgspec.Struct, frozen=True, array_like=True):
    """A name that the file declares at its top level, or as a member where a ladder looks such up."""

    name: str
    line: int
    kind: str = ""  # class, function, constant ...
    exported: bool = False
    marks: tuple[str, ...] = ()  # decorators, annotations, modifiers, as written, without arguments


class Reexport(msgspec.Struct, frozen=True, array_like=True):
    """An explicit statement that hands on one name of another file."""

    name: str  # as it is known here
    spec: str
    source: str  # the name over there
    line: int


class References(msgspec.Struct, frozen=True, array_like=True):
    """Everything the reference graph needs of a file, sites by line and then in document order."""

    sites: tuple[Site, ...] = ()
    declared: tuple[Declared, ...] = ()
    reexports: tuple[Reexport, ...] = ()
    # Python: every name bound at the top level; Rust: types declared inside functions; Java and Kotlin: what is
    # declared inside types.
    bindings: tuple[str, ...] = ()
    public: tuple[str, ...] | None = None  # Python: a literal `__all__`
    namespace: str = ""  # Go, Java, Kotlin, C#, PHP: the package or namespace
    slugs: tuple[str, ...] = ()  # Markdown: of its headings, in document order
    marks: tuple[str, ...] = ()  # sorted; facts that entry flags read: `main`, `shebang`, `module` ...
