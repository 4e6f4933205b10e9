"""What a host runs before a write: hand the event to the project's daemon, print what it answers.

Built-in modules and `_socket` only: importing `os`, `json` or `socket` would take longer than the whole answer. The
client reads no JSON; it passes bytes both ways. Whatever fails here ends in exit status 0 and silence, since hosts
read other statuses as a refusal.

Frames  docs/guard.md, "The daemon"
"""

import _socket
import posix
import sys
import time

TYPE_CHECKING = False  # importing it would take as long as everything else here
if TYPE_CHECKING:
    from collections.abc import Callable

    Answer = Callable[[str, str, bytes, bytes, bytes], bytes]

PROTOCOL = b"1"
BUILD = b"0.1.0/3"  # package version, extraction rules: a test compares it with the package
ENTRIES = ("probe", "post", "stop", "start")
ENVELOPE_CAP = 4 << 20
ANSWER_CAP = 1 << 20
DEADLINES = {"probe": 2.0, "post": 2.0, "start": 5.0, "stop": 50.0}  # seconds from connect to answer
SPAWN_WAIT = 0.12  # seconds for the daemon that this very call has started, up to its answer
TICK = 0.01
LATE = "no answer in time"
STARTING = "the daemon was only starting, so nothing was judged"
AGAIN = 0.1  # seconds until a token that was refused is read again

_USAGE = "usage: rubout-hook probe|post|stop|start [--host HOST] < EVENT\n"


class _NoAnswerError(Exception):
    """Why there is no answer."""


def entry() -> None:
    """The console script `rubout-hook`; never returns."""
    run(sys.argv[1:])
    posix._exit(0)  # noqa: SLF001 - freeing what the interpreter holds takes longer than the daemon


def run(argv: list[str], answer: "Answer | None" = None) -> None:
    """Answer one event: read it from the standard input, print the words of `answer` (`ask`); raises nothing."""
    try:
        asked = _arguments(argv)
        if asked is None:
            sys.stderr.write(_USAGE)
        else:
            _answer(*asked, answer or ask)
        sys.stdout.flush()
    except BaseException:  # noqa: BLE001, S110 - no signal or fault may read as a refusal, and there is nobody to tell
        pass


def _arguments(argv: list[str]) -> tuple[str, str] | None:
    """The entry and the host; None when the command line is none of ours."""
    if not argv or argv[0] not in ENTRIES:
        return None
    if len(argv) == 1:
        return argv[0], "claude"
    if len(argv) == 2 and argv[1].startswith("--host="):  # noqa: PLR2004
        return argv[0], argv[1][7:]
    return (argv[0], argv[2]) if len(argv) == 3 and argv[1] == "--host" else None  # noqa: PLR2004


def _answer(entry: str, host: str, answer: "Answer") -> None:
    envelope = sys.stdin.buffer.read(ENVELOPE_CAP + 1)
    folder = posix.getcwd()
    anchor = project_of(folder)
    if anchor is None:
        return
    if len(envelope) > ENVELOPE_CAP:
        log(anchor, entry, f"the event is larger than {ENVELOPE_CAP} bytes")
        return
    try:
        sys.stdout.buffer.write(
            answer(anchor, entry, host.encode(), folder.encode("utf-8", "surrogateescape"), envelope)
        )
    except Exception as fault:  # noqa: BLE001 - whatever it is, the write goes on, and people can read why
        log(anchor, entry, str(fault) or type(fault).__name__)


def ask(anchor: str, entry: str, host: bytes, folder: bytes, envelope: bytes) -> bytes:
    """The daemon's answer, from the project that the event belongs to; starts a daemon where there is none.

    Raises:
        _NoAnswerError: no answer came in time, or none that can be used.
        OSError: the connection broke.
    """
    if posix.environ.get(b"RUBOUT_DAEMON") == b"off":
        raise _NoAnswerError("RUBOUT_DAEMON=off: only `rubout hook` answers without a daemon")
    bodies = (b"\0".join((entry.encode(), host, folder)), envelope)
    until = time.monotonic() + _seconds(entry)
    followed = {b"restart": TICK, b"unauthorized": AGAIN, b"moved": 0.0}  # each once, after so many seconds
    late = LATE
    try:
        while True:
            peer = connected(anchor)
            if peer is None:
                late = STARTING
                until = _started(anchor, entry, until)
                peer = _awaited(anchor, until)
            answer = _exchange(peer, anchor, bodies, until)
            if not answer.startswith(b"\0"):
                return answer
            word, _, rest = answer[1:].partition(b"\0")
            if word not in followed:
                raise _NoAnswerError("the daemon answered `" + word.decode("ascii", "replace") + "`")
            if word == b"moved":
                anchor = rest.decode("utf-8", "surrogateescape")
            _sleep(followed.pop(word), until)
    except TimeoutError:
        raise _NoAnswerError(late) from None


def _started(anchor: str, entry: str, until: float) -> float:
    """Start a daemon; until when it may take to answer."""
    if entry == "stop":
        raise _NoAnswerError("no daemon is running")
    spawn(anchor)
    # Nobody waits at a write for a daemon to begin.
    return until if entry == "start" else min(until, time.monotonic() + SPAWN_WAIT)


def _awaited(anchor: str, until: float) -> _socket.socket:
    """A connection to a daemon that is starting."""
    peer = None
    while peer is None:
        _sleep(TICK, until)
        peer = connected(anchor)
    return peer


def project_of(folder: str) -> str | None:
    """The nearest folder upwards that looks like a project's root; None without one.

    The daemon of that folder answers `moved` where the full rules (`measure.sources.anchor`) say otherwise.
    """
    while True:
        base = folder.rstrip("/")
        if _is_repository(base) or _kind(f"{base}/rubout.toml") or b"[tool.rubout" in _bytes(f"{base}/pyproject.toml"):
            return folder
        if not base:
            return None
        folder = base.rpartition("/")[0] or "/"


def address(anchor: str) -> str:
    """The socket of a project's daemon, in a folder that is the user's alone."""
    code = 0xCBF29CE484222325
    for byte in anchor.encode("utf-8", "surrogateescape"):
        code = (code ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF  # FNV-1a
    return f"{runtime_folder()}/rubout-{code:016x}.sock"


def runtime_folder() -> str:
    """Where the user's sockets are: short, since a socket's path has about 100 bytes, and independent of `TMPDIR`."""
    named = posix.environ.get(b"XDG_RUNTIME_DIR", b"").decode("utf-8", "surrogateescape")
    usual = f"/run/user/{posix.getuid()}"
    if named.startswith("/") and len(named) < 60 and _kind(named):  # noqa: PLR2004
        return named.rstrip("/")
    return usual if _kind(usual) else f"/tmp/rubout-{posix.getuid()}"  # noqa: S108 - the daemon makes it 0700


def connected(anchor: str) -> _socket.socket | None:
    """A connection to the project's daemon; None when none listens.

    Raises:
        _NoAnswerError: the socket belongs to somebody else.
    """
    place = address(anchor)
    try:
        if posix.lstat(place).st_uid != posix.getuid():
            raise _NoAnswerError("the daemon's socket belongs to another user")
        peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            peer.settimeout(1.0)
            peer.connect(place.encode("utf-8", "surrogateescape"))
        except BaseException:
            peer.close()
            raise
    except (FileNotFoundError, ConnectionRefusedError):
        return None
    return peer


def token(anchor: str) -> bytes:
    """What proves to the daemon that we can read the project's own files; empty when there is none."""
    return _bytes(f"{anchor}/.rubout/daemon.token")


def hello(anchor: str) -> bytes:
    """The first frame of a connection, without its length."""
    return b"\0".join((b"hello", PROTOCOL, BUILD, token(anchor)))


def framed(body: bytes) -> bytes:
    """A frame: the length of the body in four bytes, most significant first, and the body."""
    return len(body).to_bytes(4, "big") + body


def read_frame(peer: _socket.socket, cap: int, until: float) -> bytes:
    """The body of the next frame, before the monotonic time `until`.

    Raises:
        ConnectionError: the peer closed.
        TimeoutError: the time is over.
        _NoAnswerError: the frame is longer than `cap`.
    """
    size = int.from_bytes(_received(peer, 4, until), "big")
    if size > cap:
        raise _NoAnswerError(f"a frame of {size} bytes")
    return _received(peer, size, until)


def spawn(anchor: str) -> None:
    """Start a daemon for the project, apart from this process and its terminal."""
    nothing = "/dev/null"
    actions = [(posix.POSIX_SPAWN_OPEN, number, nothing, posix.O_RDWR, 0) for number in range(3)]
    # -P: the working folder, which is the project's, is no place to import from.
    argv = [sys.executable, "-P", "-m", "rubout", "daemon", anchor]
    posix.posix_spawn(sys.executable, argv, posix.environ, file_actions=actions, setsid=True)


def log(anchor: str, entry: str, why: str) -> None:
    """Write one `guard_error` line into the project's feed, where there can be one; failing that, nothing."""
    plain = "".join(char if " " <= char <= "~" and char not in '"\\' else "?" for char in why[:200])
    line = (
        f'{{"schema":"rubout.observe/1","ts_ms":{time.time_ns() // 1_000_000},"session_id":null,'
        f'"event":"guard_error","mode":null,"hook":"{entry}","why":"{plain}","degraded":true}}\n'
    )
    flags = posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT | _CAREFUL
    try:
        feed = posix.open(f"{_scratch(anchor)}/observe.ndjson", flags, 0o644)
    except OSError:  # a project that cannot be written to has no feed
        return
    try:
        posix.write(feed, line.encode())
    finally:
        posix.close(feed)


def _scratch(anchor: str) -> str:
    """The project's scratch folder, made where there is none; raises OSError, also for a link in its place."""
    folder = f"{anchor}/.rubout"
    try:
        kind = posix.lstat(folder).st_mode & _FORMAT
    except FileNotFoundError:
        posix.mkdir(folder)
        ignore = posix.open(f"{folder}/.gitignore", posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | _CAREFUL, 0o644)
        posix.write(ignore, b"*\n")
        posix.close(ignore)
        return folder
    if kind != _FOLDER:
        raise NotADirectoryError(folder)
    return folder


def _exchange(peer: _socket.socket, anchor: str, bodies: tuple[bytes, ...], until: float) -> bytes:
    """The answer; the connection is closed then."""
    try:
        peer.settimeout(_left(until))
        try:  # noqa: SIM105 - contextlib is not loaded
            peer.sendall(b"".join(map(framed, (hello(anchor), *bodies))))
        except ConnectionError:  # refused at the first frame: its word may still be there to read
            pass
        return read_frame(peer, ANSWER_CAP, until)
    finally:
        peer.close()


def _received(peer: _socket.socket, size: int, until: float) -> bytes:
    parts = b""
    while len(parts) < size:
        peer.settimeout(_left(until))
        part = peer.recv(min(size - len(parts), 1 << 16))
        if not part:
            raise ConnectionResetError("the daemon closed the connection")
        parts += part
    return parts


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _sleep(seconds: float, until: float) -> None:
    time.sleep(min(seconds, _left(until)))


def _seconds(entry: str) -> float:
    """How long to wait; `RUBOUT_HOOK_DEADLINE`, in seconds, is for tests."""
    said = posix.environ.get(b"RUBOUT_HOOK_DEADLINE", b"")
    return float(said) if said else DEADLINES[entry]


_FORMAT = 0o170000  # the kind of a file in its mode (stat.h)
_FOLDER = 0o040000
_REGULAR = 0o100000
_CAREFUL = posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC  # neither follow a link nor wait for a pipe


def _kind(path: str) -> int:
    """The kind of what stands at a path, links followed; 0 for nothing."""
    try:
        return posix.stat(path).st_mode & _FORMAT
    except (OSError, ValueError):
        return 0


def _is_repository(base: str) -> bool:
    entry = f"{base}/.git"
    kind = _kind(entry)
    if kind != _REGULAR:
        return kind == _FOLDER
    mark, _, target = _bytes(entry).decode("utf-8", "surrogateescape").partition(":")
    target = target.strip()
    return mark == "gitdir" and _kind(target if target.startswith("/") else f"{base}/{target}") == _FOLDER


def _bytes(path: str) -> bytes:
    """A small file's bytes; empty when it cannot be read."""
    try:
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return posix.read(descriptor, 1 << 20)
    except OSError:  # a folder
        return b""
    finally:
        posix.close(descriptor)
