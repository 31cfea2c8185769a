"""A branched game takes over deals and moves up to its position, and nothing later."""

import pytest

from engine.branch import BranchStart, branch_from, branch_from_start
from engine.errors import GameIsOver
from engine.record import ABANDON, ReplayPosition, read_record, replay
from engine.types import ExplicitDeals, Json
from tests.engine.builders import GAME
from tests.engine.records import finished, record
from tests.engine.vectors import VECTORS

THEN = bytes.fromhex(VECTORS[0]["seed"])


def written(original: Json, start: BranchStart) -> Json:
    """Returns a record with this beginning."""
    kept = {name: original[name] for name in ("format", "game", "options", "seats")}
    return {**kept, "first_seat": start.first_seat, "deals": [*start.deals], "moves": [*start.moves]}


def at(original: Json, ply: int) -> ReplayPosition:
    """Returns the position after this many moves."""
    return next(one for one in replay(read_record(original)) if one.ply == ply)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_branch_at_any_ply_has_the_original_position(seats: int) -> None:
    """The branch's own record replays to the same position, with the deals of opened rounds only."""
    game = finished(seats, seed=3)
    states = [position.state for position in replay(read_record(game))]
    for ply in range(0, len(game["moves"]), 7):
        start = branch_from(read_record(game), at(game, ply))
        *_, end = replay(read_record(written(game, start)))
        for seat in (None, *range(seats)):
            assert GAME.view(end.state, seat) == GAME.view(states[ply], seat)
        assert (len(start.deals), len(start.moves)) == (states[ply].round + 1, ply)


def test_later_rounds_are_dealt_from_the_new_seed() -> None:
    game = read_record(finished(3, seed=3))
    start = branch_from(game, at(finished(3, seed=3), 5))
    fresh = GAME.start(3, game.options, ExplicitDeals(start.first_seat, start.deals, THEN)).state
    seeded = GAME.start(3, game.options, THEN).state
    while fresh.round < 2:
        fresh = _first_move(fresh)
    while seeded.round < 2:
        seeded = _first_move(seeded)
    assert GAME.deals(fresh)[0] == start.deals[0]
    assert GAME.deals(fresh)[1:] == GAME.deals(seeded)[1:]
    assert GAME.deals(fresh)[0] != GAME.deals(seeded)[0]


def _first_move(state: object) -> object:
    seat = GAME.to_act(state)[0]
    return GAME.apply(state, seat, GAME.legal_moves(state, seat)[0]).state


def test_duplicate_has_all_deals_and_no_moves() -> None:
    game = finished(4, seed=3)
    start = branch_from_start(read_record(game), at(game, len(game["moves"])))
    assert (len(start.deals), start.moves) == (4, ())
    list(replay(read_record(written(game, start) | {"moves": game["moves"], "result": game["result"]})))


def test_position_after_the_end_cannot_be_branched() -> None:
    game, given_up = finished(), record(moves=[[None, ABANDON]])
    with pytest.raises(GameIsOver):
        branch_from(read_record(game), at(game, len(game["moves"])))
    assert branch_from(read_record(given_up), at(given_up, 0)).moves == ()
    with pytest.raises(GameIsOver):
        branch_from(read_record(given_up), at(given_up, 1))
