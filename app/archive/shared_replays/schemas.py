"""Bodies of the endpoints of shared replays."""

from app.archive.shared_replays.protocol import Ply
from app.core.schemas import StrictModel
from app.tables.chat.schemas import LineId, Reason


class NewSharedReplay(StrictModel):
    """A request to open a shared replay at a position."""

    ply: Ply


class SharedReplayLink(StrictModel):
    """The new shared replay."""

    review: str  # code


class LineReport(StrictModel):
    """A report to the administrators about a chat line of a shared replay."""

    line: LineId
    words: Reason = ""
