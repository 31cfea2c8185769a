"""Bodies of the endpoint that opens a shared replay."""

from app.archive.shared_replays.protocol import Ply
from app.players.accounts.schemas import Body


class NewReview(Body):
    """A request to open a shared replay at a position."""

    ply: Ply


class ReviewLink(Body):
    """The new shared replay."""

    review: str  # code
