"""The tables of the database."""

from app.models.move import MoveRow
from app.models.player import PlayerRow
from app.models.seat import SeatRow
from app.models.table import Status, TableRow

__all__ = ["MoveRow", "PlayerRow", "SeatRow", "Status", "TableRow"]
