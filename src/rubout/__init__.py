"""rubout keeps a repository that agents write into from silting up."""

TYPE_CHECKING = False  # that of `typing`, which takes longer to load than the hook client has

if TYPE_CHECKING:
    from rubout.review.approval import approval
    from rubout.review.cascade import ReviewCascade, SelfReviewError
    from rubout.review.outcome import CascadeReview, ReviewTier, SemanticOutcome, SemanticReviewer
    from rubout.review.proposal import propose
    from rubout.review.reviewer import Reviewer
    from rubout.review.skill import ReviewSkill
    from rubout.review.skills import ReviewSkills
    from rubout.review.verdict import approve

__all__ = [
    "CascadeReview",
    "ReviewCascade",
    "ReviewSkill",
    "ReviewSkills",
    "ReviewTier",
    "Reviewer",
    "SelfReviewError",
    "SemanticOutcome",
    "SemanticReviewer",
    "__version__",
    "approval",
    "approve",
    "propose",
]

__version__ = "0.1.0"

_MODULES = {
    "CascadeReview": "outcome",
    "ReviewCascade": "cascade",
    "ReviewSkill": "skill",
    "ReviewSkills": "skills",
    "ReviewTier": "outcome",
    "Reviewer": "reviewer",
    "SelfReviewError": "cascade",
    "SemanticOutcome": "outcome",
    "SemanticReviewer": "outcome",
    "approval": "approval",
    "approve": "verdict",
    "propose": "proposal",
}


def __getattr__(name: str) -> object:
    """Load a name when it is first asked for: the hook client passes through here and needs none of them."""
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'rubout' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as above

    return getattr(import_module(f"rubout.review.{module}"), name)
