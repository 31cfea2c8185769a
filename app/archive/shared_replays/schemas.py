"""Reviews over HTTP."""

from app.archive.shared_replays.protocol import Ply
from app.players.accounts.schemas import Body


class NewReview(Body):
    """Where it begins."""

    ply: Ply


class ReviewLink(Body):
    """By which others come to it."""

    review: str  # its code
