"""Finished games stored without a server, as rows of a table and its moves."""

import secrets
from collections.abc import Iterator, Sequence
from random import Random
from uuid import UUID

from app.infra.database.query import Cursor
from app.tables.game.move_repository import NewMove, append
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.lobby import repository as lobby
from engine.bots import Bot, choose_random
from engine.moves import write_move
from engine.registry import GAMES
from engine.types import Json, Seat


async def store_game(
    cursor: Cursor,
    game: str,
    people: Sequence[UUID],
    rng: Random,
    settings: TableSettings | None = None,
    bot: Bot = choose_random,
) -> Table:
    """Stores a game that quick match made of these people and a bot played to its end; returns its table."""
    terms = lobby.columns_of(settings or TableSettings())
    options = GAMES[game].options({}, len(people))
    table = await lobby.add_table(
        cursor, len(people), game=game, options=options, bots="", host_id=people[0], **terms
    )
    for seat, player in enumerate(people):
        await lobby.seat_matched(cursor, table, seat, player, secrets.token_hex(16))
        await lobby.add_salt(cursor, table, seat, secrets.token_hex(16))
    await lobby.start(cursor, await load_table(cursor, table.code))
    table = await load_table(cursor, table.code)
    moves = list(_moves(table, rng, bot))
    await append(
        cursor,
        [
            NewMove(
                table.id,
                seq,
                seat,
                move,
                secrets.token_hex(8),
                ends="finished" if seq == len(moves) else None,
            )
            for seq, (seat, move) in enumerate(moves, start=1)
        ],
    )
    return table


def _moves(table: Table, rng: Random, bot: Bot) -> Iterator[tuple[Seat, Json]]:
    game = GAMES[table.game]
    state = game.start(len(table.seats), table.options, table.draws).state
    while to_act := game.to_act(state):
        seat = to_act[0]
        move = bot(game.view(state, seat), game.legal_moves(state, seat), rng)
        state = game.apply(state, seat, move).state
        yield seat, write_move(move)
