"""Where a game comes from that is not its own from the first card on."""

from typing import NamedTuple

from app.tables.game.protocol import OriginInfo
from engine.types import DealSource, ExplicitDeals, Json, Seat


class Origin(NamedTuple):
    """The game that a table's game branched off; nothing that this one has not seen."""

    code: str
    ply: int  # moves taken over
    duplicate: bool  # the same deals from the start, to be compared
    first_seat: Seat
    deals: tuple[Json, ...]
    public: bool  # everybody finds that game

    def draws(self, seed: bytes) -> DealSource:
        """Its deals, and those of this table's own seed for the rounds after them."""
        return ExplicitDeals(self.first_seat, self.deals, seed)

    def info(self, *, over: bool) -> OriginInfo:
        """For everybody's eyes: who plays a duplicate does not look up how it went before."""
        hidden = self.duplicate and not over
        return OriginInfo(code="" if hidden else self.code, ply=self.ply, duplicate=self.duplicate)
