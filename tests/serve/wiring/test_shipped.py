"""What is shipped for hosts and for pre-commit agrees with what is installed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rubout
from rubout.cli.main import parser_of
from rubout.serve.wiring.hosts import CLAUDE, HOSTS
from rubout.serve.wiring.merge import wired

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "plugins" / "claude"


def test_the_plugin_wires_what_a_committed_settings_file_does() -> None:
    assert (PLUGIN / "hooks" / "hooks.json").read_text() == wired(CLAUDE, None, ("rubout-hook",), strict=False)


def test_the_plugin_has_the_version_of_the_package() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert (manifest["name"], manifest["version"]) == ("rubout", rubout.__version__)


def test_the_manifest_folder_holds_nothing_else() -> None:
    assert [path.name for path in (PLUGIN / ".claude-plugin").iterdir()] == ["plugin.json"]


def test_the_marketplace_leads_to_the_plugin() -> None:
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
    [entry] = market["plugins"]
    assert (ROOT / entry["source"]).resolve() == PLUGIN.resolve()
    assert (market["name"], market["owner"]["name"], entry["name"]) == ("rubout", "rubout", "rubout")


def test_pre_commit_runs_a_command_there_is_on_the_whole_tree() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    hooks = [dict(re.findall(r"^[- ] (\w+): (.*)$", part, re.MULTILINE)) for part in re.split(r"\n(?=- )", text)]
    assert [(hook["id"], hook["entry"], hook["stages"]) for hook in hooks] == [
        ("rubout", "rubout precommit", "[pre-commit]"),
        ("rubout-push", "rubout precommit --pushed", "[pre-push]"),
    ]
    for hook in hooks:
        _, command, *options = hook["entry"].split()
        parser_of(command).parse(options)
        assert (hook["language"], hook["pass_filenames"]) == ("python", "false")
        assert (hook["require_serial"], hook["always_run"]) == ("true", "true")


@pytest.mark.parametrize("name", sorted(HOSTS))
def test_the_page_names_each_host_with_its_files(name: str) -> None:
    page = (ROOT / "docs" / "guard.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
    host = HOSTS[name]
    assert all(f"`{path}`" in row for path in host.places)
    assert row.endswith(f" {host.default_scope} |")
