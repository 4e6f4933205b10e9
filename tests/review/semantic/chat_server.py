"""A server of the chat-completions protocol that misbehaves on demand: `chat_server.py STEPS LOG`.

STEPS is JSON, a list of what to do with each request; the last one is done again and again. Its port is printed when
it listens, and every request is a line of LOG.
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

STEPS: list[dict[str, Any]] = json.loads(sys.argv[1])
LOG = Path(sys.argv[2])
FOREVER = 600


def answer_to(asked: dict[str, Any], step: dict[str, Any]) -> str:
    """What the model says: a complete approval, or what the step makes of it."""
    if "content" in step:
        return step["content"]
    schema = next(
        json.loads(line) for line in asked["messages"][0]["content"].splitlines() if line.startswith('{"type":"object"')
    )
    properties = schema["properties"]
    stage = properties["stages"]["items"]["properties"]
    indexes = stage["covered"]["items"]["enum"]
    clauses = stage["clauses"]["items"]["properties"]["id"]["enum"]
    quote = step.get("quote", "fn")
    stages = [
        {
            "stage": name,
            "verdict": "approve",
            "findings": [],
            "covered": indexes,
            "clauses": [{"id": each, "met": True, "edit": indexes[0], "quote": quote} for each in clauses]
            if name == "spec_compliance"
            else [],
        }
        for name in stage["stage"]["enum"]
    ]
    reply = {
        "schema": properties["schema"]["const"],
        "nonce": step.get("nonce", properties["nonce"]["const"]),
        "op_id": properties["op_id"]["const"],
        "stages": stages,
        "induced": [],
    }
    if marker := step.get("refuse"):
        finding = {"edit": indexes[0], "quote": marker, "text": f"{marker} is refused", "clause": None}
        stages[-1] |= {"verdict": "request_changes", "findings": [finding], "covered": []}
        reply["induced"] = [
            {"kind": "literal", "lang": None, "marker": marker, "stage": "quality", "finding": "was refused before"}
        ]
    return json.dumps(reply)


class Handler(BaseHTTPRequestHandler):
    """Does the next step with each request."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        step = STEPS.pop(0) if len(STEPS) > 1 else STEPS[0]
        with LOG.open("a", encoding="utf-8") as log:
            seen = {"path": self.path, "key": self.headers.get("Authorization"), "body": json.loads(body)}
            log.write(json.dumps(seen) + "\n")
        getattr(self, f"_{step.get('do', 'answer')}")(step, json.loads(body))

    def do_GET(self) -> None:
        with LOG.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"path": self.path, "followed": True}) + "\n")
        self._send(200, b"{}")

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self, step: dict[str, Any], asked: dict[str, Any]) -> None:
        message = {"role": "assistant", "content": answer_to(asked, step), "refusal": step.get("refusal")}
        choice = {"index": 0, "message": message, "finish_reason": step.get("finish_reason", "stop")}
        document = {"id": "x", "created": 1.5, "choices": [choice] * step.get("choices", 1)}
        if "usage" in step:
            document["usage"] = step["usage"]
        body = json.dumps(document).encode()
        self._send(200, body, length=len(body) + step.get("too_long", 0))
        if step.get("too_long"):
            self.close_connection = True

    def _status(self, step: dict[str, Any], _: dict[str, Any]) -> None:
        self._send(step["status"], step.get("body", "{}").encode(), headers=step.get("headers", {}))

    def _bytes(self, step: dict[str, Any], _: dict[str, Any]) -> None:
        self._send(200, step["body"].encode())

    def _hang(self, _step: dict[str, Any], _asked: dict[str, Any]) -> None:
        time.sleep(FOREVER)

    def _drip(self, _step: dict[str, Any], _asked: dict[str, Any]) -> None:
        """Headers at once, then a byte now and then, each of them in time."""
        self.send_response(200)
        self.send_header("Content-Length", str(FOREVER * 100))
        self.end_headers()
        for _ in range(FOREVER * 20):
            self.wfile.write(b" ")
            time.sleep(0.05)

    def _flood(self, _step: dict[str, Any], _asked: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for _ in range(64):
            self.wfile.write(b'"' * (1 << 20))

    def _reset(self, _step: dict[str, Any], _asked: dict[str, Any]) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def _nonsense(self, _step: dict[str, Any], _asked: dict[str, Any]) -> None:
        self.wfile.write(b"this is no HTTP\r\n\r\n")
        self.close_connection = True

    def _send(self, status: int, body: bytes, *, length: int | None = None, headers: Any = ()) -> None:
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()
