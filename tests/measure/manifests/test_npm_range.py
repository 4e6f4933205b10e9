"""Which versions answer to a range of npm's."""

from __future__ import annotations

import pytest

from rubout.measure.manifests.npm_range import admits
from tests.tables import cases


@cases(
    "wanted answering others",
    """
    1.2.3 => 1.2.3 => 1.2.4 1.2.2
    =1.2.3 => 1.2.3 => 1.2.4
    v1.2 => 1.2.0 1.2.9 => 1.3.0 1.1.9
    1.x => 1.0.0 1.9.9 => 2.0.0 0.9.9
    * => 0.0.0 9.9.9 =>
     => 0.0.0 9.9.9 =>
    ^1.6.0-rc.1 => 1.6.0 1.9.7 => 2.12.0 1.5.9
    ^0.2.3 => 0.2.3 0.2.9 => 0.3.0 0.2.2
    ^0.0.3 => 0.0.3 => 0.0.4
    ^0 => 0.0.0 0.9.0 => 1.0.0
    ~1.2.3 => 1.2.3 1.2.9 => 1.3.0
    ~1 => 1.0.0 1.9.9 => 2.0.0
    >=1.2 => 1.2.0 9.0.0 => 1.1.9
    >1.2 => 1.3.0 => 1.2.9
    > 1.2.3 => 1.2.4 => 1.2.3
    <2 => 1.9.9 => 2.0.0
    <=2.1 => 2.1.9 => 2.2.0
    >=1.2.0 <1.4.0 => 1.3.9 => 1.4.0 1.1.0
    1.2 - 2.3 => 1.2.0 2.3.9 => 2.4.0 1.1.9
    ^1.7.1 || ^2.0.0 => 1.8.0 2.12.0 => 3.0.0 1.7.0
    latest => 1.0.0 =>
    ^1 || catalog: => 9.0.0 =>
    """,
)
def test_a_version_answers_to_a_range(wanted: str, answering: str, others: str) -> None:
    assert [version for version in f"{answering} {others}".split() if admits(wanted, version)] == answering.split()


def test_a_prerelease_counts_as_its_release() -> None:
    assert admits("^2.0.0", "2.0.0-beta.1")
    assert not admits("^1.0.0", "2.0.0-beta.1")


@pytest.mark.parametrize("version", ["", "next", "1", "1.2.x", "workspace"])
def test_a_version_that_is_none_answers_to_everything(version: str) -> None:
    assert admits("^9.9.9", version)
