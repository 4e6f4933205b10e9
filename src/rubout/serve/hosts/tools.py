"""The tools that write files, and those that run a shell, however a host spells them and their arguments."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from rubout.facts.pending import CellEdit, Edit, Patch, Pending, Replacement, Write

if TYPE_CHECKING:
    from collections.abc import Mapping

# Another host's spelling of an argument, and ours: the one of Claude Code.
_SPELLINGS = {
    "filePath": "file_path",
    "path": "file_path",
    "notebook_path": "file_path",
    "contents": "content",
    "file_text": "content",
    "oldString": "old_string",
    "old_str": "old_string",
    "newString": "new_string",
    "new_str": "new_string",
    "replaceAll": "replace_all",
    "allow_multiple": "replace_all",
    "patch": "command",
    "patchText": "command",
    "input": "command",
}


class _Arguments(Protocol):
    def pending(self) -> Pending: ...


class _Write(msgspec.Struct, frozen=True):
    file_path: str
    content: str

    def pending(self) -> Pending:
        return Write(_path(self.file_path), _lf(self.content))


class _Step(msgspec.Struct, frozen=True):
    old_string: str
    new_string: str
    replace_all: bool = False

    def replacement(self) -> Replacement:
        return Replacement(_lf(self.old_string), _lf(self.new_string), self.replace_all)


class _Edit(_Step, frozen=True, kw_only=True):
    file_path: str
    expected_replacements: int = 1  # of older versions of Gemini CLI

    def pending(self) -> Pending:
        step = self.replacement()
        if self.expected_replacements > 1:
            step = msgspec.structs.replace(step, everywhere=True)
        return Edit(_path(self.file_path), (step,))


class _MultiEdit(msgspec.Struct, frozen=True):
    file_path: str
    edits: tuple[_Step, ...]

    def pending(self) -> Pending:
        if not self.edits:
            raise ValueError("an edit that edits nothing")
        return Edit(_path(self.file_path), tuple(step.replacement() for step in self.edits))


class _NotebookEdit(msgspec.Struct, frozen=True):
    file_path: str
    new_source: str = ""
    cell_id: str | None = None
    cell_type: Literal["code", "markdown"] | None = None
    edit_mode: Literal["replace", "insert", "delete"] | None = None

    def pending(self) -> Pending:
        path = _path(self.file_path)
        return CellEdit(path, self.cell_id, _lf(self.new_source), self.cell_type, self.edit_mode or "replace")


class _Patch(msgspec.Struct, frozen=True):
    command: str

    def pending(self) -> Pending:
        return Patch(_lf(self.command))


class _Shell(msgspec.Struct, frozen=True):
    command: str


Kinds = tuple[type[_Arguments], ...]

# What the arguments of a tool may be, tried in this order. Where a host maps several tools to one name, or does not
# document what it sends, more than one may be.
_ANY_EDIT: Kinds = (_MultiEdit, _Edit)
TOOLS: Mapping[str, Kinds] = {
    "Write": (_Write, *_ANY_EDIT),
    "Edit": (*_ANY_EDIT, _Patch),
    "MultiEdit": (_MultiEdit,),
    "NotebookEdit": (_NotebookEdit,),
    "apply_patch": (_Patch,),
    "create": (_Write,),
    "edit": _ANY_EDIT,
    "str_replace_editor": (_Write, _Edit),
    "write": (_Write,),
    "patch": (_Patch,),
    "multiedit": (_MultiEdit,),
    "write_file": (_Write,),
    "replace": (_Edit,),
    "write_to_file": (_Write,),
    "replace_in_file": _ANY_EDIT,
    "create_file": (_Write,),
    "replace_string_in_file": (_Edit,),
}
SHELLS = frozenset(
    {"Bash", "Shell", "bash", "execute_command", "powershell", "run_in_terminal", "run_shell_command", "shell"}
)


def pending_of(tool: str, arguments: object) -> Pending | None:
    """The write that a call of `tool` asks for; None when it asks for none, or cannot be read."""
    spelled = _spelled(arguments)
    for kind in TOOLS.get(tool, ()):
        try:
            return msgspec.convert(spelled, kind).pending()
        except ValueError:  # which msgspec's own errors are
            continue
    return None


def command_of(tool: str, arguments: object) -> str | None:
    """The command of a call of a shell; None for another tool, or for a call that cannot be read."""
    if tool not in SHELLS:
        return None
    try:
        return msgspec.convert(arguments, _Shell).command
    except msgspec.ValidationError:
        return None


def key_of(call: str | None, content: Pending | str) -> str:
    """Tells calls apart: by the host's own name of the call, where it has one, else by what the call does."""
    return f"id:{call}" if call else f"sha:{hashlib.sha256(msgspec.json.encode(content)).hexdigest()}"


def _spelled(arguments: object) -> object:
    """The arguments, and those of each edit, in our spelling, which itself is never overruled."""
    if not isinstance(arguments, dict):
        return arguments
    found = _renamed(arguments)
    edits = found.get("edits")
    if isinstance(edits, list):
        found["edits"] = [_renamed(edit) if isinstance(edit, dict) else edit for edit in edits]
    return found


def _renamed(arguments: Mapping[str, object]) -> dict[str, object]:
    others = {_SPELLINGS[key]: value for key, value in arguments.items() if key in _SPELLINGS}
    return others | {key: value for key, value in arguments.items() if key not in _SPELLINGS}


def _path(spelled: str) -> str:
    if not spelled or "\0" in spelled:
        raise ValueError("no path")
    return spelled


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n")
