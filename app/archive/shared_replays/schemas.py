"""Bodies of the endpoint that opens a shared replay."""

from app.archive.shared_replays.protocol import Ply
from app.core.schemas import StrictModel


class NewReview(StrictModel):
    """A request to open a shared replay at a position."""

    ply: Ply


class ReviewLink(StrictModel):
    """The new shared replay."""

    review: str  # code
