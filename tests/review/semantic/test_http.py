"""A model is asked over HTTP: what goes out, and what every kind of bad server comes to."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any

import pytest

from rubout.config.records import Semantic
from rubout.errors import ConfigError
from rubout.review.semantic.base import Asked, Patience, ask
from rubout.review.semantic.budget import Budget
from rubout.review.semantic.http import Http
from rubout.review.semantic.request import Note
from tests.questions import CLEAN, EVAL, subject

if TYPE_CHECKING:
    from tests.review.semantic.conftest import Serve

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

AT_ONCE = Patience(waits=(0, 0))
SHORT = Patience(whole=0.5, waits=(0, 0))
BUSY = {"do": "status", "status": 429}
BAD = {"content": "LGTM"}


def asked_at(url: str, text: str = CLEAN, *, patience: Patience = AT_ONCE, **knobs: Any) -> Asked:
    provider = Http(Semantic(provider="http", base_url=url, model="m", **knobs), {"KEY": "word"})
    return ask(provider, subject(text), lambda rule: rule.marker == "eval(", patience=patience)


def test_an_approval_costs_one_call(serve: Serve) -> None:
    server = serve({"usage": {"prompt_tokens": 700, "completion_tokens": 90}})
    found = asked_at(server.url, key_env="KEY")
    assert found.reason is None
    assert found.answer is not None
    assert not found.answer.refuses
    spent = found.spent
    assert (spent.calls, spent.decodes, spent.tokens_in, spent.tokens_out) == (1, 1, 700, 90)
    (request,) = server.requests
    assert (request["path"], request["key"]) == ("/v1/chat/completions", "Bearer word")
    assert (request["body"]["temperature"], request["body"]["model"]) == (0, "m")


def test_a_refusal_teaches_what_it_quotes(serve: Serve) -> None:
    found = asked_at(serve({"refuse": "eval("}).url, EVAL)
    assert found.answer is not None
    assert found.answer.refuses
    assert [rule.marker for rule in found.answer.induced] == ["eval("]


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        *(("malformed", step) for step in (BAD, {"do": "bytes", "body": "no JSON"}, {"do": "flood"})),
        ("malformed", {"do": "bytes", "body": '{"x":' + "[" * 100_000}),
        *(("malformed", {"choices": choices}) for choices in (0, 2)),
        ("empty", {"content": ""}),
        *(("partial", {"finish_reason": why}) for why in ("length", None)),
        ("model_refused", {"refusal": "I cannot help with that."}),
        ("stale_reply", {"nonce": "f" * 32}),
        ("incomplete", {"quote": "words of another change"}),
        ("ungrounded", {"refuse": "os.system("}),
    ],
)
def test_a_bad_answer_is_neither_a_yes_nor_a_no_and_is_asked_for_again(
    serve: Serve, reason: str, step: dict[str, Any]
) -> None:
    assert came_to(serve, step) == (reason, 2, 2)


@pytest.mark.parametrize("step", [{"too_long": 1}, {"do": "reset"}, {"do": "nonsense"}], ids=str)
def test_an_answer_that_is_cut_off_was_paid_for_all_the_same(serve: Serve, step: dict[str, Any]) -> None:
    assert came_to(serve, step) == ("connection_lost", 3, 3)


@pytest.mark.parametrize(("status", "reason"), [(429, "rate_limited"), (503, "server_error"), (408, "server_error")])
def test_a_server_that_cannot_now_is_asked_again(serve: Serve, status: int, reason: str) -> None:
    assert came_to(serve, {"do": "status", "status": status}) == (reason, 3, 0)


@pytest.mark.parametrize(("status", "calls"), [(401, 1), (404, 1), (400, 2)])
def test_a_server_that_will_not_is_asked_again_only_in_simpler_words(serve: Serve, status: int, calls: int) -> None:
    assert came_to(serve, {"do": "status", "status": status}) == (f"http_{status}", calls, 0)


def came_to(serve: Serve, step: dict[str, Any]) -> tuple[str | None, int, int]:
    """Why there is no answer from a server that always does this, the calls, and those that a model answered."""
    server = serve(step)
    found = asked_at(server.url)
    assert found.answer is None
    assert len(server.requests) == found.spent.calls
    return found.reason, found.spent.calls, found.spent.decodes


def test_example_23_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    found = asked_at(f"http://127.0.0.1:{port}/v1")
    assert (found.reason, found.spent.calls, found.spent.decodes) == ("unreachable", 3, 0)


def test_example_24_a_busy_server_that_then_talks_nonsense(serve: Serve) -> None:
    server = serve(BUSY, BUSY, BAD, BAD)
    found = asked_at(server.url)
    assert (found.reason, found.spent.calls, found.spent.decodes) == ("malformed", 4, 2)


def test_example_24_what_may_cost_too_much_is_not_sent(serve: Serve) -> None:
    server = serve()
    provider = Http(Semantic(provider="http", base_url=server.url, model="m"))
    found = ask(provider, subject(CLEAN), lambda _: False, budget=Budget(tokens_in=100))
    assert (found.reason, found.spent.calls, server.requests) == ("budget", 0, [])


def test_a_bad_answer_is_asked_for_once_more_with_another_nonce(serve: Serve) -> None:
    server = serve(BAD, {})
    found = asked_at(server.url)
    assert found.answer is not None
    first, second = (request["body"]["messages"] for request in server.requests)
    assert first != second
    assert found.nonce in second[0]["content"]


def test_a_server_is_waited_for_as_it_asks(serve: Serve) -> None:
    waited: list[float] = []
    server = serve({**BUSY, "headers": {"Retry-After": "7"}}, BUSY, {})
    found = asked_at(server.url, patience=Patience(sleep=waited.append))
    assert found.answer is not None
    assert waited == [7, 4]


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1970 00:00:00 GMT", "0"])
def test_a_time_that_has_passed_is_no_wait(serve: Serve, date: str) -> None:
    waited: list[float] = []
    server = serve({**BUSY, "headers": {"Retry-After": date}}, {})
    assert asked_at(server.url, patience=Patience(sleep=waited.append)).answer is not None
    assert waited == [0]


def test_a_wait_beyond_the_deadline_is_not_begun(serve: Serve) -> None:
    server = serve({**BUSY, "headers": {"Retry-After": "999999"}})
    found = asked_at(server.url)
    assert (found.reason, found.spent.calls) == ("rate_limited", 1)


@pytest.mark.parametrize("step", [{"do": "hang"}, {"do": "drip"}], ids=str)
def test_a_slow_server_is_cut_off(serve: Serve, step: dict[str, Any]) -> None:
    server = serve(step)
    started = time.monotonic()
    found = asked_at(server.url, patience=SHORT)
    assert (found.reason, found.spent.calls, found.spent.decodes) == ("timeout", 1, 1)
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(serve: Serve, status: int) -> None:
    other = serve()
    server = serve({"do": "status", "status": status, "headers": {"Location": f"{other.url}/chat/completions"}})
    found = asked_at(server.url)
    assert (found.reason, found.spent.calls) == ("redirected", 1)
    assert other.requests == []


def test_a_server_that_knows_no_schemas_is_asked_without_once(serve: Serve) -> None:
    server = serve({"do": "status", "status": 400}, {})
    found = asked_at(server.url)
    assert found.answer is not None
    assert (found.spent.calls, found.spent.decodes) == (2, 1)
    formats = [request["body"].get("response_format", {}).get("type") for request in server.requests]
    assert formats == ["json_schema", None]


@pytest.mark.parametrize(("structured", "kind"), [("json_object", "json_object"), ("text", None)])
def test_the_form_of_the_answer_is_asked_for_as_configured(serve: Serve, structured: str, kind: str | None) -> None:
    server = serve()
    assert asked_at(server.url, structured=structured).answer is not None
    assert server.requests[0]["body"].get("response_format", {}).get("type") == kind


def test_a_server_that_lies_about_tokens_is_taken_at_its_word_but_not_for_more_calls(serve: Serve) -> None:
    server = serve({"content": "LGTM", "usage": {"prompt_tokens": 10**9, "completion_tokens": -5}}, {})
    found = asked_at(server.url)
    assert (found.reason, found.spent.calls) == ("budget", 1)


@pytest.mark.parametrize(
    "knobs",
    [
        {"base_url": None},
        {"base_url": "ftp://localhost/v1"},
        {"base_url": "http://"},
        {"base_url": "http://localhost:http/v1"},
        {"base_url": "http://me:word@localhost/v1"},
        {"base_url": "http://localhost/v1?key=word"},
        {"base_url": "http://example.org/v1", "remote_ok": True},
        {"base_url": "https://example.org/v1"},
        {"base_url": "http://127.0.0.1.example.org/v1", "remote_ok": True},
        {"model": None},
        {"key_env": "NO_KEY"},
        {"key_env": "BROKEN"},
    ],
    ids=str,
)
def test_an_address_that_may_not_be_asked_is_a_mistake_of_the_configuration(knobs: dict[str, Any]) -> None:
    known = {"provider": "http", "base_url": "http://localhost/v1", "model": "m"}
    with pytest.raises(ConfigError):
        Http(Semantic(**{**known, **knobs}), {"BROKEN": "two\nlines"})


@pytest.mark.parametrize("host", ["https://example.org", "https://[2001:db8::1]:8443", "http://[::1]:8080"])
def test_an_address_that_may_be_asked(host: str) -> None:
    assert Http(Semantic(provider="http", base_url=f"{host}/v1", model="m", remote_ok=True)).model == "m"


def test_what_looks_secret_stays_here() -> None:
    knobs = Semantic(provider="http", base_url="https://example.org/v1", model="m", remote_ok=True)
    warned = subject(CLEAN, notes=(Note("S19", 0, "a private key"),))
    found = ask(Http(knobs), warned, lambda _: False)
    assert (found.reason, found.spent.calls) == ("secret_in_payload", 0)
