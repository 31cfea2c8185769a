"""Bodies of the endpoint that opens a shared replay."""

from app.archive.shared_replays.protocol import Ply
from app.core.schemas import StrictModel


class NewSharedReplay(StrictModel):
    """A request to open a shared replay at a position."""

    ply: Ply


class SharedReplayLink(StrictModel):
    """The new shared replay."""

    review: str  # code
