"""The reference sites of a file of any judged language; a language without rules here has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.references import References
from rubout.measure import rule_modules
from rubout.measure.rule_modules import rules

if TYPE_CHECKING:
    from rubout.measure.tree import FlatTree

MODULES = rule_modules.MODULES | {"java": "java", "kotlin": "kotlin"}


def references(tree: FlatTree) -> References:
    """What a parsed file says of others, by `references(tree) -> References` of its language's module."""
    name = MODULES.get(tree.language.name)
    if name is None:
        return References()
    found: References = rules("sites", name).references(tree)
    return found
