"""Another game with the same people: everybody at a table whose game is over is asked."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from app.core.errors import AlreadyStarted, AppError, NotFinished, NotSeated
from app.core.futures import resolve
from app.core.tasks import TaskSet
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.names import disambiguate, random_bot_names
from app.tables.game.service import database_errors
from app.tables.game.tables import Chair, Table
from app.tables.lobby.repository import lock_table
from app.tables.rematch import repository
from engine.types import Seat

EMPTY = Chair(None, "", "", "", ready=False)
GATHERED_WITHIN = 0.02  # seconds
GONE = 30  # seconds without a page at the table


@dataclass(eq=False, slots=True)
class Answer:
    """What one person says, and whom to tell that it was taken."""

    player: UUID
    salt: str  # yes by a salt, no by none
    taken: "asyncio.Future[str]" = field(default_factory=asyncio.Future)


class Again:
    """When all have answered, who wants it plays on at a table of its own, one seat further.

    Nobody waits for a seat that the caretaker plays. Who says yes once more does not wait for those who left
    the table's page some time ago either.
    """

    def __init__(self, database: Database, pubsub: PubSub, presence: Presence) -> None:
        self._database = database
        self._pubsub = pubsub
        self._presence = presence
        self._answers: dict[str, list[Answer]] = {}  # by table, until they are taken
        self._tasks = TaskSet()

    async def close(self) -> None:
        await self._tasks.close()

    async def say(self, player: UUID, code: str, salt: str) -> str:
        """Says yes by a salt, or no by none; the next game's table, if this was the last answer to wait for.

        Raises TableNotFound, NotSeated, NotFinished, AlreadyStarted (without this person),
        ServiceUnavailable.
        """
        answer = Answer(player, salt)
        together = self._answers.setdefault(code, [])
        together.append(answer)
        if len(together) == 1:
            self._tasks.start(self._take_soon(code))
        return await answer.taken

    async def _take_soon(self, code: str) -> None:
        """What is said to a table at the same time goes together: it would only wait for its turn."""
        await asyncio.sleep(GATHERED_WITHIN)
        answers = self._answers.pop(code)
        try:
            following = await self._take(code, answers)
        except Exception as error:  # whoever said something is told
            for answer in answers:
                resolve(answer.taken, error)
        else:
            for answer in answers[::-1]:
                resolve(answer.taken, following)
                following = ""

    async def _take(self, code: str, answers: Sequence[Answer]) -> str:
        """The next game's table, if nobody is waited for any longer."""
        async with database_errors(), self._database.write() as cursor:
            before = await lock_table(cursor, code)
            table, said = _answered(before, answers)
            if not said:
                return ""
            if not table.next_secret:
                await _ask_anew(cursor, table)
                begun = False
            else:
                await repository.say(cursor, table, said)
                begun = await self._begun(cursor, before, table, said)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return str(table.next) if begun else ""

    async def _begun(self, cursor: Cursor, before: Table, table: Table, said: Sequence[Seat]) -> bool:
        """Leads on, if nobody is waited for any longer."""
        waits_for = _waits_for(table)
        if waits_for and any(table.chairs[seat].again and before.chairs[seat].again for seat in said):
            waits_for -= await self._gone(table.code, waits_for)
        if waits_for or not any(chair.again for chair in table.chairs):
            return False
        await _lead_on(cursor, table)
        return True

    async def _gone(self, code: str, people: set[UUID]) -> set[UUID]:
        away = await self._presence.away(code, people)
        return {player for player, seconds in away.items() if seconds >= GONE}


def _answered(table: Table, answers: Sequence[Answer]) -> tuple[Table, list[Seat]]:
    """The table with these answers, and whose they are; who may not answer is told so."""
    chairs = [replace(chair, again="") if _is_former(chair) else chair for chair in table.chairs]
    said = []
    for answer in answers:
        try:
            seat = _seat_of(table, answer.player)
        except AppError as error:
            resolve(answer.taken, error)
        else:
            chairs[seat] = replace(chairs[seat], again=_salt(chairs[seat], answer))
            said.append(seat)
    return replace(table, chairs=tuple(chairs)), said


def _salt(chair: Chair, answer: Answer) -> str:
    """The first salt of a seat counts: its browser kept that one."""
    return chair.again if chair.again and answer.salt else answer.salt


async def _ask_anew(cursor: Cursor, table: Table) -> None:
    """Nobody could see what binds the next game's shuffle: it is drawn now, and who said yes says it again.

    So it is where a server of the version before started this game, or the next game's table is gone.
    """
    chairs = [replace(chair, again=None if chair.again else chair.again) for chair in table.chairs]
    await repository.reserve(cursor, table)
    await repository.say(cursor, replace(table, chairs=tuple(chairs)), table.people)


def _seat_of(table: Table, player: UUID) -> Seat:
    """Raises NotSeated, NotFinished, AlreadyStarted."""
    seat = table.seat_of(player)
    if seat is None:
        raise NotSeated
    if table.status != "finished":
        raise NotFinished
    if table.leads_to:
        raise AlreadyStarted
    return seat


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
        new = iter(random_bot_names([chair.name for chair in chairs], len(chairs)))
        chairs = [
            Chair(None, table.bots, next(new), "", ready=True) if one is EMPTY else one for one in chairs
        ]
    frozen = [""] * len(chairs) if EMPTY in chairs else disambiguate([chair.name for chair in chairs])
    chairs = [replace(chair, name=name) for chair, name in zip(chairs, frozen, strict=True)]
    return [*chairs[-1:], *chairs[:-1]]


def _stays(chair: Chair, names: dict[UUID, str]) -> Chair:
    name = names[chair.player] if chair.player else chair.name
    return Chair(chair.player, chair.bot, name, chair.again or "", ready=True)
