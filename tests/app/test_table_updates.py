"""Views as JSON, and patches between them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.core.json_patch import diff, to_json
from engine.game import Game
from engine.registry import GAMES
from engine.seatless_moves import TimeUp
from engine.types import Seat
from tests.app.merge_patch import merge

TABLES = [(game, seats) for game in GAMES.values() for seats in game.seat_counts]
TIME_UP = 0.1  # probability that a time limit is reached instead of a move
each_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.key}-{n}" for g, n in TABLES])


def positions(game: Game[Any], seats: int, seed: int) -> Iterator[Any]:
    """Yields the states of a random game. Time limits are reached sometimes: random votes hardly agree."""
    rng = Random(seed)
    state = game.start(seats, game.options({}, seats), rng.randbytes(32)).state
    yield state
    while acting := game.to_act(state):
        if game.time_limit(state) is not None and rng.random() < TIME_UP:
            state = game.apply(state, None, TimeUp()).state
        else:
            seat = rng.choice(acting)
            state = game.apply(state, seat, rng.choice(game.legal_moves(state, seat))).state
        yield state


def views(game: Game[Any], seats: int, seed: int) -> list[dict[Seat | None, Any]]:
    """Returns the views of all seats and of spectators at every position of a random game."""
    return [
        {seat: game.view(state, seat) for seat in (None, *map(Seat, range(seats)))}
        for state in positions(game, seats, seed)
    ]


@each_table
def test_json_matches_the_types(game: Game[Any], seats: int) -> None:
    types: TypeAdapter[Any] = TypeAdapter(game.view_type)
    for seen in views(game, seats, seed=seats):
        for view in seen.values():
            assert to_json(view) == types.dump_python(view, mode="json", exclude_none=True)


@each_table
def test_patch_changes_one_view_to_a_later_one(game: Game[Any], seats: int) -> None:
    seen, rng = views(game, seats, seed=seats), Random(seats)
    for at in range(len(seen) - 1):
        for later in (at + 1, rng.randrange(at, len(seen))):  # the next view, and one after a gap
            for seat, old in seen[at].items():
                new = seen[later][seat]
                assert merge(to_json(old), json.loads(diff(old, new))) == to_json(new)


def test_equal_views_have_an_empty_patch() -> None:
    first = views(GAMES["cat-in-the-box"], 2, seed=0)[0]
    for view in first.values():
        assert diff(view, view) == "{}"


def test_patch_contains_only_changes() -> None:
    """Two seats put a card aside: the update says that they did, but not which card."""
    before, after = views(GAMES["cat-in-the-box"], 4, seed=1)[:2]
    (mover,) = set(before[None].to_act) - set(after[None].to_act)
    public = {"to_act": list(after[None].to_act), "players": {str(mover): {"hand": 9, "set_aside": True}}}
    assert json.loads(diff(before[None], after[None])) == public
    own = json.loads(diff(before[mover], after[mover]))
    assert own.keys() == public.keys() | {"hand", "aside", "legal"}
    assert own["legal"] is None


@each_table
def test_seat_view_extends_the_public_view(game: Game[Any], seats: int) -> None:
    for state in positions(game, seats, seed=seats):
        public = to_json(game.view(state, None))
        for seat in map(Seat, range(seats)):
            own = to_json(game.private_view(state, seat))
            assert not own.keys() & public.keys()
            assert {**public, **own} == to_json(game.view(state, seat))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_game_declares_late_hands(game: Game[Any]) -> None:
    state = game.start(3, game.options({}, 3), bytes(32)).state
    assert (game.revealed_hand(state, Seat(0)) is not None) == game.reveals_hands
