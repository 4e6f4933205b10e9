"""`rubout init`: a configuration to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rubout.config.files import OWN_FILE
from rubout.config.read import settings_at
from rubout.config.reference import commented_file
from rubout.errors import ConfigError, ExitCode, UsageError
from rubout.measure.sources.anchor import find_anchor
from rubout.store.files import create_text

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import TextIO


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "root", nargs="?", metavar="ROOT", help="folder to write into (default: the root of the project here)"
    )


def run(args: Namespace, out: TextIO, _err: TextIO) -> ExitCode:
    """Write `rubout.toml` and nothing else; a project that has a configuration keeps it."""
    folder = Path(find_anchor(".") if args.root is None else args.root)
    if not folder.is_dir():
        raise UsageError(f"`{folder}` is no folder", where="rubout init", fix="name the folder that holds the project")
    settings = settings_at(folder)
    if settings is not None:
        raise _is_configured(folder, settings.file)
    target = folder / OWN_FILE
    try:
        create_text(target, commented_file())
    except FileExistsError as error:
        raise _is_configured(folder, OWN_FILE) from error
    out.write(f"wrote {target}: every key, commented out\n")
    return ExitCode.HELD


def _is_configured(folder: Path, file: str) -> ConfigError:
    return ConfigError(
        "this project has a configuration",
        where=str(folder / file),
        fix="edit it; `rubout init` in an empty folder shows every key",
    )
