"""What does a word of a shell script say, as far as that is known before it runs?

Known are literals, the folder of the script in its many spellings, and variables that are set once to such a text.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from rubout.measure.nodes import child_in_field, text
from rubout.measure.sites.collect import nodes_of

if TYPE_CHECKING:
    from rubout.measure.tree import FlatTree

SELF, HERE, ROOT, UNKNOWN = "\x01", "\x02", "\x03", "\x04"  # the script, its folder, the repository's, anything

_LONGEST = 500  # characters of a word that may be a path
_DEEPEST = 6  # substitutions in one another
_COMMAND = r"\$\(\s*{}\s*\)"
# Tried in this order until none applies; what they leave of `$` is unknown.
_FORMS = tuple(
    (re.compile(pattern), known)
    for pattern, known in (
        (r"`([^`]*)`", r"$(\1)"),
        (r"\$\{(?:BASH_SOURCE(?:\[0\])?|0|\(%\):-%[xN])\}|\$BASH_SOURCE\b(?!\[)|\$0\b", SELF),
        (r"\$\{(?:BASH_SOURCE(?:\[0\])?|0)%/\*\}|\$\{(?:0|\(%\):-%[xN])(?::[aAP])?:h\}", HERE),
        (r"\$\{?HOME\}?(?=/|$)", "~"),
        (_COMMAND.format(r"git(?:\s+-C\s+\x02)?\s+rev-parse\s+--show-toplevel"), ROOT),
        (_COMMAND.format(r"(?:command\s+)?dirname\s+(?:--\s+)?\x01"), HERE),
        (_COMMAND.format(r"(?:command\s+)?dirname\s+(?:--\s+)?([\x02\x03][^\s()$]*)"), r"\1/.."),
        (
            _COMMAND.format(
                r"(?:command\s+)?(?:greadlink|readlink|realpath)\s+(?:-\w+\s+)*(?:--\s+)?([\x01-\x03][^\s()$]*)"
            ),
            r"\1",
        ),
        (
            _COMMAND.format(
                r"(?:builtin\s+)?cd\s+(?:-P\s+|--\s+)*([\x02\x03][^\s()$]*)\s*(?:>\s*/dev/null\s*(?:2>&1)?\s*)?(?:&&|;)\s*(?:builtin\s+)?pwd(?:\s+-\w)?"
            ),
            r"\1",
        ),
    )
)
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")


class Words:
    """The words of one script."""

    def __init__(self, tree: FlatTree) -> None:
        self._tree = tree
        self._values = self._assigned()

    def known(self, written: str) -> str:
        """The text of a word as it is written, with the marks of this module for what is not literal."""
        if len(written) > _LONGEST:
            return UNKNOWN
        known = written.replace('"', "").replace("'", "")
        for _ in range(_DEEPEST):
            for pattern, mark in _FORMS:
                known = pattern.sub(mark, known)
            known = _VARIABLE.sub(self._value, known)
        return UNKNOWN.join(re.split(r"\$\(.*\)|\$\{[^}]*\}|\$\w+|<\(.*\)", known)).replace(SELF, UNKNOWN)

    def _assigned(self) -> dict[str, str]:
        """By name the texts of the variables that are set once."""
        tree = self._tree
        name_field, value_field = tree.grammar.field("name"), tree.grammar.field("value")
        written: dict[str, str] = {}
        times: Counter[str] = Counter()
        for index, _ in nodes_of(tree, frozenset({"variable_assignment"})):
            named, value = child_in_field(tree, index, name_field), child_in_field(tree, index, value_field)
            if named is not None:
                times[text(tree, named)] += 1
                written[text(tree, named)] = "" if value is None else text(tree, value)
        self._values = {}
        for name, spelled in written.items():  # in order of their first setting, so that one may build on another
            if times[name] == 1:
                known = self.known(spelled)
                if UNKNOWN not in known:
                    self._values[name] = known
        return self._values

    def _value(self, match: re.Match[str]) -> str:
        return self._values.get(match[1] or match[2], match[0])
