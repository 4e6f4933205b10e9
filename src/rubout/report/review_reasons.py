"""The words behind the codes that say why a change is not approved, or why a record does not count."""

from __future__ import annotations

_STATUS = "http_"  # and the number
_WORDS = """\
refused: a refusal stands
already_rejected: the reviewer has refused this change before and was not asked again
no_op: nobody has proposed this change
missing_authors: it was proposed without naming everybody who wrote it
missing_quality: too few have approved its quality
missing_spec_compliance: too few have approved that it satisfies the spec
human_required: a person has to approve it
no_semantic_tier: nobody reads for meaning
check_error: a check failed of itself
dry_run: a rehearsal approves nothing
gap: a record that another one stands on is missing
misnamed: a record lies under the name of another
bad_record: what lies among the records is none
checkpoint: there are other records than the newest checkpoint counted

unreachable: the provider cannot be reached
timeout: the provider was not done in time
rate_limited: the provider asks to be asked later
server_error: the provider broke down
connection_lost: the connection to the provider was lost
tls_error: the provider could not prove who it is
redirected: the provider names another address, which is not followed
bad_request: the provider does not understand the question
runner_error: the reviewing program failed
budget: the question was not sent: it may cost more than is left
too_large: the question was not sent: it is too large
secret_in_payload: the question was not sent: it seems to hold a secret

bad_signature: it is not what was signed
unknown_key: its key is not in the trust file
revoked: its key was revoked
no_role: its signer lacks the role for it
schema: it breaks the rules for records
kind_mismatch: a person signed as a robot, or a robot as a person
self_review: its signer is an author of the change
self_operated: an author of the change operates the robot that signed it
tier: checks alone approve nothing here
other_policy: it was made under another policy
other_spec: it is about another spec
other_claims: it is about other claims
other_op: it is about another op
no_target: what it is to clear is not here
kind: a refusal of that tier is cleared in another way
not_own: it withdraws what somebody else said
integrity: a check that cannot be wrong is cleared by nobody
skills: it does not name every skill that refused
"""
_MEANINGS = dict(line.split(": ", 1) for line in _WORDS.splitlines() if line)


def told(code: str) -> str:
    """A code with its meaning; one that has none stands alone."""
    meaning = _MEANINGS.get(code) or _of_answers(code)
    return f"{code} ({meaning})" if meaning else code


def _of_answers(code: str) -> str | None:
    if code.startswith(_STATUS):
        return "the provider answers with this status"
    from rubout.review.semantic.reply import CODES  # noqa: PLC0415 - most changes are decided without a model

    return CODES.get(code)
