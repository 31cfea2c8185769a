"""Response body of invitations."""

from datetime import datetime

from app.core.schemas import StrictModel


class Invitation(StrictModel):
    """An open invitation to the reader."""

    code: str  # of the table
    game: str
    seats: int
    clock: str  # as in the table's settings
    handle: str  # of the player who invites
    name: str
    since: datetime
