"""The health line has one form, and one line."""

from __future__ import annotations

from rubout.report.health import ABSENT, NOT_RUNNING, UNREACHABLE, UNREADABLE, health_line, index_of, warm


def test_the_line_names_modes_index_and_daemon() -> None:
    assert health_line("0.1.0", "deny", "observe", index_of(12), warm(3)) == (
        "[rubout 0.1.0 | guard: deny, stop: observe | index: 12 files | daemon: warm (3 ms)]"
    )


def test_what_is_amiss_stands_in_words() -> None:
    assert index_of(12, stale=True) == "12 files (stale: next run rebuilds it)"
    assert ABSENT == "absent (first run builds it)"
    assert UNREADABLE == "unreadable (degraded)"
    assert NOT_RUNNING == "not running (starts on first check)"
    assert UNREACHABLE == "unreachable (DEGRADED: size checks only, guard fails open)"


def test_a_mode_cannot_break_the_line() -> None:
    assert "\n" not in health_line("0", "a\nb", "c", ABSENT, NOT_RUNNING)
