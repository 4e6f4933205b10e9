"""Which file a shell script sources or runs."""

from __future__ import annotations

from tests.worlds import meaning

TREE = dict.fromkeys(
    ["lib/a.sh", "s/a.sh", "s/lib/b.sh", "s/lib/c.sh", "s/lib/d/e.sh", "x/same.sh", "same.sh", "s/env", "t.py"], ""
)


test_a_path_begins_at_the_script_or_at_the_root = meaning(
    TREE,
    """
    s/m.sh => . ./a.sh => R1 s/a.sh
    s/m.sh => . lib/b.sh => R1 s/lib/b.sh
    s/m.sh => . lib/a.sh => R1 lib/a.sh
    x/m.sh => . ./same.sh => ambiguous_root x/same.sh same.sh
    s/m.sh => . ./env => R1 external
    s/m.sh => . ./gone.sh => out_of_scope
    s/m.sh => . "$(dirname "$0")/lib/b.sh" => R2 s/lib/b.sh
    s/m.sh => . "$(dirname "$0")/../lib/a.sh" => R2 lib/a.sh
    x/m.sh => . "$(dirname "$0")/same.sh" => R2 x/same.sh
    s/m.sh => . "$(git rev-parse --show-toplevel)/lib/a.sh" => R2 lib/a.sh
    s/m.sh => . "$LIB/b.sh" => dynamic s/lib/b.sh
    s/m.sh => . "$1" => dynamic
    s/m.sh => . lib/$name.sh => R5 s/lib/b.sh s/lib/c.sh lib/a.sh
    s/m.sh => . gone/$name.sh => dynamic
    s/m.sh => . /etc/profile => R4 external
    s/m.sh => . ~/.bashrc => R4 external
    s/m.sh => ./a.sh => R1 s/a.sh
    s/m.sh => "$(dirname "$0")/../t.py" => R2 t.py
    """,
)
