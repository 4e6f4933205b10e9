"""What do the sections of `setup.cfg`, `pytest.ini` and `tox.ini` say of a distribution and of its imports?

Source    setuptools.pypa.io/en/latest/userguide/declarative_config.html,
          docs.pytest.org/en/stable/reference/customize.html
"""

from __future__ import annotations

from configparser import ConfigParser, Error
from typing import TYPE_CHECKING

from rubout.measure.manifests.distribution import Distribution, folder_of, module_of, requirement_names

if TYPE_CHECKING:
    from collections.abc import Iterator

_PYTEST = ("tool:pytest", "pytest")
_OWN = "\0"  # a section that no file has: the values of `DEFAULT` are not to be mixed into the others


def read(text: str) -> Distribution:
    """What it says.

    Raises:
        ValueError: it is no file of sections.
    """
    parser = ConfigParser(interpolation=None, strict=False, default_section=_OWN)
    try:
        parser.read_string(text.removeprefix("\ufeff"))
    except Error as error:
        raise ValueError(str(error).replace("\n", " ")) from error
    where = [folder_of(folder) for folder in _values(parser, "options.packages.find", "where")]
    return Distribution(
        name=parser.get("metadata", "name", fallback="").strip(),
        requirements=requirement_names(_requirements(parser)),
        roots=(*_roots(parser), *(("", folder) for folder in where)),
        packages=tuple(_packages(parser)),
        discovers=tuple(where),
        entry_points=tuple(_entry_points(parser)),
        scripts=tuple(map(folder_of, _values(parser, "options", "scripts"))),
        collected=tuple(_pytest(parser, "python_files")),
    )


def _values(parser: ConfigParser, section: str, option: str) -> list[str]:
    """The lines, or else the parts between commas, of one value."""
    written = parser.get(section, option, fallback="") or ""
    parts = written.splitlines() if "\n" in written.strip() else written.split(",")
    return [part.strip() for part in parts if part.strip()]


def _requirements(parser: ConfigParser) -> Iterator[str]:
    for option in ("install_requires", "setup_requires", "tests_require"):
        yield from _values(parser, "options", option)
    if parser.has_section("options.extras_require"):
        for extra in parser.options("options.extras_require"):
            yield from _values(parser, "options.extras_require", extra)
    for section in parser.sections():
        if section.startswith("testenv"):
            yield from (line.rpartition(": ")[2] for line in _values(parser, section, "deps") if line[0] not in "-{.")


def _roots(parser: ConfigParser) -> Iterator[tuple[str, str]]:
    for line in _values(parser, "options", "package_dir"):
        prefix, _, folder = line.partition("=")
        yield prefix.strip(), folder_of(folder)
    for folder in _pytest(parser, "pythonpath"):
        yield "", folder_of(folder)


def _pytest(parser: ConfigParser, option: str) -> list[str]:
    """The words of one of its options."""
    return " ".join(value for section in _PYTEST for value in _values(parser, section, option)).split()


def _packages(parser: ConfigParser) -> Iterator[str]:
    for option in ("packages", "py_modules"):
        yield from (name for name in _values(parser, "options", option) if name.isidentifier())


def _entry_points(parser: ConfigParser) -> Iterator[str]:
    if not parser.has_section("options.entry_points"):
        return
    for group in parser.options("options.entry_points"):
        for line in _values(parser, "options.entry_points", group):
            if "=" in line:
                yield module_of(line)
