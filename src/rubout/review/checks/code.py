"""What does a change do to files of code, as far as one file tells?"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from rubout.measure.comments import comment_nodes
from rubout.measure.extract import HURRIED_MICROSECONDS
from rubout.measure.kinds import LITERAL
from rubout.measure.languages.all import BY_CODE
from rubout.measure.languages.grammar import load
from rubout.measure.languages.table import Scope
from rubout.measure.sources.content import content_rule, total_lines
from rubout.measure.sources.extensions import language_code
from rubout.measure.tokens import token_texts
from rubout.measure.tree import error_nodes, parse
from rubout.review.checks.subject import Seen
from rubout.review.checks.text import introduced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.measure.languages.table import Language
    from rubout.measure.tree import FlatTree
    from rubout.review.checks.subject import After, Subject

SIZE_LINES = 750
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Tags U+E0000-E007F, U+2060-2064, the soft hyphen, U+180E and the byte-order mark.
INVISIBLE = re.compile(rb"\xf3\xa0[\x80\x81][\x80-\xbf]|\xe2\x81[\xa0-\xa4]|\xc2\xad|\xe1\xa0\x8e|\xef\xbb\xbf")
# U+200B-200F and U+061C, which join and order letters in text and only deceive in code.
INVISIBLE_IN_CODE = re.compile(rb"\xe2\x80[\x8b-\x8f]|\xd8\x9c")
_WORD = re.compile(r"\w+")
# Letters of Cyrillic and Greek that look like letters of Latin in most fonts.
LOOK_ALIKES = frozenset(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405"
    "\u03b1\u03bd\u03bf\u03c1\u03c5\u03c7\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
)


def language_of(path: str) -> Language | None:
    """The language of a file; None for one that we do not know."""
    code = language_code(path)
    return None if code is None else BY_CODE[code]


def tree_of(path: str, source: bytes) -> FlatTree | None:
    """A file as its grammar reads it; None for one that is not judged.

    Raises:
        SlowParseError: that takes longer than somebody waits.
    """
    language = language_of(path)
    if language is None or language.scope is not Scope.JUDGED or content_rule(source, language):
        return None
    grammar = load(language, HURRIED_MICROSECONDS)
    return parse(source, language, grammar) if grammar else None


def invisible(subject: Subject) -> Iterator[Seen]:
    """Characters that nobody sees: some anywhere, some where there is code."""
    for after in subject.afters.values():
        seen = next(_unseen(after), None)
        if seen:
            yield after.seen(f"{after.path} holds the invisible character {_name(seen.group())}", *seen.span())


def _unseen(after: After) -> Iterator[re.Match[bytes]]:
    for match in introduced(after, INVISIBLE):
        if match.start() or match.group() != _BYTE_ORDER_MARK:
            yield match
    found = list(introduced(after, INVISIBLE_IN_CODE))
    tree = tree_of(after.path, after.source or b"") if found else None
    if tree:
        words = _places_of_words(tree)
        yield from (match for match in found if not any(start <= match.start() < end for start, end in words))


def _places_of_words(tree: FlatTree) -> list[tuple[int, int]]:
    """Comments and literals."""
    comments = [(tree.starts[node], tree.ends[node]) for node in comment_nodes(tree)]
    return comments + [(token.start, token.end) for token in token_texts(tree) if token.code == LITERAL]


def _name(character: bytes) -> str:
    return f"U+{ord(character.decode()):04X}"


def mixed_script(subject: Subject) -> Iterator[Seen]:
    """A name of letters that look alike and are not."""
    for number, text in enumerate(subject.texts):
        source = text.text or b""
        if source.isascii() or language_of(text.path) is None:
            continue
        word = next(filter(_is_mixed, _WORD.findall(source.decode("utf-8", "ignore"))), None)
        if word:
            at = source.find(word.encode())
            yield Seen(f"`{word}` mixes alphabets", number, (at, at + len(word.encode())) if at >= 0 else None)


def _is_mixed(word: str) -> bool:
    return not LOOK_ALIKES.isdisjoint(word) and any(map(_is_latin, word))


def _is_latin(char: str) -> bool:
    return unicodedata.name(char, "").startswith("LATIN")


def size_budget(subject: Subject) -> Iterator[Seen]:
    """A file over the line that has grown."""
    for after in subject.afters.values():
        language = language_of(after.path)
        if after.source is None or language is None or content_rule(after.source, language):
            continue
        lines = total_lines(after.source)
        if lines > SIZE_LINES and lines > total_lines(after.before or b""):
            yield after.seen(f"{after.path} grows to {lines} lines, over {SIZE_LINES}", len(after.source), 0)


def parse_worse(subject: Subject) -> Iterator[Seen]:
    """A file that was read without an error and is no longer."""
    for after in subject.afters.values():
        if after.before is None or after.source is None:
            continue
        tree = tree_of(after.path, after.source)
        if tree is None or not (errors := error_nodes(tree)):
            continue
        before = tree_of(after.path, after.before)
        if before and not error_nodes(before):
            node = min(errors)
            yield after.seen(f"{after.path} no longer parses", tree.starts[node], tree.ends[node])
