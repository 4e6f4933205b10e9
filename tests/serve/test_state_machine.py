"""Whatever happens to a tree, the daemon decides as somebody does who sees the tree for the first time."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from rubout.measure.pending.patch import sections
from rubout.measure.pending.sections import applied
from rubout.measure.pending.text import SilentError
from rubout.serve import client
from rubout.serve.desk import Desk
from rubout.serve.hosts import codec
from rubout.serve.missed import NOTICE
from tests.serve.brute_force import brings_copies

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.conftest import Git, Tree
    from tests.serve.conftest import Host

    HostAt = Callable[..., Host]

Texts = dict[str, str]  # files by path, each CRLF as one LF

PATHS = ("a.py", "b.py", "lib/c.py", "lib/d.py")
# Three that repeat nothing of one another, each long enough to be a copy, and two that are too short.
BLOCKS = (
    """\
def total(rows, limit):
    result = 0
    for row in rows:
        if row.value > limit and row.kind != "none":
            result += row.value * 2
        elif row.value < 0:
            result -= row.value
        else:
            result += 1 + limit % 7
    return result if result > 10 else None
""",
    """\
class Window:
    def __init__(self, width, height):
        self.size = width * height
        self.edges = [(0, 0), (width, 0), (width, height), (0, height)]
        self.open = False

    def move(self, dx, dy=0):
        assert not self.open, "it is open"
        self.edges = [(x + dx, y - dy) for x, y in self.edges]
        return self
""",
    """\
async def fetch(session, names):
    found = {}
    try:
        async with session.get("/list") as answer:
            found = await answer.json()
    except (OSError, ValueError) as fault:
        print("failed", fault)
        raise
    finally:
        del session
    while names:
        found[names.pop()] = lambda key: key | 1 << 2
    return found
""",
    "x = 1\n",
    "def small(a):\n    return a + 1\n",
)
CONFIGURATIONS = {
    "deny": '[guard]\nmode = "deny"\n',
    "warn": '[guard]\nmode = "warn"\n',
    "elsewhere": 'exclude = ["lib/"]\n[guard]\nmode = "deny"\n',
    "imports": '[guard]\nmode = "deny"\n[clones]\nkeep_imports = true\n',
    "short": '[guard]\nmode = "deny"\n[thresholds]\nfile_lines_warn = 10\nfile_lines_fail = 22\n',
    "broken": "[guard\n",
}
HARD = {"short": 22}  # lines; 750 elsewhere, which nothing here reaches
MISSED = codec.notice("claude", NOTICE)  # what may be said instead of nothing, after a daemon was replaced

paths = st.sampled_from(PATHS)
blocks = st.integers(0, len(BLOCKS) - 1)
Parts = tuple[int, ...]
texts = st.lists(blocks, max_size=3).map(tuple)
_ids = count()


def text_of(parts: Parts) -> str:
    return "\n\n".join(BLOCKS[part] for part in parts)


class Project(RuleBasedStateMachine):
    """A host at work in a project that other programs change, too."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.configuration = "deny"
        self.is_known = True  # the daemon was told of every change
        self.kills = 1
        self.looked: Texts | None = None  # the files at the last look; None where the daemon began anew
        self.expected: Texts = {}  # writes that were judged since then
        self._sh("git reset --hard --quiet first; git clean -fdq")
        self._post()
        self.host.start()  # an example before may have left another configuration
        self.looked = None
        self._post()

    # What hosts ask.

    @rule(path=paths, parts=texts, happens=st.booleans(), crlf=st.booleans(), by_hook=st.integers(0, 9))
    def write(self, path: str, parts: Parts, *, happens: bool, crlf: bool, by_hook: int) -> None:
        text = text_of(parts)
        content = text.replace("\n", "\r\n") if crlf else text
        self._call("Write", {"file_path": path, "content": content}, {path: text}, happens=happens, by_hook=not by_hook)

    @rule(path=paths, old=blocks, new=blocks, happens=st.booleans(), everywhere=st.booleans())
    def edit(self, path: str, old: int, new: int, *, happens: bool, everywhere: bool) -> None:
        step = {"old_string": BLOCKS[old], "new_string": BLOCKS[new], "replace_all": everywhere}
        self._call("Edit", {"file_path": path, **step}, self._edited(path, [step]), happens=happens)

    @rule(path=paths, pairs=st.lists(st.tuples(blocks, blocks), min_size=1, max_size=3), happens=st.booleans())
    def edit_often(self, path: str, pairs: list[tuple[int, int]], *, happens: bool) -> None:
        steps = [{"old_string": BLOCKS[old], "new_string": BLOCKS[new]} for old, new in pairs]
        self._call("MultiEdit", {"file_path": path, "edits": steps}, self._edited(path, steps), happens=happens)

    @rule(
        changes=st.lists(st.tuples(st.sampled_from(["add", "delete", "move"]), paths, paths, texts), max_size=3),
        happens=st.booleans(),
    )
    def patch(self, changes: list[tuple[str, str, str, Parts]], *, happens: bool) -> None:
        now = self._texts()
        body = "".join(_section(now, what, path, to, text_of(parts)) for what, path, to, parts in changes)
        text = f"*** Begin Patch\n{body}*** End Patch\n"
        after: Mapping[str, str | None] = {}
        with suppress(SilentError):  # such a patch changes nothing
            found = sections(text)
            after = applied(found, {path: now.get(path) for section in found for path in section.paths()})
        self._call("apply_patch", {"command": text}, after, happens=happens)

    # What a shell does, and the look after it.

    @rule(path=paths, parts=texts, crlf=st.booleans())
    def write_in_a_shell(self, path: str, parts: Parts, *, crlf: bool) -> None:
        text = text_of(parts)
        self._put(path, text.replace("\n", "\r\n") if crlf else text)
        self._post()

    @rule(path=paths, to=paths, how=st.sampled_from(["mv {} {}", "cp {} {}", "cp -p {} {}", "cat {} >> {}"]))
    def carry_in_a_shell(self, path: str, to: str, how: str) -> None:
        self._sh(how.format(path, to), may_fail=True)
        self._post()

    @rule(path=paths)
    def delete_in_a_shell(self, path: str) -> None:
        self._sh(f"rm -f {path}")
        self._post()

    @rule(
        pattern=st.sampled_from(["", *PATHS, "lib/"]),
        file=st.sampled_from([".gitignore", ".ruboutignore"]),
        is_told=st.booleans(),
    )
    def ignore(self, pattern: str, file: str, *, is_told: bool) -> None:
        self._put(file, f"{pattern}\n")
        self.is_known = False
        if is_told:
            self._post()
        else:
            self.looked = None

    @rule(
        what=st.sampled_from(["add -A", "commit -qam more", "stash -q -u", "checkout -qf other", "checkout -qf main"])
    )
    def use_git(self, what: str) -> None:
        self._sh(f"git {what}", may_fail=True)
        self.configuration = "deny"
        self._put("rubout.toml", CONFIGURATIONS["deny"])
        self.host.start()
        self.looked = None
        self._post()

    # What nobody tells.

    @rule(path=paths, parts=st.none() | texts)
    def change_behind_the_back(self, path: str, parts: Parts | None) -> None:
        self._put(path, None if parts is None else text_of(parts))
        self.is_known = False

    @rule(name=st.sampled_from(sorted(CONFIGURATIONS)), path=paths, parts=texts)
    def configure(self, name: str, path: str, parts: Parts) -> None:
        """A probe right after the change may find a daemon that does not know the tree yet."""
        self._put("rubout.toml", CONFIGURATIONS[name])
        self.configuration = name
        known, self.is_known = self.is_known, False
        self.write(path, parts, happens=False, crlf=False, by_hook=1)
        self.host.start()
        self.is_known, self.looked = known, None

    @precondition(lambda self: self.kills)
    @rule(path=paths, parts=texts)
    def kill(self, path: str, parts: Parts) -> None:
        self.kills -= 1
        self.host.kill()
        self.is_known = False
        self.write(path, parts, happens=False, crlf=False, by_hook=0)
        self.host.start()
        self.is_known, self.looked = True, None

    def teardown(self) -> None:
        assert all(line["schema"] == "rubout.observe/1" for line in self.host.feed())

    # How it is done.

    def _call(
        self,
        tool: str,
        arguments: dict[str, Any],
        after: Mapping[str, str | None],
        *,
        happens: bool,
        by_hook: bool = False,
    ) -> None:
        if "file_path" in arguments:
            arguments = {**arguments, "file_path": str(self.host.root / arguments["file_path"])}
        envelope = self._envelope("PreToolUse", tool_name=tool, tool_input=arguments)
        answer = self.host.run("probe", envelope) if by_hook else self._ask("probe", envelope)
        fresh = Desk(str(self.host.root))  # which knows nothing of what came before
        fresh.load()
        first = fresh.hook("probe", "claude", str(self.host.root), envelope.replace(b'"session ', b'"fresh '))
        decision = _decision(answer)
        slow = self._slow_decision(after)
        assert _decision(first) == slow, (answer, first)
        if self.is_known:
            assert answer in {first, first or MISSED}
        else:
            assert decision in {"", slow}
        assert (b"deny" in answer) == (decision == "deny")
        if decision != "deny":
            ignored = self._ignored()
            self.expected |= {path: text for path, text in after.items() if text is not None and path not in ignored}
        if happens and decision != "deny":
            for path, text in after.items():
                self._put(path, text)

    def _slow_decision(self, after: Mapping[str, str | None]) -> str:
        """Deny, warn or nothing, for files that are to be so; None is no file."""
        mode = {"broken": "", "warn": "warn"}.get(self.configuration, "deny")
        before = self._texts()
        now = {path: text for path, text in {**before, **after}.items() if text is not None}
        ignored = self._ignored()
        for path, text in after.items():
            if text is None or path in ignored:
                continue
            others = {other: now[other] for other in now if other != path and other not in ignored}
            lines = text.count("\n")
            if lines > HARD.get(self.configuration, 750) and not self._shrinks(before.get(path, ""), lines):
                return mode
            if brings_copies(before.get(path), text, others, keep_imports=self.configuration == "imports"):
                return mode
        return ""

    def _shrinks(self, before: str, lines: int) -> bool:
        return HARD.get(self.configuration, 750) < before.count("\n") >= lines

    def _ignored(self) -> set[str]:
        """The paths that are not judged, as git and the two lists of our own say."""
        asked = ["git", "check-ignore", *PATHS]
        root, environment = self.host.root, self.host.environment
        said = subprocess.run(asked, cwd=root, env=environment, capture_output=True, text=True, check=False).stdout
        own = root / ".ruboutignore"
        patterns = (own.read_text().split() if own.exists() else []) + ["lib/"] * (self.configuration == "elsewhere")
        return {*said.split(), *(path for path in PATHS for pattern in patterns if path.startswith(pattern))}

    def _post(self) -> None:
        """The event after a shell command: a warning at most, and each file that nobody asked about is looked at."""
        told = len(self.host.feed())
        answer = self._ask("post", self._envelope("PostToolUse", tool_name="Bash", tool_input={"command": "true"}))
        assert b"deny" not in answer
        ignored = self._ignored()
        now = {path: text for path, text in self._texts(exact=True).items() if path not in ignored}
        if self.looked is not None:
            changed = [path for path, text in now.items() if text not in (self.looked.get(path), self._at_head(path))]
            lines = [line for line in self.host.feed()[told:] if line["event"] == "shell_write"]
            assert [file["file"] for line in lines for file in line["files"]] == [
                path for path in changed if self.expected.get(path) != now[path].replace("\r\n", "\n")
            ]
        self.looked = now
        self.is_known = True
        self.expected.clear()

    def _envelope(self, name: str, **more: object) -> bytes:
        said = {"session_id": f"session {next(_ids)}", "cwd": str(self.host.root), "hook_event_name": name}
        return json.dumps({**said, "tool_use_id": f"call {next(_ids)}", **more}).encode()

    def _ask(self, entry: str, envelope: bytes) -> bytes:
        root = str(self.host.root)
        return client.ask(root, entry, b"claude", root.encode(), envelope)

    def _edited(self, path: str, steps: list[dict[str, Any]]) -> dict[str, str | None]:
        """The file after the edits; nothing when one of them cannot happen."""
        text = self._texts().get(path)
        for step in steps:
            old, new = step["old_string"], step["new_string"]
            often = text.count(old) if text is not None else 0
            if text is None or old == new or not often or (often > 1 and not step.get("replace_all")):
                return {}
            text = text.replace(old, new)
        return {path: text}

    def _texts(self, *, exact: bool = False) -> Texts:
        places = {path: self.host.root / path for path in PATHS}
        found = {path: place.read_bytes().decode() for path, place in places.items() if place.is_file()}
        return found if exact else {path: text.replace("\r\n", "\n") for path, text in found.items()}

    def _at_head(self, path: str) -> str | None:
        """What git holds, which a look takes for git's: nothing is committed here."""
        asked = ["git", "cat-file", "blob", f"HEAD:{path}"]
        said = subprocess.run(asked, cwd=self.host.root, env=self.host.environment, capture_output=True, check=False)
        return said.stdout.decode() if said.returncode == 0 else None

    def _put(self, path: str, text: str | None) -> None:
        place = self.host.root / path
        if text is None:
            place.unlink(missing_ok=True)
        else:
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(text.encode())

    def _sh(self, command: str, *, may_fail: bool = False) -> None:
        ended = subprocess.run(
            ["sh", "-c", command], cwd=self.host.root, env=self.host.environment, capture_output=True, check=False
        )
        assert may_fail or ended.returncode == 0, ended.stderr


def _section(now: Texts, what: str, path: str, to: str, text: str) -> str:
    if what == "delete":
        return f"*** Delete File: {path}\n"
    if what == "add":
        return f"*** Add File: {path}\n" + "".join(f"+{line}\n" for line in text.splitlines())
    lines = now.get(path, "").splitlines()
    if not lines:
        return ""
    return f"*** Update File: {path}\n*** Move to: {to}\n@@\n-{lines[0]}\n+{lines[0]}  # moved\n"


def _decision(answer: bytes) -> str:
    said = json.loads(answer).get("hookSpecificOutput", {}) if answer else {}
    return str(said.get("permissionDecision", "warn" if said else ""))


def test_the_daemon_decides_as_one_who_sees_the_tree_for_the_first_time(tree: Tree, host_at: HostAt, git: Git) -> None:
    files = {"rubout.toml": CONFIGURATIONS["deny"], "a.py": BLOCKS[0], "lib/c.py": BLOCKS[1], ".gitignore": "*.pyc\n"}
    host = host_at(tree(files, git=True))
    git(host.root, "tag", "first")
    git(host.root, "checkout", "-q", "-b", "other")
    (host.root / "a.py").write_text(BLOCKS[2])
    (host.root / "b.py").write_text(BLOCKS[0])
    git(host.root, "add", "-A")
    git(host.root, "commit", "-q", "-m", "other")
    git(host.root, "checkout", "-q", "main")
    host.start()

    class Here(Project):
        def __init__(self) -> None:
            super().__init__(host)

    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=12,
            stateful_step_count=25,
            deadline=None,
            phases=[Phase.generate],  # a failure is shrunk for minutes, with a daemon for each try
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
