"""Which knobs do the settings of a project come to, and which of them cannot be used?"""

from __future__ import annotations

import re
import tomllib
from typing import TypeVar

import msgspec

from rubout.config.files import OWN_FILE, SHARED_FILE, may_configure
from rubout.config.keys import KEY_BY_PATH, SECTION_NAMES
from rubout.config.records import Config
from rubout.config.rules import RULES, Problem
from rubout.config.shapes import ShapeError, shown
from rubout.errors import ConfigError
from rubout.facts.plain import Plain

Record = TypeVar("Record", bound=msgspec.Struct)

_POSITION = re.compile(r" \(at line (\d+), column \d+\)$")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")


class Settings(Plain, frozen=True):
    """What a project wrote: the file, the prefix of its sections there, the table."""

    file: str
    prefix: str
    table: object


def settings_in(own: bytes | None, shared: bytes | None) -> Settings | None:
    """The settings in the bytes of `rubout.toml` and `pyproject.toml`; None for a file that is not there."""
    table = _shared_table(shared) if shared is not None else None
    if own is None:
        return None if table is None else Settings(SHARED_FILE, "tool.rubout.", table)
    if table is not None:
        raise ConfigError(
            f"both {OWN_FILE} and [tool.rubout] in {SHARED_FILE} configure this project",
            where=OWN_FILE,
            fix=f"keep one of the two: move [tool.rubout] of {SHARED_FILE} into {OWN_FILE}, or delete {OWN_FILE}",
        )
    return Settings(OWN_FILE, "", _toml(own, OWN_FILE))


def config_of(settings: Settings | None) -> Config:
    """The knobs with the settings put in; every independent mistake is in the one ConfigError it raises."""
    if settings is None:
        return Config()
    problems: list[Problem] = []
    config = _record("", Config(), settings.table, problems)
    wrong = {problem.path for problem in problems}
    problems += [problem for rule in RULES if not wrong & rule.reads for problem in rule.check(config)]
    if problems:
        raise _error(settings, problems)
    return config


def count_set(table: object, section: str = "") -> int:
    """How many keys a table of settings sets."""
    if not isinstance(table, dict):
        return 0
    paths = {name: f"{section}.{name}" if section else name for name in table}
    inner = sum(count_set(table[name], path) for name, path in paths.items() if path in SECTION_NAMES)
    return inner + sum(path in KEY_BY_PATH for path in paths.values())


def _record(section: str, default: Record, table: object, problems: list[Problem]) -> Record:
    """`default` with what `table` sets; what cannot be used is added to `problems` and keeps its default."""
    if not isinstance(table, dict):
        problems.append(
            Problem(section, f"expected a table, found {shown(table)}", "write it as a section", is_section=True)
        )
        return default
    fields: dict[str, object] = {}
    for name, value in table.items():
        path = f"{section}.{name}" if section else name
        if not _BARE_KEY.fullmatch(name):  # "" or "a.b" in quotes would read as the path of something else
            problems.append(_unknown(section, name, value))
        elif path in SECTION_NAMES:
            fields[name] = _record(path, getattr(default, name), value, problems)
        elif path in KEY_BY_PATH:
            try:
                fields[name] = KEY_BY_PATH[path].shape.read(value)
            except ShapeError as error:
                problems.append(Problem(path, f"expected {error}", f"correct `{name}`, or leave it out"))
        else:
            problems.append(_unknown(section, name, value))
    return msgspec.structs.replace(default, **fields)


def _unknown(section: str, name: str, value: object) -> Problem:
    """A name that is no key and no section of `section`, with the nearest that is."""
    from difflib import get_close_matches  # noqa: PLC0415 - most names are known

    is_section = isinstance(value, dict)
    path = f"{section}.{_quoted(name)}" if section else _quoted(name)
    known = (*KEY_BY_PATH, *sorted(SECTION_NAMES - {""}))
    here = [last for parent, _, last in (path.rpartition(".") for path in known) if parent == section]
    homes = [parent for parent, _, last in (path.rpartition(".") for path in known) if last == name]
    if near := get_close_matches(name, here, n=1):
        fix = f"did you mean `{near[0]}`?"
    elif homes:
        fix = f"`{name}` belongs to [{homes[0]}]" if homes[0] else f"`{name}` belongs above the first section"
    else:
        fix = f"delete it; the nearest name here is `{get_close_matches(name, here, n=1, cutoff=0.0)[0]}`"
    return Problem(path, "unknown section" if is_section else "unknown key", fix, is_section)


def _error(settings: Settings, problems: list[Problem]) -> ConfigError:
    if len(problems) == 1:
        [problem] = problems
        return ConfigError(problem.what, where=f"{settings.file}: {_place(settings, problem)}", fix=problem.fix)
    lines = (f"\n    {_place(settings, problem)}: {problem.what} ({problem.fix})" for problem in problems)
    return ConfigError(
        f"{len(problems)} settings cannot be used{''.join(lines)}",
        where=settings.file,
        fix="correct each of them; `rubout init` in an empty folder writes every key with its default",
    )


def _place(settings: Settings, problem: Problem) -> str:
    """`[section] key` as it stands in the file."""
    section, _, name = problem.path.rpartition(".") if not problem.is_section else (problem.path, "", "")
    header = f"{settings.prefix}{section}".rstrip(".")
    return f"[{header}] {name}".rstrip() if header else name


def _quoted(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else shown(name)


def _shared_table(data: bytes) -> object | None:
    """`[tool.rubout]` of a `pyproject.toml`; None when it has none."""
    if not may_configure(data):
        return None
    tool = _toml(data, SHARED_FILE).get("tool")
    return tool.get("rubout") if isinstance(tool, dict) else None


def _toml(data: bytes, file: str) -> dict[str, object]:
    if data.startswith(b"\xef\xbb\xbf"):
        raise ConfigError("begins with a byte-order mark", where=f"{file}:1", fix="save it as UTF-8 without one")
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(
            f"byte 0x{data[error.start]:02x} is not UTF-8", where=f"{file}:{line}", fix="save the file as UTF-8"
        ) from error
    except RecursionError as error:
        raise ConfigError("nested too deeply to be read", where=file, fix="write flat tables") from error
    except ValueError as error:  # also an integer of more digits than Python converts
        message = str(error)
        position = _POSITION.search(message)
        where = f"{file}:{position[1]}" if position else file
        raise ConfigError(
            f"not TOML: {_POSITION.sub('', message)}", where=where, fix="correct the syntax (https://toml.io/en/v1.0.0)"
        ) from error
