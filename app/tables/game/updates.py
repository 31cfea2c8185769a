"""What a page has been shown, and the update that brings it up to a position."""

from typing import Any, NamedTuple

from app.core.json_patch import NOTHING, diff, dump, joined, write
from app.tables.game.position import Position
from engine.types import Seat


class SentView(NamedTuple):
    """The position as one page was shown it."""

    version: int
    public: Any  # the spectator's view
    private: Any  # what the seat sees besides; of a spectator what a seat shows it, if any does


class UpdateEncoder:
    """One position on its way to many pages: what they get alike is written once."""

    def __init__(self, position: Position, clocks: str = "") -> None:
        self.position = position
        seats = f',"substituted":{dump(sorted(position.caretaker_seats))}' if position.caretaker_seats else ""
        self._rest = f',"clocks":{clocks}{seats}' if clocks else seats  # the same for all
        self._patches: dict[int, str] = {}  # of what is public, by the version it starts from

    def view_for(self, seat: Seat | None, shown: Seat | None) -> SentView:
        """What this seat may see now, or a spectator to whom a seat's hand is shown."""
        position = self.position
        if seat is not None:
            return SentView(position.version, position.public_view(), position.private_view(seat))
        late = None if shown is None else position.revealed_hand(shown)
        return SentView(position.version, position.public_view(), late)

    def encode(self, seat: Seat | None, seen: SentView | None, now: SentView, log_from: int) -> str:
        """The protocol's Update from what was seen, if anything was, to what is seen now."""
        position = self.position
        turn = "" if seat is None or seat not in position.turns else f'"turn":{position.turns[seat]},'
        if seen is None:
            own = NOTHING if now.private is None else write(now.private)
            change = f'"view":{joined(write(now.public), own)}'
        else:
            change = f'"base":{seen.version},"patch":{self._patch(seen, now)}'
        log = ",".join(position.log[log_from + 1 :])
        return f'{{"type":"update","version":{now.version},{turn}{change},"log":[{log}]{self._rest}}}'

    def _patch(self, seen: SentView, now: SentView) -> str:
        if seen.version not in self._patches:
            self._patches[seen.version] = diff(seen.public, now.public)
        public = self._patches[seen.version]
        return public if now.private is seen.private else joined(public, diff(seen.private, now.private))
