"""A page in a real browser without a network, driven over pipes by the DevTools protocol, which needs no package."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
UNSEEN = "no Chromium is installed, so THE PAGE WAS NOT LOOKED AT IN A BROWSER"
PATIENCE_SECONDS = 120
# Becomes the browser, which reads from the file of number 3 and writes to that of number 4.
START = """
import os, sys
from fcntl import F_DUPFD, fcntl
here, there = (fcntl(int(number), F_DUPFD, 10) for number in sys.argv[1:3])
os.dup2(here, 3)
os.dup2(there, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class BrowserError(Exception):
    """The browser is gone, or hangs."""


def installed() -> str | None:
    """Where a browser is; None on a machine without one, or without pipes that a child could be given."""
    if sys.platform == "win32":
        return None
    return next(filter(None, map(shutil.which, NAMES)), None)


@dataclass
class Browser:
    """A tab; what it asked the network for, and what it complained of, adds up."""

    to: int
    back: int
    session: str = ""
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    _number: int = 0
    _rest: bytes = b""
    _seen: set[str] = field(default_factory=set)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        try:
            os.write(self.to, json.dumps(message).encode() + b"\0")
        except BrokenPipeError as error:
            raise BrowserError("the browser ended") from error
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, page: Path, width: int, *, dark: bool = False, height: int = 900) -> None:
        """Load a file anew, in a window of that width."""
        self.requests.clear()
        self._seen.clear()
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", features=scheme)
        is_small = width < 600
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_small
        )
        self.send("Page.navigate", url=page.as_uri())
        while "Page.loadEventFired" not in self._seen:
            self._next()

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript comes to."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def move(self, selector: str, *, click: bool = False) -> None:
        """Move the mouse to the middle of an element, which is scrolled to."""
        find = f"document.querySelector({json.dumps(selector)})"
        x, y = self.value(
            f"(() => {{ const one = {find}; one.scrollIntoView({{block: 'center'}});"
            "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key that writes nothing."""
        code = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowRight": 39}[key]
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def picture(self, *, whole: bool = True) -> bytes:
        """A PNG of the page."""
        return base64.b64decode(self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self.back], [], [], PATIENCE_SECONDS)
            read = os.read(self.back, 1 << 20) if ready else b""
            if not read:
                raise BrowserError("the browser says nothing" if not ready else "the browser ended")
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, parameters: dict[str, Any]) -> None:
        self._seen.add(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.complaints.append(json.dumps(parameters))


@contextmanager
def browser(program: str, folder: Path) -> Iterator[Browser]:
    """A browser of its own, whose profile lies in a folder."""
    here, to = os.pipe()
    back, there = os.pipe()
    started = subprocess.Popen(
        [sys.executable, "-c", START, str(here), str(there), program, *FLAGS, f"--user-data-dir={folder}"],
        pass_fds=(here, there),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
    )
    os.close(here)
    os.close(there)
    try:
        yield _tab(Browser(to, back))
    finally:
        with suppress(OSError):
            os.write(to, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
        os.close(to)
        try:
            started.wait(10)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
        os.close(back)


def _tab(one: Browser) -> Browser:
    target = one.send("Target.createTarget", url="about:blank")["targetId"]
    one.session = one.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log", "Network"):
        one.send(f"{domain}.enable")
    one.send("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    return one
