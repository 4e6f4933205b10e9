"""Which Haskell files are entries."""

from __future__ import annotations

from rubout.measure.entries.bits import MAIN
from rubout.measure.entries.haskell import flags
from tests.worlds import flagging, world

CABAL = """
name: p
data-files: data/*.hs, data/*.lua
library
  hs-source-dirs: src
  exposed-modules: A
  c-sources: cbits/a.c
executable run
  hs-source-dirs: app
  main-is: Run.hs
test-suite t
  type: detailed-0.9
  test-module: T.All
"""


test_manifests_and_names_make_entries = flagging(
    flags,
    """
    src/A.hs => exported main
    src/B.hs =>
    app/Run.hs => main
    T/All.hs => test
    cbits/a.c => main
    cbits/b.c =>
    data/x.hs => mentioned
    data/x.lua => mentioned
    Setup.hs => main
    tools/Main.hs => main
    q/ASpec.hs => test
    q/Inspec.hs =>
    """,
    {"p.cabal": CABAL},
)


def test_a_script_is_one() -> None:
    assert flags(world({"go.hs": "#!/usr/bin/env runhaskell\nmain = pure ()\n"})) == {"go.hs": MAIN}
