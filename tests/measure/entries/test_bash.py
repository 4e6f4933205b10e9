"""Which shell scripts are entries."""

from __future__ import annotations

from rubout.measure.entries.bash import flags
from rubout.measure.entries.bits import MAIN
from tests.worlds import world


def test_a_script_that_says_what_starts_it_is_one() -> None:
    assert flags(world({"a.sh": "#!/bin/sh\n", "b.sh": "echo\n", "c.py": "#!/bin/sh\n"})) == {"a.sh": MAIN}
