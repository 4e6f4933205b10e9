"""What a node kind and a field can be to the metrics; `measure.roles` says which is what in a grammar."""

from __future__ import annotations

from enum import IntFlag


class Role(IntFlag):
    """What a node kind is here."""

    NAMED = 1 << 0
    COMMENT = 1 << 1
    CUT = 1 << 2  # an import, where the field test holds
    DECISION = 1 << 3
    WITH_FIELD = 1 << 4  # a decision only with the field of the field test
    WITH_NAMED_CHILD = 1 << 5  # a decision only with one, comments aside
    WITH_TOKEN = 1 << 6  # a decision only with a TOKEN child
    UNLESS_VALUE = 1 << 7  # a decision unless its only value is an OTHERWISE word
    TOKEN = 1 << 8
    OTHERWISE = 1 << 9
    CHAIN = 1 << 10  # one node for a run of operators
    NESTING = 1 << 11
    FLAT = 1 << 12
    FLAT_BY_PARENT = 1 << 13  # flat unless the parent is UNDOES_FLAT
    UNDOES_FLAT = 1 << 14
    NEST_ONLY = 1 << 15
    IF = 1 << 16  # merges as else-if
    ELSE = 1 << 17  # the token that the alternative of an if follows
    JUMP = 1 << 18
    LABEL = 1 << 19
    CALL = 1 << 20
    DECIDES = 1 << 21  # an operator of cyclomatic complexity
    AND = 1 << 22  # operators of cognitive complexity
    OR = 1 << 23
    LIST = 1 << 24  # a boolean node whose operator and sides have no field
    BY_TEXT = 1 << 25  # the text adds roles


class FieldRole(IntFlag):
    """What a field is here."""

    OPERATOR = 1 << 0
    ALTERNATIVE = 1 << 1
    CALLEE = 1 << 2
    VALUE = 1 << 3
