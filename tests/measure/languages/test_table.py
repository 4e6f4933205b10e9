"""Every name in a language table is one that its grammar knows."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.grammar import Loaded, load

if TYPE_CHECKING:
    from rubout.measure.languages.table import Language

WITH_GRAMMAR = [language for language in LANGUAGES if language.grammar]
EACH = pytest.mark.parametrize("language", WITH_GRAMMAR, ids=lambda language: language.name)


def loaded(language: Language) -> Loaded:
    grammar = load(language)
    assert grammar is not None
    return grammar


def kinds(language: Language, *, named: bool) -> set[str]:
    grammar = loaded(language)
    return {kind for kind, is_named in zip(grammar.kind_names, grammar.kind_named, strict=True) if is_named is named}


def named_in_table(language: Language) -> set[str]:
    sets = (
        language.comments,
        language.more_literals,
        language.more_identifiers,
        (cut.kind for cut in language.cuts),
        language.units,
        language.units_with_field,
        language.named_units,
        language.impls,
        language.decorators,
        language.accessors,
        language.accessor_owners,
        language.name_givers,
        language.parameter_lists,
        language.parameters,
        language.uncounted_parameters,
        language.parameter_groups,
        language.decisions,
        language.decisions_with_field,
        language.decisions_with_named_child,
        language.decisions_with_token,
        language.decisions_unless_value,
        language.chains,
        language.nesting,
        language.flat,
        language.flat_except_under,
        *language.flat_except_under.values(),
        language.nest_only,
        language.boolean_lists,
        language.ifs,
        language.jumps,
        language.labels,
        language.calls,
    )
    return set(chain.from_iterable(sets))


def anonymous_in_table(language: Language) -> set[str]:
    keywords = {language.parameter_keyword, language.alternative_keyword} - {None}
    operators = language.decision_operators | language.boolean_operators
    # A Haskell operator is a named leaf, known by its text alone.
    spelled = set() if language.name == "haskell" else operators
    return {*language.delimiters, *language.decisions_with_token.values(), *spelled, *map(str, keywords)}


def fields_in_table(language: Language) -> set[str]:
    optional = [language.receiver, *(field for cut in language.cuts for field in (cut.with_field, cut.without_field))]
    required = (language.units_with_field, language.decisions_with_field, language.name_givers)
    fields = set(chain.from_iterable(table.values() for table in required)) | {field for field in optional if field}
    fields |= {"name"} if language.named_units else set()
    fields |= {"body"} if language.named_units_with_body else set()
    fields |= {"type", "trait"} if language.impls else set()
    fields |= {"declarator"} if language.declarator_chain else set()
    fields |= {"value"} if language.decisions_unless_value else set()
    return fields


@EACH
def test_every_named_kind_is_one_of_the_grammar(language: Language) -> None:
    assert named_in_table(language) - kinds(language, named=True) == set()


@EACH
def test_every_anonymous_kind_is_one_of_the_grammar(language: Language) -> None:
    assert anonymous_in_table(language) - kinds(language, named=False) == set()


@EACH
def test_every_field_is_one_of_the_grammar(language: Language) -> None:
    assert {field for field in fields_in_table(language) if not loaded(language).field(field)} == set()


@EACH
def test_a_condition_on_a_kind_stands_only_for_a_kind_of_the_set_it_narrows(language: Language) -> None:
    assert set(language.units_with_field) <= language.units
    narrowed = (
        language.decisions_with_field,
        language.decisions_with_named_child,
        language.decisions_with_token,
        language.decisions_unless_value,
    )
    assert set(chain.from_iterable(narrowed)) <= language.decisions
    assert set(language.flat_except_under) <= language.flat
    assert language.ifs <= language.nesting


@EACH
def test_no_kind_is_two_things_in_cognitive_complexity(language: Language) -> None:
    roles = (language.nesting, language.flat, language.nest_only, language.chains, language.jumps, language.units)
    assert len(frozenset().union(*roles)) == sum(map(len, roles))


@EACH
def test_every_cognitive_operator_is_a_cyclomatic_one(language: Language) -> None:
    assert language.decision_operators - language.boolean_operators <= {"??", "?:"}
    assert language.boolean_operators <= language.decision_operators


@EACH
def test_a_kind_is_either_a_function_unit_or_another_unit(language: Language) -> None:
    assert not language.units & (language.named_units | language.impls)
