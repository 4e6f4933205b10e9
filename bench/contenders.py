"""The command lines that are timed: rubout's, and those of the peers that are installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.trees import sources

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = ("clones", "scan", "check")
# The installed package answers, as the `rubout` script would: -P keeps the folder it runs in off the import path.
RUBOUT = (sys.executable, "-P", "-m", "rubout")
MIN_TOKENS = "50"
CPD_LANGUAGES = {
    ".c": "cpp",
    ".cpp": "cpp",
    ".cs": "cs",
    ".go": "go",
    ".java": "java",
    ".js": "ecmascript",
    ".kt": "kotlin",
    ".lua": "lua",
    ".php": "php",
    ".py": "python",
    ".rb": "ruby",
    ".rs": "rust",
    ".ts": "typescript",
    ".tsx": "typescript",
}


@dataclass(frozen=True, slots=True)
class Peer:
    """Another tool in one of its modes; `tokens` says, from the file of what it printed, how many it looked at."""

    name: str
    command: tuple[str, ...]
    tokens: Callable[[Path], int | None]


def rubout(command: str, *options: str) -> tuple[str, ...]:
    """The command line that judges the folder it runs in and reports as JSON."""
    return (*RUBOUT, command, "--format", "json", *options, ".")


def peers(tree: Path, reports: Path, *, jscpd: str | None, pmd_home: Path | None) -> tuple[Peer, ...]:
    """The peers that are here.

    Args:
        tree: what will be judged; PMD CPD takes one language, the commonest there.
        reports: a folder for what they write.
        jscpd: its program; None looks on the PATH.
        pmd_home: a folder with PMD's jars in `lib/`; None leaves it out.
    """
    found: list[Peer] = []
    program = shutil.which(jscpd or "jscpd")
    if program:
        renamed = ("--ignore-identifiers", "--ignore-literals")
        found.append(_jscpd("T1+T2", Path(program).absolute(), renamed, reports / "jscpd-t2"))
        found.append(_jscpd("T1", Path(program).absolute(), (), reports / "jscpd-t1"))
    elif jscpd:
        raise SystemExit(f"there is no program `{jscpd}`")
    if pmd_home:
        found.append(_cpd(pmd_home.absolute(), _commonest_language(tree)))
    return tuple(found)


def version(command: Sequence[str]) -> str:
    """The first line of what a program says of its version."""
    done = subprocess.run((*command, "--version"), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} --version: {done.stderr.strip()}")
    return (done.stdout or done.stderr).strip().partition("\n")[0]


def _jscpd(mode: str, program: Path, options: tuple[str, ...], report: Path) -> Peer:
    found = version((str(program),)).rpartition(" ")[2]
    command = (str(program), "--min-tokens", MIN_TOKENS, *options, "--reporters", "json", "--output", str(report), ".")

    def tokens(_: Path) -> int | None:
        total = json.loads((report / "jscpd-report.json").read_text(encoding="utf-8"))["statistics"]["total"]
        return int(total["tokens"])

    return Peer(f"jscpd {found} {mode}", command, tokens)


def _cpd(home: Path, language: str) -> Peer:
    core = next(home.glob("lib/pmd-core-*.jar"), None)
    java = shutil.which("java")
    if core is None or java is None:
        raise SystemExit(f"PMD needs java on the PATH and {home}/lib/pmd-core-VERSION.jar")
    options = ("--minimum-tokens", MIN_TOKENS, "--ignore-identifiers", "--ignore-literals", "--format", "xml")
    quiet = ("--no-fail-on-violation", "--no-fail-on-error")
    main = (java, "-cp", str(home / "lib" / "*"), "net.sourceforge.pmd.cli.PmdCli")
    command = (*main, "cpd", "--language", language, *options, *quiet, "--dir", ".")

    def tokens(report: Path) -> int:
        return sum(map(int, re.findall(rb'totalNumberOfTokens="([0-9]+)"', report.read_bytes())))

    return Peer(f"PMD CPD {core.stem.rpartition('-')[2]} {language} T1+T2", command, tokens)


def _commonest_language(tree: Path) -> str:
    sizes: Counter[str] = Counter()
    for path in sources(tree):
        if path.suffix in CPD_LANGUAGES:
            sizes[CPD_LANGUAGES[path.suffix]] += path.stat().st_size
    if not sizes:
        raise SystemExit(f"{tree} holds no language that PMD CPD reads")
    return sizes.most_common(1)[0][0]
