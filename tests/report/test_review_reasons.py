"""The words behind the codes of a review."""

from __future__ import annotations

from rubout.report.review_reasons import told
from rubout.review.semantic.reply import CODES
from tests.tables import cases


@cases(
    "code words",
    """
    refused => refused (a refusal stands)
    secret_in_payload => secret_in_payload (the question was not sent: it seems to hold a secret)
    self_review => self_review (its signer is an author of the change)
    http_404 => http_404 (the provider answers with this status)
    of_another_version => of_another_version
    """,
)
def test_a_code_is_followed_by_its_words(code: str, words: str) -> None:
    assert told(code) == words


def test_whatever_is_wrong_with_an_answer_is_told_as_it_is_refused() -> None:
    assert {code: told(code) for code in CODES} == {code: f"{code} ({words})" for code, words in CODES.items()}
