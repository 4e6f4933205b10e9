"""Writes docs/reference/ from the program itself: `PYTHONPATH=src python docs/generate.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rubout.cli.main import meanings, overview, parser_of
from rubout.config.reference import json_schema, reference_page
from rubout.report.schemas import schemas
from rubout.store.files import replace_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "reference"

COMMANDS_HEAD = """# Commands

```
{overview}```

A command's path finds the project: the nearest folder upwards that holds `rubout.toml`, a `pyproject.toml` with
`[tool.rubout]`, or a repository.

| exit status | meaning |
|---|---|
| 0 | all held |
| 1 | a gate failed |
| 2 | could not judge: arguments, configuration, unusable input, nothing in scope |
| 130, 141 | interrupted; the reader of the output went away |
"""


def pages() -> dict[str, str]:
    """The text of every generated file, by its path below docs/reference."""
    texts = {
        "commands.md": commands_page(),
        "configuration.md": reference_page(),
        "rubout.schema.json": _json(json_schema()),
    }
    return texts | {f"schemas/{name}.schema.json": _json(schema) for name, schema in schemas().items()}


def commands_page() -> str:
    """Every command with its arguments, as Markdown."""
    head = COMMANDS_HEAD.format(overview=overview())
    return head + "".join(_command(name) for name in meanings())


def _command(name: str) -> str:
    arguments = [action for action in parser_of(name).arguments if "--help" not in action.option_strings]
    usage = " ".join(["rubout", name, *_usage(arguments)])
    rows = "".join(f"| `{_spelled(action)}` | {action.help} |\n" for action in arguments)
    table = f"\n| argument | meaning |\n|---|---|\n{rows}" if rows else ""
    meaning = meanings()[name]
    return f"\n## `{usage}`\n\n{meaning[0].upper()}{meaning[1:]}.\n{table}"


def _usage(arguments: list[argparse.Action]) -> Iterator[str]:
    for action in arguments:
        if not action.option_strings:
            yield f"[{_value(action)}]" if action.nargs == "?" else _value(action)
    if any(action.option_strings for action in arguments):
        yield "[OPTIONS]"


def _spelled(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings)
    return " ".join(part for part in (names, _value(action) if action.nargs != 0 else "") if part)


def _value(action: argparse.Action) -> str:
    """What stands for the value: its name, or the choices themselves."""
    if action.choices and not action.metavar:
        return "\\|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in pages().items():
        target = FOLDER / name
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_text(target, text)
