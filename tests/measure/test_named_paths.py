"""Whether a text names a file."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubout.measure.named_paths import key_word, module_pattern, path_pattern, words


@pytest.mark.parametrize(
    ("path", "text", "named"),
    [
        ("tools/build_all.py", "run tools/build_all.py", True),
        ("tools/build_all.py", "./build_all.py", True),
        ("tools/build_all.py", "tools.build_all:main", True),
        ("tools/build_all.py", "node tools/build_all", True),
        ("a/b/tools/build_all.py", "tools/build_all", True),
        ("tools/build_all.py", "rebuild_all.py", False),
        ("tools/build_all.py", "tools.build_all_now", False),
        ("tools/build_all.py", "build_all", False),
        ("copy.py", "copy the file", False),
        ("copy.py", "see copy.py", True),
        ("a/b/index.ts", "index.ts", False),
        ("a/b/index.ts", "b/index.ts", True),
        ("a/b/index.ts", "from a/b", True),
        ("pkg/__init__.py", "__init__.py", False),
        ("src/pkg/__init__.py", "src.pkg", True),
    ],
)
def test_a_path_is_named_by_itself_or_its_end(path: str, text: str, named: bool) -> None:
    assert bool(path_pattern(path).search(text.encode())) is named


@pytest.mark.parametrize(
    ("path", "text", "named"),
    [
        ("lone.py", "python -m lone", True),
        ("lone.py", "from lone import x", True),
        ("lone.py", '"lone"', True),
        ("lone.py", "`lone`", True),
        ("lone.py", "a lone word", False),
        ("lone.py", "python -m lonely", False),
        ("pkg/__init__.py", "import pkg", True),
    ],
)
def test_a_module_is_named_where_it_is_meant(path: str, text: str, named: bool) -> None:
    assert bool(module_pattern(path).search(text.encode())) is named


parts = st.sampled_from(["a", "b-c", "index", "main", "d.e", "ü", "__init__", "long_name"])
paths = st.lists(parts, min_size=1, max_size=3).map("/".join).map(lambda path: f"{path}.py")
texts = st.lists(st.one_of(paths, parts, st.sampled_from(["/", ".", " ", '"', "import ", "-m "])), max_size=8).map(
    "".join
)


@given(paths, texts)
@example("ü.py", 'see "ü" and ü.py')
def test_a_text_that_names_a_file_holds_its_key_word(path: str, text: str) -> None:
    source = text.encode()
    if path_pattern(path).search(source) or module_pattern(path).search(source):
        assert key_word(path) in {b"", *words(source)}
