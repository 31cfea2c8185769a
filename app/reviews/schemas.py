"""Reviews over HTTP."""

from app.accounts.schemas import Body
from app.reviews.protocol import Ply


class NewReview(Body):
    """Where it begins."""

    ply: Ply


class ReviewLink(Body):
    """By which others come to it."""

    review: str  # its code
