"""A snapshot of a table and its people."""

import hmac
import json
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal
from uuid import UUID

from app.infra.database.models import Status
from app.players.cats import CatName, assign_cats
from app.tables.errors import NotHost, NotSeated
from app.tables.game.origin import Origin
from app.tables.game.protocol import InvitedPlayer, OriginInfo, RatingChange
from app.tables.game.removal import Removal
from app.tables.game.settings import TableSettings
from app.tables.time_control.availability import ALWAYS_AVAILABLE, Availability
from app.tables.time_control.presets import TURN_BASED_CLOCKS
from app.tables.time_control.state import Timing
from engine.registry import ENTRIES
from engine.shuffle import seed_from
from engine.types import DealSource, Json, Seat

SETTINGS_KEY_LENGTH = 16  # in hexadecimal digits


@dataclass(frozen=True)
class TableSeat:
    """A seat of a table and its occupant."""

    player: UUID | None
    bot: str
    name: str  # unique at the table; empty for an empty seat
    salt: str = field(repr=False)
    ready: bool
    shows_hand: bool = False  # to spectators, one round late
    # the salt for a rematch; "": declined; None: not answered
    again: str | None = field(default=None, repr=False)
    caretaker: bool = False  # the caretaker plays for this player
    availability: Availability = ALWAYS_AVAILABLE
    handle: str = ""  # of the profile; empty for bots and deleted accounts
    pauses: int = 0  # number of pauses this player has requested
    seen_deals: bool = False  # of an open duplicate table: this player knows its deals
    account: bool = False  # the player is registered
    cat: str = ""  # chosen by the player; empty for none
    rating: RatingChange | None = None  # by this game, once it is recorded

    @property
    def kind(self) -> Literal["empty", "person", "bot"]:
        """Returns who holds the seat."""
        return "person" if self.player else "bot" if self.bot else "empty"

    @property
    def is_former(self) -> bool:
        """Returns whether the player's account was deleted."""
        return self.player is not None and not self.name


@dataclass(frozen=True)
class Table:
    """Everything stored about a table except its moves."""

    id: int
    code: str
    game: str
    options: Json
    status: Status
    bots: str
    settings: TableSettings
    timing: Timing
    secret: bytes = field(repr=False)
    host: UUID | None
    seats: tuple[TableSeat, ...]
    started_at: datetime | None
    finished_at: datetime | None
    rematch_code: str | None  # code reserved for the rematch's table
    rematch_secret: bytes | None = field(repr=False)  # the rematch's shuffle secret, until its table exists
    starts_at: datetime | None  # time of the automatic start; None if there is none
    closed_reason: str  # given by an administrator who closed the table; else empty
    started_rematch: str  # the rematch's code once its table exists, else empty
    origin: Origin | None = None  # of a branched game
    rated: bool = False  # the game is rated, or would be if it started now
    stopped_by: frozenset[Seat] | None = None  # seats that voted to end the game, were absent, or left
    deal: bytes | None = field(default=None, repr=False)  # see app.tables.deal_guard.digest
    address_key: str = field(default="", repr=False)  # of who created it, if known; until the game is over
    deal_name: str = ""  # of a deal that many tables play, each with the secret of this deal; else empty
    removals: tuple[Removal, ...] = ()  # of an open table
    invited: tuple[InvitedPlayer, ...] = ()  # to an open private table
    changes: int = field(default=0, compare=False)  # number of changes other than moves

    @property
    def names(self) -> list[str]:
        """Returns the names by seat; empty for empty seats."""
        return [seat.name for seat in self.seats]

    @cached_property
    def cats(self) -> list[CatName]:
        """Returns the cat of each seat."""
        return assign_cats([(seat.player, seat.cat) for seat in self.seats])

    @property
    def player_seats(self) -> list[Seat]:
        """Returns the seats of people."""
        return [Seat(seat) for seat, table_seat in enumerate(self.seats) if table_seat.player]

    @property
    def has_bots(self) -> bool:
        """Returns whether bots play here, or will fill empty seats."""
        return bool(self.bots) or any(seat.bot for seat in self.seats)

    @property
    def is_turn_based(self) -> bool:
        """Returns whether the time control counts in days, so that players need not be connected."""
        return self.settings.clock in TURN_BASED_CLOCKS

    @property
    def is_deserted(self) -> bool:
        """Returns whether all players left their seats to the caretaker, which then stops playing.

        Never where other tables wait for the result: there the caretaker plays on.
        """
        all_left = all(self.seats[seat].caretaker for seat in self.player_seats)
        return all_left and not self.is_awaited

    @property
    def is_awaited(self) -> bool:
        """Returns whether groups at other tables play the same deal, and get their results after all have."""
        return self.origin is not None and not self.origin.code

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Returns whether a bot moves for this seat at once: a bot's own seat, or a player's that the
        caretaker has.
        """
        table_seat = self.seats[seat]
        is_caretaker_seat = table_seat.caretaker and not self.is_turn_based and not self.is_deserted
        return not self.timing.paused and (bool(table_seat.bot) or is_caretaker_seat)

    @property
    def started(self) -> bool:
        return self.started_at is not None  # a table can be over without having started

    @property
    def starting(self) -> bool:
        """Returns whether it only waits for salts; its people and settings are fixed."""
        return self.status == "open" and self.starts_at is not None

    @property
    def has_all_salts(self) -> bool:
        """Returns whether all players have sent their salts."""
        return all(self.seats[seat].salt for seat in self.player_seats)

    @cached_property
    def seed(self) -> bytes:
        """Returns the seed of all shuffles; salts do not change after the start."""
        return seed_from(self.secret, self.seed_name, [bytes.fromhex(seat.salt) for seat in self.seats])

    @property
    def seed_name(self) -> str:
        """Returns the name from which the seed follows, besides the secret and the salts."""
        return self.deal_name or self.code

    @property
    def draws(self) -> DealSource:
        """Returns the source of the game's deals."""
        return self.seed if self.origin is None else self.origin.draws(self.seed)

    @property
    def over(self) -> bool:
        return self.status in ("finished", "abandoned")

    @property
    def origin_info(self) -> OriginInfo | None:
        """Returns the origin of a branched game, as far as it may be shown."""
        return self.origin.info(over=self.over) if self.origin else None

    def seat_of(self, player: UUID) -> Seat | None:
        """Returns the player's seat, if they have one."""
        return self._seat_by_player.get(player)

    def require_seat(self, player: UUID) -> Seat:
        """Returns the player's seat. Raises NotSeated."""
        if (seat := self.seat_of(player)) is None:
            raise NotSeated
        return seat

    def require_host(self, player: UUID) -> None:
        """Raises NotHost if another player is the host, or nobody is."""
        if player != self.host:
            raise NotHost

    @cached_property
    def _seat_by_player(self) -> dict[UUID, Seat]:
        return {
            table_seat.player: Seat(seat) for seat, table_seat in enumerate(self.seats) if table_seat.player
        }

    def can_view(self, player: UUID) -> bool:
        """Returns whether this player may see the table; before the start, everybody may."""
        return self.settings.watching != "nobody" or not self.started or self.seat_of(player) is not None

    @property
    def has_spectator_chat(self) -> bool:
        """Returns whether spectators write to each other now: players read it after the game."""
        return self.status == "playing"

    @property
    def shared_hand_seat(self) -> Seat | None:
        """Returns the seat whose hand is shown to spectators, one round late."""
        if self.settings.watching != "hand":
            return None
        return next((Seat(seat) for seat, table_seat in enumerate(self.seats) if table_seat.shows_hand), None)

    def allows_hints(self, seat: Seat) -> bool:
        """Returns whether the seat's player may get hints: in games with an evaluator, against bots only,
        unrated, and with deals that are not there to compare people.
        """
        compared = bool(self.deal_name) or (self.origin is not None and self.origin.duplicate)
        others = [one for number, one in enumerate(self.seats) if number != seat]
        evaluated = ENTRIES[self.game].evaluate is not None
        return evaluated and not self.rated and not compared and all(one.bot for one in others)

    def agreed_to_rematch(self, player: UUID) -> bool:
        """Returns whether this player has given a salt for the rematch."""
        seat = self.seat_of(player)
        return seat is not None and bool(self.seats[seat].again)

    def follows_rematch(self, player: UUID) -> bool:
        """Returns whether this player is moved to the rematch: players who agreed, and spectators."""
        if self.seat_of(player) is None:
            return self.can_view(player)
        return self.agreed_to_rematch(player)

    @cached_property
    def settings_key(self) -> str:
        """Returns a keyed digest of the settings, the options, the number of seats and the bots.

        It reveals nothing about the link to the voice call. The chat's switch is left out, as the host may
        change it at any time.
        """
        options = json.dumps(self.options, sort_keys=True)
        return self._settings_digest(f":{options}:{len(self.seats)}:{self.bots}")

    @property
    def former_settings_key(self) -> str:
        """Returns the digest of the settings alone, which servers of the previous version send."""
        return self._settings_digest("")

    def _settings_digest(self, more: str) -> str:
        text = f"terms:{self.settings.model_dump_json(exclude={'chat'})}{more}"
        return hmac.digest(self.secret, text.encode(), "sha256").hex()[:SETTINGS_KEY_LENGTH]
