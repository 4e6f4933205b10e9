"""Every language that is judged has rules of reference, and each module of them its face."""

from __future__ import annotations

import pytest

from rubout.measure.languages.all import LANGUAGES
from rubout.measure.languages.table import Scope
from rubout.measure.resolve import all as resolve
from rubout.measure.rule_modules import MODULES, rules
from rubout.measure.sites import all as sites


def test_every_judged_language_has_rules() -> None:
    assert {language.name for language in LANGUAGES if language.scope is Scope.JUDGED} == resolve.MODULES.keys()


@pytest.mark.parametrize(
    ("package", "names", "face"),
    [
        ("sites", sites.MODULES, "references"),
        ("resolve", resolve.MODULES, "Ladder"),
        ("entries", MODULES, "flags"),
    ],
)
def test_each_module_has_its_face(package: str, names: dict[str, str], face: str) -> None:
    for name in set(names.values()):
        assert callable(getattr(rules(package, name), face))
