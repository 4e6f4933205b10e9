"""The plugin file that wires OpenCode, which runs no programs of its own accord: it asks rubout before a write.

It is rubout's as a whole, so it is known by its first line, replaced and removed.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from rubout.serve.wiring.program import known

if TYPE_CHECKING:
    from rubout.serve.wiring.program import Words

MARK = "// Written by `rubout guard install --host opencode`, for the plugin API of OpenCode 1."

_PLUGIN = """\
%(mark)s
// `rubout guard uninstall --host opencode` removes this file.
import { spawnSync } from "node:child_process"

const HOOK = %(program)s
const WRITES = new Set(["write", "edit", "multiedit", "patch", "apply_patch"])

// Why the write is refused; undefined when it is not, and when there is no answer.
function refusal(event, folder) {
  try {
    const ran = spawnSync(HOOK[0], [...HOOK.slice(1), "probe", "--host", "opencode"], {
      cwd: folder,
      encoding: "utf8",
      input: JSON.stringify(event),
      timeout: 5000,
    })
    const said = JSON.parse(ran.stdout).hookSpecificOutput
    return said.permissionDecision === "deny" ? said.permissionDecisionReason : undefined
  } catch {
    return undefined
  }
}

export const Rubout = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (!WRITES.has(input.tool)) return
    const reason = refusal(
      {
        hook_event_name: "PreToolUse",
        session_id: input.sessionID,
        cwd: directory,
        tool_name: input.tool,
        tool_input: output.args,
        tool_use_id: input.callID,
      },
      directory,
    )
    if (reason !== undefined) throw new Error(reason)
  },
})
"""
_HOOK = re.compile(r"^const HOOK = (.*)$", re.MULTILINE)


def plugin(program: Words) -> str:
    """The text of the file."""
    return _PLUGIN % {"mark": MARK, "program": json.dumps(program)}


def is_ours(text: str) -> bool:
    """Whether rubout wrote the file."""
    return text.startswith("// Written by `rubout guard install")


def program_in(text: str) -> Words:
    """The words by which the file starts rubout; empty when they cannot be found."""
    found = _HOOK.search(text)
    try:
        words = json.loads(found[1]) if found else []
    except ValueError:  # somebody has changed the line
        return ()
    return known([str(word) for word in words] if isinstance(words, list) else [str(words)])
