"""Which PHP files are entries."""

from __future__ import annotations

import pytest

from rubout.measure.entries.bits import MENTIONED
from rubout.measure.entries.php import flags
from tests.worlds import flagging, world

test_a_server_or_a_framework_or_composer_starts_it = flagging(
    flags,
    """
    index.php => <?php => main
    a/index.php => <?php => main
    public/x.php => <?php => main
    config/a.php => <?php => main
    routes/b/c.php => <?php => main
    x.php => <?php => main
    tool/run.php => <?php => main
    lib/other.php => <?php =>
    """,
    {"composer.json": '{"autoload": {"files": ["x.php"]}, "bin": ["tool/run.php"]}'},
)


test_tests_are_collected_and_types_are_offered = flagging(
    flags,
    """
    a/BTest.php => <?php class B {} => test
    tests/Aid.php => <?php class B {} => test
    a/B.php => <?php class B {} => exported
    a/B.php => <?php /** @internal */ class B {} =>
    a/B.php => <?php /** @internal */ class A {} class B {} => exported
    """,
)


test_types_that_a_library_autoloads_are_entries = flagging(
    flags,
    r"""
    src/B.php => <?php class B {} => exported main
    src/B.php => <?php /** @internal */ final class B {} =>
    old/B.php => <?php class B {} => exported main
    dev/B.php => <?php class B {} => exported
    other/B.php => <?php class B {} => exported
    src/tests/B.php => <?php class B {} => test
    app/src/B.php => <?php class B {} => exported
    bare/src/B.php => <?php class B {} => exported
    """,
    {
        "composer.json": r"""{
            "name": "a/b",
            "autoload": {"psr-4": {"A\\": "src"}, "classmap": ["old/B.php"]},
            "autoload-dev": {"psr-4": {"A\\": "dev"}}
        }""",
        "app/composer.json": r'{"name": "a/c", "type": "project", "autoload": {"psr-4": {"C\\": "src"}}}',
        "bare/composer.json": r'{"autoload": {"psr-4": {"D\\": "src"}}}',
    },
)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("composer.json", r'{"extra": {"laravel": {"providers": ["P\\X"]}}}'),
        ("config/services.yaml", r"services:\n  P\X: ~"),
        ("phpunit.xml.dist", r'<listener class="P\X"/>'),
    ],
)
def test_a_class_that_a_descriptor_names_is_mentioned(path: str, text: str) -> None:
    assert flags(world({"x.php": r"<?php namespace P; class X {}", path: text}))["x.php"] & MENTIONED
