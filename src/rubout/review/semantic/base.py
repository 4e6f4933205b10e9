"""How is a provider asked until it answers, within what it may cost?

Counts    a call is an attempt to send; a decode is one that was answered with success or lost after it was sent
Reserved  before each call the worst case: ⌈bytes sent / 3⌉ tokens in, the tokens that may come out, one decode
Out       a call may take half of the tokens out that are left, so that one that is lost does not end the asking
Again     at most RETRIES times where the provider did not work, BAD_REPLIES times where its answer does not count,
          always as a new request with a nonce of its own
Never     an error, a silence or an answer that does not count is neither an approval nor a refusal
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

import msgspec

from rubout.review.semantic.budget import DECODE_UJ, Budget, tokens_of
from rubout.review.semantic.reply import ReplyError, joined, read_answer
from rubout.review.semantic.request import NONCE_BYTES, Limits, TooLargeError, chunks, encoded, question

if TYPE_CHECKING:
    from collections.abc import Callable

    from rubout.review.semantic.reply import Answer, Induced
    from rubout.review.semantic.request import AskedEdit, Request, Subject

RETRIES = 2
BAD_REPLIES = 1


class Again(Enum):
    """Whether asking once more may help."""

    NO = auto()
    LATER = auto()
    AT_ONCE = auto()  # the request will be another one


class ProviderError(Exception):
    """No answer came; `code` says why, `decoded` whether the model may have worked, `after` when to ask again.

    `detail` is what the other side said about it.
    """

    def __init__(
        self,
        code: str,
        *,
        again: Again = Again.NO,
        decoded: bool = False,
        after: float | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(code)
        self.code = code
        self.again = again
        self.decoded = decoded
        self.after = after
        self.detail = detail


class Received(msgspec.Struct, frozen=True):
    """What came back; `fault`, a code of an answer, when that is none.

    The tokens are what the provider says that it took, None where it does not say.
    """

    reply: bytes
    tokens_in: int | None = None
    tokens_out: int | None = None
    fault: str | None = None


class Provider(Protocol):
    """Somebody who passes a request on to a model."""

    @property
    def name(self) -> str:
        """How it is reached: a name of `[review.semantic] provider`."""

    @property
    def model(self) -> str:
        """Who answers."""

    def body(self, request: Request) -> bytes:
        """What would be sent; raises ProviderError for what must not be."""

    def send(self, body: bytes, seconds: float) -> Received:
        """Send it and wait for the answer, at most so long; raises ProviderError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a provider is waited for, in seconds."""

    whole: float = 180
    waits: tuple[float, ...] = (1, 4)  # before each of the retries
    sleep: Callable[[float], None] = time.sleep


@dataclass(slots=True)
class Spent:
    """What asking took."""

    calls: int = 0
    decodes: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What asking came to: `answer`, or `reason` why there is none; digests and nonce are of what was last said."""

    provider: str
    answer: Answer | None = None
    reason: str | None = None
    detail: str = ""  # what the provider said about it
    spent: Spent
    nonce: str = ""
    request_sha256: str = ""  # over the requests that were answered, one after the other
    reply_sha256: str = ""


def fresh_nonce() -> str:
    """128 random bits in hex."""
    return secrets.token_hex(NONCE_BYTES)


def ask(
    provider: Provider,
    subject: Subject,
    fires: Callable[[Induced], bool],
    *,
    budget: Budget | None = None,
    patience: Patience = Patience(),
    draw: Callable[[], str] = fresh_nonce,
) -> Asked:
    """Ask about the whole of a change.

    Args:
        provider: who is asked.
        subject: what it is asked about.
        fires: whether a rule that an answer teaches would have refused this change.
        budget: what it may cost; what is spent is taken off.
        patience: how long it may take.
        draw: the nonces.
    """
    asking = _Asking(provider, subject, fires, budget or Budget(), patience, draw)
    try:
        answers = [asking.chunk(edits) for edits in chunks(subject.edits)]
        answer = joined(answers)
    except TooLargeError:
        return Asked(provider=provider.name, reason="too_large", spent=asking.spent)
    except ProviderError as error:
        return Asked(provider=provider.name, reason=error.code, detail=error.detail, spent=asking.spent)
    except ReplyError as error:
        return Asked(provider=provider.name, reason=error.code, spent=asking.spent)
    return Asked(
        provider=provider.name,
        answer=answer,
        spent=asking.spent,
        nonce=asking.nonce,
        request_sha256=asking.requests.hexdigest(),
        reply_sha256=asking.replies.hexdigest(),
    )


@dataclass(slots=True)
class _Asking:
    """One op's questions, one after the other."""

    provider: Provider
    subject: Subject
    fires: Callable[[Induced], bool]
    budget: Budget
    patience: Patience
    draw: Callable[[], str]
    spent: Spent = field(default_factory=Spent)
    nonce: str = ""
    requests: hashlib._Hash = field(default_factory=hashlib.sha256)
    replies: hashlib._Hash = field(default_factory=hashlib.sha256)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = time.monotonic() + self.patience.whole

    def chunk(self, edits: tuple[AskedEdit, ...]) -> Answer:
        """The answer about some edits; raises ProviderError or ReplyError, the last one, when none counts."""
        failures = bad_replies = 0
        while True:
            request = self._question(edits)
            try:
                received = self._sent(request)
                return self._read(received, request)
            except ReplyError:
                bad_replies += 1
                if bad_replies > BAD_REPLIES:
                    raise
            except ProviderError as error:
                if error.again is Again.NO:
                    raise
                if error.again is Again.LATER:
                    failures += 1
                    if failures > RETRIES:
                        raise
                    self._wait(error, failures)

    def _question(self, edits: tuple[AskedEdit, ...]) -> Request:
        limits = Limits(tokens_out=max(0, self.budget.tokens_out // 2))
        return msgspec.structs.replace(question(self.subject, edits, self.draw), limits=limits)

    def _sent(self, request: Request) -> Received:
        body, left = self.provider.body(request), self._left()
        tokens_in, tokens_out = tokens_of(len(body)), request.limits.tokens_out
        if not self.budget.reserve(len(body), tokens_out):
            raise ProviderError("budget")
        self.spent.calls += 1
        try:
            received = self.provider.send(body, left)
        except ProviderError as error:
            if error.decoded:  # nobody knows how much was spent
                self._spend(tokens_in, tokens_out)
            else:
                self.budget.give_back(tokens_in, tokens_out, DECODE_UJ)
            raise
        used_in = tokens_in if received.tokens_in is None else received.tokens_in
        used_out = tokens_of(len(received.reply)) if received.tokens_out is None else received.tokens_out
        self.budget.give_back(tokens_in - used_in, tokens_out - used_out, 0)
        self._spend(used_in, used_out)
        return received

    def _read(self, received: Received, request: Request) -> Answer:
        if received.fault:
            raise ReplyError(received.fault)
        answer = read_answer(received.reply, request, self.fires)
        self.requests.update(encoded(request))
        self.replies.update(received.reply)
        self.nonce = request.nonce
        return answer

    def _spend(self, tokens_in: int, tokens_out: int) -> None:
        self.spent.decodes += 1
        self.spent.tokens_in += tokens_in
        self.spent.tokens_out += tokens_out

    def _left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise ProviderError("timeout")
        return left

    def _wait(self, error: ProviderError, failures: int) -> None:
        """Wait as the provider asks, or as is usual; raises the error when that leaves no time to ask again."""
        seconds = self.patience.waits[failures - 1] if error.after is None else error.after
        if time.monotonic() + seconds >= self.deadline:
            raise error
        self.patience.sleep(seconds)
