"""The report of `join` for people: a card a pair, with what is alike, who refers to it, and how it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubout.facts.join import Code, Kind
from rubout.report.edits_text import TOP_LEVEL
from rubout.report.join import because, headline
from rubout.report.record import counted, printable
from rubout.report.text import page, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rubout.report.join import JoinReport, WindowRow
    from rubout.report.join_rows import ChurnRow, GraphRow, PairRow, SimRow, UnitChurn, UnitPairRow, UnitSpan
    from rubout.report.text import Style

MOST = 20  # pairs of a code, and pairs of units, that are shown
_ORDER = (Code.MERGE_CANDIDATE, Code.DELETE_CANDIDATE, Code.CHURN_HOTSPOT, Code.REPORT_ONLY)
NOT_MEASURED = "not measured"
_KINDS = {Kind.CLONE: "copied code", Kind.NEAR_MISS: "nearly copied code", Kind.DOCDUP: "repeated documentation"}


def text(report: JoinReport, style: Style) -> str:
    """Candidates first, those of a code by the tokens in common; `+` appended, `~` rewritten lines."""
    pairs = counted(report.counts.pairs, "pair of alike files", "pairs of alike files")
    return page(f"{pairs}, {_window(report.window)}.", _body(report, style), report, _summary(report), style)


def _body(report: JoinReport, style: Style) -> Iterator[str]:
    if isinstance(report.units, tuple):
        yield from _cards([_unit_card(row) for row in report.units[:MOST]], len(report.units) - MOST, style)
        return
    floor = report.knobs.cochange_floor
    shown = [row for code in _ORDER for row in _largest(report.rows, code)]
    yield from _cards([_card(row, floor, style) for row in shown], len(report.rows) - len(shown), style)


def _largest(rows: Iterable[PairRow], code: Code) -> list[PairRow]:
    """Those of a code that have most in common."""
    return sorted((row for row in rows if row.code == code), key=lambda row: -row.tokens)[:MOST]


def _cards(cards: list[list[str]], more: int, style: Style) -> Iterator[str]:
    for number, card in enumerate(cards):
        if number:
            yield ""
        yield from card
    if more > 0:
        yield ""
        yield style.paint(f"{counted(more, 'more pair')}: --format json lists them", "quiet")


def _card(row: PairRow, floor: int, style: Style) -> list[str]:
    role = "warn" if row.code else "quiet"
    names = f"{printable(row.a.path)} <-> {printable(row.b.path)}"
    lines = [f"{style.paint(headline(row), role)}: {names}", *legs(row, floor)]
    if row.code:
        lines.append(f"  because  {', '.join(because(row))}")
    return lines


def legs(row: PairRow, floor: int) -> list[str]:
    """What is alike, who refers to whom, and how both changed; `floor` is that of commits in common."""
    runs = f", {counted(row.blocks, 'run')}, {counted(row.tokens, 'token')}" if row.blocks else ""
    return [
        f"  alike    {_kind(row.sim)}{runs}: {place_of(row.a)} | {place_of(row.b)}",
        f"  graph    {printable(row.a.path)}: {_graph(row.graph_a)}",
        f"           {printable(row.b.path)}: {_graph(row.graph_b)}",
        f"  history  {_churn(row.churn_a)} | {_churn(row.churn_b)}{_together(row, floor)}",
    ]


def _unit_card(row: UnitPairRow) -> list[str]:
    return [f"{unit_of(row.a)} <-> {unit_of(row.b)}", *unit_legs(row)]


def unit_legs(row: UnitPairRow) -> list[str]:
    """What is alike, and how both changed."""
    tokens = f", {counted(row.tokens, 'token')}" if row.tokens else ""
    return [
        f"  alike    {_kind(row.sim)}{tokens}",
        f"  history  {_unit_churn(row.churn_a)} | {_unit_churn(row.churn_b)}",
    ]


def _kind(sim: SimRow) -> str:
    share = "" if sim.kind == Kind.CLONE else f" {sim.num}/{sim.den}"
    return f"{_KINDS[Kind(sim.kind)]}{share}"


def unit_of(unit: UnitSpan) -> str:
    """Where a unit stands, and its name."""
    rank = f"#{unit.nth}" if unit.nth else ""
    return f"{place_of(unit)} {printable(unit.key) or TOP_LEVEL}{rank}"


def _graph(row: GraphRow | None) -> str:
    if row is None:
        return NOT_MEASURED
    seen = f" ({printable(row.seen_at)})" if row.seen_at else ""
    cycle = f"in a cycle of {row.scc_size} files" if row.scc_size > 1 else "in no cycle"
    reached = "an entry leads here" if row.reach else "no entry leads here"
    referred = counted(row.indeg, "file refers", "files refer")
    return f"{referred} to it{seen}, it refers to {row.outdeg}, {cycle}, {reached}"


def _churn(row: ChurnRow | None) -> str:
    if row is None:
        return NOT_MEASURED
    most = f" most at {printable(row.most_at)}" if row.most_at else ""
    return f"+{row.appended}/~{row.rewrote}{most}"


def _together(row: PairRow, floor: int) -> str:
    if row.churn_a is None:
        return ""
    commits = f"fewer than {floor} commits" if row.cochange is None else counted(row.cochange, "commit")
    return f"; both changed in {commits}"


def _unit_churn(row: UnitChurn | None) -> str:
    return NOT_MEASURED if row is None else f"+{row.appended}/~{row.rewrote}"


def _window(window: WindowRow) -> str:
    if window.commits is None:
        return "no history"
    return f"{counted(window.commits, 'commit')} in the {counted(window.days, 'day')} before {str(window.head)[:12]}"


def _summary(report: JoinReport) -> str:
    counts = report.counts
    codes = ((code.name.lower(), getattr(counts, code.name.lower())) for code in Code)
    said = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in codes)
    parts = [said, f"{counts.self_pairs} places alike within one file", f"{counted(counts.units, 'pair')} of units"]
    return "; ".join(parts)
