"""What a program without a suffix loads."""

from __future__ import annotations

import pytest

from rubout.measure.sites.programs import program
from tests.tables import cases


@cases(
    "first expected",
    """
    #!/usr/bin/lua => lua
    #! /usr/bin/env lua5.4 => lua
    #!/usr/bin/env python3 => python
    #!/usr/bin/env -S node --no-warnings => javascript
    #!/bin/sh -e => bash
    #!/usr/bin/env -S PYTHONPATH=. python3.12 => python
    #!/usr/bin/env ruby => ruby
    #!/usr/bin/php8.2 => php
    #!/usr/bin/perl =>
    #! =>
    lua =>
    """,
)
def test_the_first_line_says_its_language(first: str, expected: str) -> None:
    found = program("bin/tool", {"bin/tool": f"{first}\n".encode()}.get)
    assert (found.language if found else "") == expected


@cases(
    "path language",
    """
    a/Rakefile => ruby
    a.gemspec => ruby
    b/a.phtml => php
    """,
)
def test_some_names_say_it_without_a_first_line(path: str, language: str) -> None:
    found = program(path, {path: b"x"}.get)
    assert found is not None
    assert found.language == language


def test_its_sites_are_those_of_a_file_of_its_language() -> None:
    found = program("bin/tool", {"bin/tool": b'#!/usr/bin/lua\nrequire("a.b")\n'}.get)
    assert found is not None
    assert [site.spec for site in found.sites] == ["a.b"]


@pytest.mark.parametrize("path", ["bin/tool.txt", "bin/gone", "bin/long"])
def test_other_files_are_none(path: str) -> None:
    files = {"bin/tool.txt": b"#!/usr/bin/lua\n", "bin/long": b"#!/usr/bin/lua\n" + b"-" * (1 << 20)}
    assert program(path, files.get) is None
