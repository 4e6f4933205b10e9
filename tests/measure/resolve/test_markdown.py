"""What a link of a Markdown file means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubout.measure.resolve.world import What
from tests.worlds import answers, meaning, shown, world

GUIDE = "# Set up\n## Dup\n## Dup\n## Dup 1\n"
FILES = {
    "guide.md": GUIDE,
    "docs/a b.md": "",
    "docs/x.md": "",
    "src/m.py": "",
    "logo.png": "",
    "art/logo.svg": "",
}


# Worked example 10 among them.
test_a_target_is_a_path_from_the_file = meaning(
    FILES,
    """
    guide.md => R1 guide.md
    ./docs/../guide.md => R1 guide.md
    guide.md?plain=1 => R1 guide.md
    docs/a%20b.md => R1 docs/a b.md
    src/m.py#L3 => R2 src/m.py
    docs => R1 docs/
    docs/ => R1 docs/
    docs#top => R2 docs/
    . => R1 /
    guide.md#set-up => R2 guide.md#set-up
    guide.md#dup-1 => R2 guide.md
    guide.md#none => R2 guide.md
    guide.md# => R2 guide.md
    #x => R4 README.md#x
    https://e.x => R5 external
    mailto:a@e.x => R5 external
    //e.x/y => R5 external
    logo.png => R1 external
    art => R1 external
    /guide.md => out_of_scope
    ../guide.md => out_of_scope
    gone.md => out_of_scope
    """,
    path="README.md",
    written="[a]({})",
)


def test_a_path_starts_in_the_folder_of_the_file() -> None:
    tree = world({**FILES, "docs/y.md": "[a](x.md) [b](../guide.md)"})
    assert shown(tree, "docs/y.md") == ["R1 docs/x.md", "R1 guide.md"]


test_a_document_in_inline_code_is_named_from_its_folder_or_from_the_root = meaning(
    FILES,
    """
    docs/x.md => R5 docs/x.md
    x.md => R5 docs/x.md
    /docs/x.md => R5 docs/x.md
    ../guide.md => R5 guide.md
    gone.md => out_of_scope
    """,
    path="docs/README.md",
    written="see `{}`",
)


def test_a_label_means_its_first_definition_and_an_unused_one_nothing() -> None:
    source = "[a][The  guide]\n\n[the GUIDE]: guide.md\n[the guide]: docs/x.md\n[unused]: docs/x.md\n[b][none]\n"
    found = shown(world({**FILES, "README.md": source}), "README.md")
    assert found == ["R3 guide.md", "R1 guide.md", "R5 external", "R5 external", "out_of_scope"]


_TARGETS = st.text("./#?%2 agm", max_size=8) | st.sampled_from([*FILES, "docs", "#x", "guide.md#dup"])


@given(st.lists(_TARGETS, max_size=4))
def test_every_target_of_an_answer_is_in_the_tree(targets: list[str]) -> None:
    tree = world({**FILES, "docs/README.md": "".join(f"[a]({target}) [b][{target}]\n" for target in targets)})
    found = answers(tree, "docs/README.md")
    assert len(found) == len(tree.scope["docs/README.md"].sites)
    for _, _, one in found:
        assert (one.reason is not None) == (one.what is What.REFUSED)
        places = tree.folders if one.what is What.PACKAGE else tree.scope
        assert all(target.path in places for target in one.targets)
