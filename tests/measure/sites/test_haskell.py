"""What a Haskell file imports."""

from __future__ import annotations

from tests.tables import cases
from tests.worlds import references_of, saying

test_every_import_is_a_site_in_any_branch = saying(
    "haskell",
    r"""
    import Data.Map => import Data.Map
    import qualified Data.Map as M\nimport A (b)\nimport A hiding (c) => import Data.Map; import A; import A
    import Data.Map qualified as M => import Data.Map
    import "containers" Data.Map => import Data.Map
    import safe A => import A
    import {-# SOURCE #-} A => import A
    foreign import ccall "math.h sin" c_sin :: Double -> Double =>
    f = g\n  where important = 1 =>
    -- import A =>
    #include "a.h"\nimport A => include a.h; import A
    import A\n#if X\nimport B\n#else\nimport qualified C.D\n#endif\nf = 1 => import A; import B; import C.D
    """,
    written="{}\n",
)


@cases(
    "source expected",
    r"""
    module A.B (f) where\nf = 1 => A.B
    main = pure () =>
    """,
)
def test_a_module_says_its_name(source: str, expected: str) -> None:
    assert references_of("haskell", source + "\n").namespace == expected


def test_a_script_is_marked() -> None:
    assert references_of("haskell", "#!/usr/bin/env runhaskell\nmain = pure ()\n").marks == ("shebang",)
