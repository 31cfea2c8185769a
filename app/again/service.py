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
from app.statements import Cursor

EMPTY = Chair(None, "", "", "", ready=False)


class Again:
    """When all have answered, who wants it plays on at a table of its own, one seat further."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    async def say(self, player: UUID, code: str, salt: str) -> str:
        """Says yes by a salt, or no by none; the next game's table, if this was the last answer to wait for.

        Raises TableNotFound, NotSeated, NotFinished, AlreadyStarted (without this person), OneMoment.
        """
        async with unless_away(), self._database.write() as cursor:
            table = await lock_table(cursor, code)
            table = _answered(table, player, salt)
            await repository.say(cursor, table, table.seat_of(player) or 0, salt)
            if table.next is None:
                following = await repository.reserve(cursor, table, secrets.token_bytes(32))
            else:
                following = table.next
            begun = _all_answered(table)
            if begun:
                await _lead_on(cursor, table)
        self._bus.publish(TableChanged(code))
        return following if begun else ""


def _answered(table: Table, player: UUID, salt: str) -> Table:
    """The table with this person's answer. Raises NotSeated, NotFinished, AlreadyStarted."""
    seat = table.seat_of(player)
    if seat is None:
        raise NotSeated
    if table.status != "finished":
        raise NotFinished
    if table.leads_to:
        raise AlreadyStarted
    chairs = list(table.chairs)
    chairs[seat] = replace(chairs[seat], again=salt)
    return replace(table, chairs=tuple(chairs))


def _all_answered(table: Table) -> bool:
    """And somebody wants to play."""
    answers = [chair.again for chair in table.chairs if chair.player]
    return None not in answers and any(answers)


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
