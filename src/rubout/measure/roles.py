"""What is each node kind and each field of a grammar to the metrics?"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rubout.kernels.roles import FieldRole, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.kernels.metrics import Arrays
    from rubout.measure.languages.grammar import Loaded
    from rubout.measure.languages.table import Language

# `and` is `&&` and `or` is `||`: what runs of operators are made of.
_OPERATORS = {"&&": Role.AND, "and": Role.AND, "||": Role.OR, "or": Role.OR}

_FIELDS = {
    "operator": FieldRole.OPERATOR,
    "alternative": FieldRole.ALTERNATIVE,
    "function": FieldRole.CALLEE,
    "method": FieldRole.CALLEE,
    "name": FieldRole.CALLEE,
    "value": FieldRole.VALUE,
}


@dataclass(frozen=True, slots=True)
class Roles:
    """A language's metric rules in the kind and field ids of its grammar; arrays as `kernels.metrics` takes them."""

    table: Arrays
    words: dict[bytes, int]
    parameters: bytes  # by kind id: 1 for what counts in a parameter list
    groups: bytes  # by kind id: 1 for what counts once a name
    name: int  # field ids, 0 where the grammar has none
    bare_parameter: int


@cache
def roles(language: Language, grammar: Loaded) -> Roles:
    """The roles of a language in a grammar that was loaded for it."""
    named, anonymous = _collect(_named(language)), _collect(_anonymous(language))
    words = _words(language)
    if not _has_operator_tokens(language, grammar):
        named["operator"] |= Role.BY_TEXT
    required, forbidden = _field_tests(language)
    kinds, needs, bars = array("I"), array("H"), array("H")
    for name, is_named in zip(grammar.kind_names, grammar.kind_named, strict=True):
        kinds.append(named.get(name, 0) | Role.NAMED if is_named else anonymous.get(name, 0))
        needs.append(grammar.field(required.get(name, "")) if is_named else 0)
        bars.append(grammar.field(forbidden.get(name, "")) if is_named else 0)
    pairs = list(zip(grammar.kind_names, grammar.kind_named, strict=True))
    return Roles(
        table=(kinds, needs, bars, _field_roles(language, grammar)),
        words=words,
        parameters=bytes(_is_parameter(language, name, is_named=is_named) for name, is_named in pairs),
        groups=bytes(is_named and name in language.parameter_groups for name, is_named in pairs),
        name=grammar.field("name"),
        bare_parameter=grammar.field("parameter"),
    )


def _collect(rows: Iterable[tuple[Role, Iterable[str]]]) -> defaultdict[str, int]:
    found: defaultdict[str, int] = defaultdict(int)
    for role, names in rows:
        for name in names:
            found[name] |= role
    return found


def _named(language: Language) -> Iterator[tuple[Role, Iterable[str]]]:
    """Roles of named kinds."""
    yield Role.COMMENT, language.comments
    yield Role.CUT, (cut.kind for cut in language.cuts)
    yield Role.DECISION, language.decisions
    yield Role.WITH_FIELD, language.decisions_with_field
    yield Role.WITH_NAMED_CHILD, language.decisions_with_named_child
    yield Role.WITH_TOKEN, language.decisions_with_token
    yield Role.UNLESS_VALUE, language.decisions_unless_value
    yield Role.CHAIN, language.chains
    yield Role.NESTING, language.nesting
    yield Role.FLAT, language.flat
    yield Role.FLAT_BY_PARENT, language.flat_except_under
    yield Role.UNDOES_FLAT, frozenset[str]().union(*language.flat_except_under.values())
    yield Role.NEST_ONLY, language.nest_only
    yield Role.IF, language.ifs
    yield Role.JUMP, language.jumps
    yield Role.BY_TEXT if language.label_texts else Role.LABEL, language.labels
    yield Role.CALL, language.calls
    yield Role.LIST, language.boolean_lists


def _anonymous(language: Language) -> Iterator[tuple[Role, Iterable[str]]]:
    """Roles of tokens, whose kind is their text."""
    yield Role.TOKEN, language.decisions_with_token.values()
    yield Role.DECIDES, language.decision_operators
    for operator in language.boolean_operators:
        yield _OPERATORS[operator], (operator,)
    if language.alternative_keyword:
        yield Role.ELSE, (language.alternative_keyword,)


def _words(language: Language) -> dict[bytes, int]:
    """Roles of what only its text tells apart; an operator among them where the grammar has no token for it."""
    found = _collect(
        (
            *_anonymous(language),
            (Role.OTHERWISE, language.decisions_unless_value.values()),
            (Role.LABEL, language.label_texts),
        )
    )
    return {text.encode(): role for text, role in found.items()}


def _has_operator_tokens(language: Language, grammar: Loaded) -> bool:
    """Haskell names its operators with one named kind, the others have a token for each."""
    tokens = {name for name, is_named in zip(grammar.kind_names, grammar.kind_named, strict=True) if not is_named}
    return language.decision_operators <= tokens


def _is_parameter(language: Language, name: str, *, is_named: bool) -> bool:
    if not is_named:
        return name == language.parameter_keyword
    if name in language.uncounted_parameters or "comment" in name:
        return False
    return not language.parameters or name in language.parameters


def _field_tests(language: Language) -> tuple[dict[str, str], dict[str, str]]:
    """The field that a kind must have, and the one that it must not have, to be a decision or an import."""
    required = dict(language.decisions_with_field)
    required.update((cut.kind, cut.with_field) for cut in language.cuts if cut.with_field)
    return required, {cut.kind: cut.without_field for cut in language.cuts if cut.without_field}


def _field_roles(language: Language, grammar: Loaded) -> array[int]:
    """By field id, 'B'; where a token says which child is the alternative, no field does."""
    found = array("B", [0])
    for name in grammar.fields:
        role = _FIELDS.get(name, FieldRole(0))
        if language.alternative_keyword and role is FieldRole.ALTERNATIVE:
            role = FieldRole(0)
        found.append(role)
    return found
