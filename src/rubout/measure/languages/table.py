"""What a language is to rubout: one record of kind names, nothing computed.

Every kind name is the grammar's own (`Node.type`), of the pinned version; a test looks each one up.
Sources: spec of tokens (docs/methodology/clones.md) and of metrics (docs/methodology/scan.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

NONE: frozenset[str] = frozenset()


class Naming(StrEnum):
    """How a function's name is checked."""

    SNAKE = "snake"
    MIXED = "mixed"
    ANY = "any"


class Scope(StrEnum):
    """What rubout does with a file of the language."""

    JUDGED = "judged"  # every family
    TEXT = "text"  # size and documentation
    SIZE = "size"  # total lines, nothing else


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Where a parser comes from; another version is another tree, so it is part of the facts revision."""

    distribution: str
    version: str
    module: str
    function: str = "language"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A kind that is cut out of the token stream when it lies outside every function unit."""

    kind: str
    with_field: str | None = None
    without_field: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """One row of the language table; an empty set means the language has none of it.

    Compared and hashed by identity: there is one record a language.
    """

    code: int
    name: str
    extensions: tuple[str, ...]
    scope: Scope = Scope.JUDGED
    grammar: Grammar | None = None
    needs_last_newline: bool = False  # the grammar's scanner would look for one behind the end, for ever

    # Tokens.
    comments: frozenset[str] = NONE
    delimiters: frozenset[str] = NONE  # kinds that are literals whether named or not
    more_literals: frozenset[str] = NONE  # named kinds
    more_identifiers: frozenset[str] = NONE  # named kinds
    cuts: tuple[Cut, ...] = ()

    # Units: a function unit is a node of one of `units` (that has the field, where one is asked for).
    units: frozenset[str] = NONE
    units_with_field: dict[str, str] = field(default_factory=dict)
    named_units: frozenset[str] = NONE  # classes and the like; the node must have a `name` field
    named_units_with_body: bool = False  # C and C++: and a `body`
    impls: frozenset[str] = NONE  # keyed by `type` and `trait` fields
    decorators: frozenset[str] = NONE  # kinds that belong to the unit that they stand before, outside of it
    receiver: str | None = None  # Go: the field whose type stands before a method's name
    declarator_chain: bool = False  # C and C++: name and parameters stand at the end of the `declarator` fields
    accessors: frozenset[str] = NONE  # units named after the property they stand in
    accessor_owners: frozenset[str] = NONE  # those properties
    name_givers: dict[str, str] = field(default_factory=dict)  # parent kind -> field that names a nameless unit
    parameter_lists: tuple[str, ...] = ()
    parameters: frozenset[str] = NONE  # what counts as one in such a list; empty: every named child
    parameter_keyword: str | None = None  # an anonymous child that stands for one more
    uncounted_parameters: frozenset[str] = NONE  # kinds in a list that the metric leaves out
    parameter_groups: frozenset[str] = NONE  # kinds that declare a parameter a `name`
    receivers: frozenset[str] = NONE  # names of a method's first parameter that the metric leaves out
    naming: Naming = Naming.ANY

    # Cyclomatic complexity.
    decisions: frozenset[str] = NONE
    decisions_with_field: dict[str, str] = field(default_factory=dict)  # kind -> field it must have
    decisions_with_named_child: frozenset[str] = NONE  # those that count only with a named child
    decisions_with_token: dict[str, str] = field(default_factory=dict)  # kind -> anonymous child it must have
    decisions_unless_value: dict[str, str] = field(default_factory=dict)  # kind -> text its only `value` must not be
    decision_operators: frozenset[str] = NONE
    chains: frozenset[str] = NONE

    # Cognitive complexity.
    nesting: frozenset[str] = NONE
    flat: frozenset[str] = NONE
    flat_except_under: dict[str, frozenset[str]] = field(default_factory=dict)  # flat kind -> parents that undo it
    nest_only: frozenset[str] = NONE
    boolean_operators: frozenset[str] = NONE
    boolean_lists: frozenset[str] = NONE  # boolean nodes without fields: operator an anonymous child, sides named
    ifs: frozenset[str] = NONE  # kinds that merge as else-if; ternaries are none
    alternative_keyword: str | None = None  # an if's alternative is the named child after it, not a field
    jumps: frozenset[str] = NONE
    labels: frozenset[str] = NONE
    label_texts: frozenset[str] = NONE  # texts of a label that make its parent a jump; empty: any
    calls: frozenset[str] = NONE  # call nodes, for direct recursion
