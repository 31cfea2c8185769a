"""Another game with the same people: everybody at a table whose game is over is asked."""

import secrets
from dataclasses import replace
from uuid import UUID

from app.accounts.names import bot_names, told_apart
from app.again import repository
from app.bus import Bus, TableChanged
from app.database import Database
from app.errors import AlreadyStarted, NotFinished, NotSeated
from app.lobby.repository import lock_table
from app.play.service import unless_away
from app.play.tables import Chair, Table
from app.presence import Presence
from app.statements import Cursor

EMPTY = Chair(None, "", "", "", ready=False)
GONE = 30  # seconds without a page at the table


class Again:
    """When all have answered, who wants it plays on at a table of its own, one seat further.

    Nobody waits for a seat that the caretaker plays. Who says yes once more does not wait for those who left
    the table's page some time ago either.
    """

    def __init__(self, database: Database, bus: Bus, presence: Presence) -> None:
        self._database = database
        self._bus = bus
        self._presence = presence

    async def say(self, player: UUID, code: str, salt: str) -> str:
        """Says yes by a salt, or no by none; the next game's table, if this was the last answer to wait for.

        Raises TableNotFound, NotSeated, NotFinished, AlreadyStarted (without this person), OneMoment.
        """
        async with unless_away(), self._database.write() as cursor:
            before = await lock_table(cursor, code)
            table = _answered(before, player, salt)
            said_before = salt and before.chairs[table.seat_of(player) or 0].again
            await repository.say(cursor, table, table.seat_of(player) or 0, salt)
            if table.next is None or table.next_secret is None:
                following = await repository.reserve(cursor, table, secrets.token_bytes(32))
            else:
                following = table.next
            waits_for = _waits_for(table)
            if waits_for and said_before:
                waits_for -= await self._gone(code, waits_for)
            begun = not waits_for and any(chair.again for chair in table.chairs)
            if begun:
                await _lead_on(cursor, table)
        self._bus.publish(TableChanged(code))
        return following if begun else ""

    async def _gone(self, code: str, people: set[UUID]) -> set[UUID]:
        away = await self._presence.away(code, people)
        return {player for player, seconds in away.items() if seconds >= GONE}


def _answered(table: Table, player: UUID, salt: str) -> Table:
    """The table with this person's answer. Raises NotSeated, NotFinished, AlreadyStarted."""
    seat = table.seat_of(player)
    if seat is None:
        raise NotSeated
    if table.status != "finished":
        raise NotFinished
    if table.leads_to:
        raise AlreadyStarted
    chairs = [replace(chair, again="") if _is_former(chair) else chair for chair in table.chairs]
    chairs[seat] = replace(chairs[seat], again=salt)
    return replace(table, chairs=tuple(chairs))


def _is_former(chair: Chair) -> bool:
    """Whether its player's account is gone: nobody is there to want anything."""
    return chair.player is not None and not chair.name


def _waits_for(table: Table) -> set[UUID]:
    """Who has not answered."""
    silent = (chair for chair in table.chairs if chair.again is None and not chair.caretaker)
    return {chair.player for chair in silent if chair.player}


async def _lead_on(cursor: Cursor, table: Table) -> None:
    chairs = _one_further(table, await repository.names(cursor, table))
    people = [chair.player for chair in table.chairs if chair.player and chair.again]
    host = table.host if table.host in people else people[0]
    await repository.lead_on(cursor, table, host, chairs)


def _one_further(table: Table, names: dict[UUID, str]) -> list[Chair]:
    """Who wants to play, one seat on; the other seats are the bots', or free where there are none."""
    chairs = [_stays(chair, names) if chair.again or chair.bot else EMPTY for chair in table.chairs]
    if table.bots:
        new = iter(bot_names([chair.name for chair in chairs], len(chairs)))
        chairs = [
            Chair(None, table.bots, next(new), "", ready=True) if one is EMPTY else one for one in chairs
        ]
    frozen = [""] * len(chairs) if EMPTY in chairs else told_apart([chair.name for chair in chairs])
    chairs = [replace(chair, name=name) for chair, name in zip(chairs, frozen, strict=True)]
    return [*chairs[-1:], *chairs[:-1]]


def _stays(chair: Chair, names: dict[UUID, str]) -> Chair:
    name = names[chair.player] if chair.player else chair.name
    return Chair(chair.player, chair.bot, name, chair.again or "", ready=True)
