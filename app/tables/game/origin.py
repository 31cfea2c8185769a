"""The source of a branched game: the game whose deals and first moves it takes over."""

from typing import NamedTuple

from app.tables.game.protocol import OriginInfo
from engine.types import DealSource, ExplicitDeals, Json, Seat


class Origin(NamedTuple):
    """The source game, with only the deals that the branched game has reached."""

    code: str  # empty: a deal of no game, which tables of several groups play
    ply: int  # number of moves taken over
    duplicate: bool  # a duplicate: the same deals from the start, to compare results
    first_seat: Seat
    deals: tuple[Json, ...]
    public: bool  # the source game is public

    def draws(self, seed: bytes) -> DealSource:
        """Returns the source's deals, followed by deals from this table's own seed."""
        return ExplicitDeals(self.first_seat, self.deals, seed)

    def info(self, *, over: bool) -> OriginInfo:
        """Returns the origin as shown to clients; a duplicate's source is hidden until it is over."""
        hidden = self.duplicate and not over
        return OriginInfo(code="" if hidden else self.code, ply=self.ply, duplicate=self.duplicate)
