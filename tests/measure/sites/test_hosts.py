"""The script parts of files that are no code themselves."""

from __future__ import annotations

import pytest

from rubout.measure.sites.hosts import host_sites
from tests.tables import rows


def found(path: str, source: str) -> list[tuple[int, int, str]]:
    return [(site.line, site.nth, site.spec) for site in host_sites(path, source.encode()).sites]


@pytest.mark.parametrize(
    ("path", "source", "sites"),
    rows(
        {
            "App.vue": {
                '<template>\n import "no"\n</template>\n<script setup lang="ts">\nimport f from "./fmt"\n</script>\n'
                '<script>import "./b"; import "./c"</script>\n<style>@import "./no.css"</style>': [
                    (5, 0, "./fmt"),
                    (7, 0, "./b"),
                    (7, 1, "./c"),
                ],
            },
            "A.vue": {
                '<script src="./a.ts" lang="ts"></script>': [(1, 0, "./a.ts")],
                '<script lang="tsx">\nconst a = <b>{import("./d")}</b></script>': [(2, 0, "./d")],
            },
            "A.svelte": {
                '<script context="module" lang="ts">\nexport { x } from "./x"\n</script>\n{#if a}': [(2, 0, "./x")],
            },
            "p.astro": {
                '---\nimport A from "./A.astro"\n---\n<p>import "no"</p>\n<script>\nimport "./s"\n</script>': [
                    (2, 0, "./A.astro"),
                    (6, 0, "./s"),
                ],
                '<p>---\nimport "no"\n---</p>': [],
            },
            "d.mdx": {
                '# import "no"\nimport { A } from "./a"\nimport {\n  B\n} from "./b"\n\nan import "no"\n'
                '```js\nimport "no"\n```\nexport const c = <A b={require("./c")} />\n': [
                    (2, 0, "./a"),
                    (3, 0, "./b"),
                    (11, 0, "./c"),
                ],
            },
            "i.html": {
                '<!-- <script src="no.js"></script> -->\n<script type=module src=main.js></script>\n'
                '<SCRIPT src="https://x.y/z.js"></SCRIPT><script src="/src/m.ts">import "./q"</script>': [
                    (2, 0, "./main.js"),
                    (3, 0, "https://x.y/z.js"),
                    (3, 1, "/src/m.ts"),
                    (3, 2, "./q"),
                ],
                '<script type="application/json">import "no"</script><p>no script': [],
                '<script>import "./open"': [(1, 0, "./open")],
                "": [],
            },
        }
    ),
)
def test_script_parts_are_read_in_place(path: str, source: str, sites: list[tuple[int, int, str]]) -> None:
    assert found(path, source) == sites


def test_bytes_that_are_no_text_do_no_harm() -> None:
    assert found("a.vue", '<p>é</p><script>import "./a"</script>') == [(1, 0, "./a")]
    assert [site.spec for site in host_sites("a.vue", b'\xff<script>import "./a"</script>').sites] == ["./a"]
