"""A model behind the chat-completions protocol.

Goes out   one POST to `{base_url}/chat/completions`; no redirect is followed, no proxy asked, TLS always checked
Remote     plain HTTP goes to this machine alone; another host must be allowed, and gets no change that looks secret
Lost       what fails once the request was on its way may have cost the model's work
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

import rubout
from rubout.errors import ConfigError
from rubout.review.canonical import INT_MAX
from rubout.review.semantic.base import Again, ProviderError, Received
from rubout.review.semantic.prompt import messages, reply_schema
from rubout.review.semantic.request import REPLY_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from http.client import HTTPResponse
    from urllib.parse import SplitResult

    from rubout.config.records import Semantic
    from rubout.review.semantic.request import Request

CONNECT_SECONDS = 5.0
READ_SECONDS = 120.0
BODY_MAX = 4 * REPLY_MAX  # an answer is a string of JSON in it, whose escapes take room
SENSITIVE = "S19"
_RETRIED = frozenset({408, 425, 429})
_WHERE = "[review.semantic]"


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...]
    usage: _Usage | None = None


class Http:
    """A provider of `[review.semantic]`; `environment` holds the variable that `key_env` names.

    Raises:
        ConfigError: there is no usable address, model or key.
    """

    name = "http"

    def __init__(self, knobs: Semantic, environment: Mapping[str, str] = os.environ) -> None:
        self._url = _url(knobs)
        self.model = knobs.model or ""
        if not self.model:
            raise ConfigError("no model is named", where=_WHERE, fix='set `model = "..."`')
        self._is_remote = not _is_loopback(self._url.hostname or "")
        self._key = _key(knobs, environment)
        self._structured = knobs.structured

    def body(self, request: Request) -> bytes:
        """The request of the protocol; raises ProviderError for a change that looks secret and would leave here."""
        if self._is_remote and any(note.check == SENSITIVE for note in request.notes):
            raise ProviderError("secret_in_payload")
        document: dict[str, Any] = {
            "model": self.model,
            "messages": messages(request),
            "temperature": 0,
            "max_tokens": request.limits.tokens_out,
        }
        if self._structured == "json_schema":
            schema = {"name": "review", "strict": True, "schema": reply_schema(request)}
            document["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self._structured == "json_object":
            document["response_format"] = {"type": "json_object"}
        return msgspec.json.encode(document, order="sorted")

    def send(self, body: bytes, seconds: float) -> Received:
        """Post it; raises ProviderError for every answer that is no success."""
        connection = self._connection(min(CONNECT_SECONDS, seconds))
        with _watched(connection, seconds) as is_late:
            try:
                connection.connect()
            except ssl.SSLError as error:
                raise ProviderError("tls_error") from error
            except OSError as error:
                raise ProviderError("unreachable", again=Again.LATER) from error
            try:
                connection.sock.settimeout(min(READ_SECONDS, seconds))
                connection.request("POST", f"{self._url.path.rstrip('/')}/chat/completions", body, self._headers())
                return self._received(connection.getresponse())
            except TimeoutError as error:
                raise ProviderError("timeout", decoded=True) from error
            except (OSError, HTTPException) as error:
                if is_late.is_set():
                    raise ProviderError("timeout", decoded=True) from error
                raise ProviderError("connection_lost", again=Again.LATER, decoded=True) from error

    def _connection(self, seconds: float) -> HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "http":
            return HTTPConnection(host, port, timeout=seconds)
        return HTTPSConnection(host, port, timeout=seconds, context=ssl.create_default_context())

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": f"rubout/{rubout.__version__}",
        }
        return headers | ({"Authorization": f"Bearer {self._key}"} if self._key else {})

    def _received(self, response: HTTPResponse) -> Received:
        status = response.status
        if 200 <= status < 300:  # noqa: PLR2004 - success
            return _completion(_whole(response))
        if status == 400 and self._structured != "text":  # noqa: PLR2004 - bad request
            # Servers that know no `response_format` say so in this way; the schema is in the prompt too.
            self._structured = "text"
            raise ProviderError("bad_request", again=Again.AT_ONCE)
        if status in _RETRIED or status >= 500:  # noqa: PLR2004 - server errors
            code = "rate_limited" if status == 429 else "server_error"  # noqa: PLR2004 - too many requests
            raise ProviderError(code, again=Again.LATER, after=_retry_after(response.headers.get("Retry-After")))
        raise ProviderError("redirected" if 300 <= status < 400 else f"http_{status}")  # noqa: PLR2004 - redirects


def _url(knobs: Semantic) -> SplitResult:
    try:
        url = urlsplit(knobs.base_url or "")
        _ = url.port  # read here, since a wrong one raises
    except ValueError as error:
        raise _bad_url(knobs, "is no address") from error
    if url.scheme not in {"http", "https"} or not url.hostname:
        raise _bad_url(knobs, "is no address of http or https")
    if url.username is not None or url.query or url.fragment:
        raise _bad_url(knobs, "holds more than host and path; a key belongs into the variable that `key_env` names")
    if not _is_loopback(url.hostname):
        if url.scheme == "http":
            raise _bad_url(knobs, "would send source text in the clear; only this machine is asked over plain http")
        if not knobs.remote_ok:
            raise _bad_url(knobs, "is another machine, and `remote_ok` does not let source text leave this one")
    return url


def _bad_url(knobs: Semantic, what: str) -> ConfigError:
    shown = repr(knobs.base_url) if knobs.base_url else "an empty base_url"
    return ConfigError(f"{shown} {what}", where=_WHERE, fix='set `base_url = "https://host/v1"`')


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _key(knobs: Semantic, environment: Mapping[str, str]) -> str:
    if knobs.key_env is None:
        return ""
    key = environment.get(knobs.key_env, "")
    if not key or not key.isascii() or not key.isprintable():
        what = f"the variable {knobs.key_env} holds no usable key"
        raise ConfigError(what, where=f"{_WHERE} key_env", fix="set it to the key of the service")
    return key


@contextmanager
def _watched(connection: HTTPConnection, seconds: float) -> Iterator[threading.Event]:
    """Cut the connection when its time is over: a server that sends a byte now and then is never late by itself."""
    is_late = threading.Event()

    def cut() -> None:
        is_late.set()
        if connection.sock is not None:
            with suppress(OSError):  # it is closed already
                socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield is_late
    finally:
        timer.cancel()
        connection.close()


def _whole(response: HTTPResponse) -> bytes:
    """The body, of one that is too large its beginning; raises HTTPException when the server ended it early."""
    body = response.read(BODY_MAX + 1)
    if response.length and len(body) <= BODY_MAX:
        raise HTTPException("the body is shorter than the server said")
    return body


def _completion(body: bytes) -> Received:
    if len(body) > BODY_MAX:
        return Received(b"", fault="malformed")
    try:
        completion = msgspec.json.decode(body, type=_Completion)
        (choice,) = completion.choices
    except (ValueError, RecursionError):  # of msgspec, or of another number of choices
        return Received(b"", fault="malformed")
    usage = completion.usage or _Usage()
    return Received(
        (choice.message.content or "").encode("utf-8", "surrogatepass"),
        _count(usage.prompt_tokens),
        _count(usage.completion_tokens),
        _fault(choice),
    )


def _fault(choice: _Choice) -> str | None:
    if choice.message.refusal:
        return "model_refused"
    return None if choice.finish_reason == "stop" else "partial"


def _count(number: int | None) -> int | None:
    """A number of tokens that can be one."""
    return number if number is not None and 0 <= number <= INT_MAX else None


def _retry_after(value: str | None) -> float | None:
    """Seconds from now; None where the server does not say."""
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
