"""Why are these places one class of `docdup`?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.report.record import counted
from rubout.report.text import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rubout.facts.docdup import Knobs
    from rubout.report.docdup import ClassRow, DocdupReport, LinkRow


def explain_docdup(report: DocdupReport, row: ClassRow) -> Iterator[str]:
    """What joins the places, what merging would save, where they stand."""
    size, texts = len(row.members), len({member.text for member in row.members})
    total = sum(member.words for member in row.members)
    yield f"{row.id}  {size} places, {counted(texts, 'different text')}; equal numbers have the same words"
    yield f"words >= min_doc_words {report.knobs.min_doc_words} in each: long enough"
    yield f"saves = words of all - words of the longest = {total} - {row.words} = {row.saves}"
    yield f"excess = members - 1 = {size - 1} of {report.counts.excess} in the report"
    for link in row.links:
        yield f"texts {link.a} and {link.b}: {_share(link, report.knobs)}; {_run(link, report.knobs)}"
    for member in row.members:
        yield f"  {place_of(member)}  {member.kind}, {member.words} words, text {member.text}"


def _share(link: LinkRow, knobs: Knobs) -> str:
    left, right = link.inter * knobs.jaccard_den, knobs.jaccard_num * link.union
    sign, word = (">=", "alike") if left >= right else ("<", "not alike")
    return f"{link.inter} * {knobs.jaccard_den} = {left} {sign} {knobs.jaccard_num} * {link.union} = {right}, {word}"


def _run(link: LinkRow, knobs: Knobs) -> str:
    sign = ">=" if link.verbatim >= knobs.verbatim_floor else "<"
    return f"{link.verbatim} words in a row {sign} verbatim_floor {knobs.verbatim_floor}"
