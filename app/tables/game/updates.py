"""Encodes updates: the JSON text of `protocol.Update`, from the view that was sent last to the current one.

This is the hot path of a move. Views are encoded from the game's types by `core.json_patch`, and what is the
same for several subscribers is encoded once. The result conforms to `protocol.Update`, which the tests check.
"""

from typing import Any, NamedTuple

from app.core.json_patch import EMPTY, diff, dump, encode, join
from app.tables.game.position import Position
from engine.types import Seat


class SentView(NamedTuple):
    """The view that was last sent to one subscriber."""

    version: int
    public: Any  # the spectator's view
    private: Any  # the seat's private view; for spectators the shared hand, or None


class UpdateEncoder:
    """Encodes one position for many subscribers."""

    def __init__(
        self,
        position: Position,
        clocks: str,
        step_left: int | None,
        step_age: int | None,
    ) -> None:
        """Takes what is relative to now: the clocks as JSON, and in ms the rest and the age of the step."""
        self.position = position
        substituted = sorted(position.seats_with_caretaker_moves)
        seats = f',"substituted":{dump(substituted)}' if substituted else ""
        step = "" if step_left is None else f',"step_left":{step_left}'
        step += "" if step_age is None else f',"step_age":{step_age}'
        # the same for all subscribers
        self._rest = f',"clocks":{clocks}{seats}{step}' if clocks else f"{seats}{step}"
        self._patches: dict[int, str] = {}  # public patches, by base version

    def view_for(self, seat: Seat | None, shown: Seat | None) -> SentView:
        """Returns the current view of a seat, or of a spectator who sees the shared hand of a seat."""
        position = self.position
        if seat is not None:
            return SentView(position.version, position.public_view(), position.private_view(seat))
        shared = None if shown is None else position.revealed_hand(shown)
        return SentView(position.version, position.public_view(), shared)

    def encode(self, seat: Seat | None, seen: SentView | None, now: SentView, log_from: int) -> str:
        """Returns the update from `seen` (None: a full view) to `now`, with the log after `log_from`."""
        position = self.position
        turn = ""
        if seat is not None and seat in position.turns:
            turn = f'"turn":{position.number(seat, position.turns[seat])},'
        if seen is None:
            own = EMPTY if now.private is None else encode(now.private)
            change = f'"view":{join(encode(now.public), own)}'
        else:
            change = f'"base":{position.number(seat, seen.version)},"patch":{self._patch(seen, now)}'
        log, version = position.log_after(seat, log_from), position.number(seat, now.version)
        return f'{{"type":"update","version":{version},{turn}{change},"log":[{log}]{self._rest}}}'

    def _patch(self, seen: SentView, now: SentView) -> str:
        if seen.version not in self._patches:
            self._patches[seen.version] = diff(seen.public, now.public)
        public = self._patches[seen.version]
        return public if now.private is seen.private else join(public, diff(seen.private, now.private))
