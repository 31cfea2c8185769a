"""A socket that follows a table, and what it was last sent."""

from dataclasses import dataclass
from uuid import UUID

from app.infra.websocket.send_queue import SendQueue
from app.tables.game.position import Position
from app.tables.game.protocol import TableMessage, TableStatus
from app.tables.game.table_info import table_info
from app.tables.game.tables import Table
from app.tables.game.updates import SentView, UpdateEncoder
from engine.types import Seat

EMPTY_STATUS = TableStatus()


@dataclass(eq=False, slots=True)
class TableSubscriber:
    """One socket that follows a table, and what it was last sent."""

    code: str  # of the table
    player: UUID
    send_queue: SendQueue
    joined_from: int | None  # the version up to which the client has the log, by its number; -1: none
    network: str = ""  # the client's network, for the limit on spectators
    table: Table | None = None
    seat: Seat | None = None  # None: a spectator
    sent_view: SentView | None = None
    log_from: int = -1  # the version up to which the client has the log
    shown_hand: Seat | None = None  # whose hand the spectator is shown, one round late
    sent_line_ids: frozenset[int] | None = None  # ids of the last chat lines it was sent
    sent_spectators: str = ""  # the last `lookers_on` message, as JSON
    sent_status: TableStatus | None = None
    stays_after_game: bool = False  # subscribed after the rematch began, so not moved to it
    rejoined: bool = False  # its page was connected to the table before

    def switch_to(self, code: str) -> None:
        """Moves the subscriber to another table, of which it has been sent nothing."""
        self.code, self.joined_from, self.log_from, self.sent_spectators = code, None, -1, ""
        self.table = self.seat = self.sent_view = self.shown_hand = self.sent_status = None
        self.stays_after_game = self.rejoined = False

    @property
    def version(self) -> int:
        return 0 if self.sent_view is None else self.sent_view.version

    def shows_status(self, status: TableStatus) -> bool:
        """Returns whether its page is sure to show this status: a new page shows an empty one.

        One that was connected before shows the last one, which may be of a pause before the first move.
        """
        if self.sent_status is None and (self.rejoined or (self.table and self.table.timing.pauses)):
            return False
        return (self.sent_status or EMPTY_STATUS) == status

    def has_other_times(self, table: Table) -> bool:
        """Returns whether a night or a vacation was changed since, on which the clocks depend."""
        before, now = ([seat.availability for seat in one.seats] for one in (self.table or table, table))
        return before != now

    def change_seat(self, table: Table) -> None:
        """Applies a change of seat during the game: the next update is a full view with its own numbers."""
        self.send_info(table)
        self.sent_view = None

    def send_info(self, table: Table) -> None:
        """Queues the table's information if it changed."""
        known, self.table = self.table, table
        if table != known:
            self.seat = table.seat_of(self.player)
            message = TableMessage(table=table_info(table, self.player))
            self.send_queue.put(message.model_dump_json(exclude_none=True))

    def send_update(self, updates: UpdateEncoder, shown: Seat | None) -> None:
        """Queues the position's update if it is news to the viewer; `shown` is the hand spectators see."""
        position, seen = updates.position, self.sent_view
        if self.seat is None and shown != self.shown_hand:
            self.shown_hand, seen = shown, None  # another hand is shared now: send the full view
        if seen is not None and self._has_seen(position, seen):
            self.sent_view = seen._replace(version=position.version)
            return
        if self.joined_from is not None:
            self.log_from, self.joined_from = position.version_of(self.seat, self.joined_from), None
        self.sent_view = updates.view_for(self.seat, shown)
        self.send_queue.put(updates.encode(self.seat, seen, self.sent_view, self.log_from))
        self.log_from = position.version

    def _has_seen(self, position: Position, seen: SentView) -> bool:
        """Returns whether nothing that this viewer may see has happened since."""
        sent, now = (position.number(self.seat, version) for version in (seen.version, position.version))
        return sent == now
