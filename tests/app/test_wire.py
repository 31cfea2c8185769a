"""Views as JSON, and the patches that lead from one to the next."""

from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.play.wire import diff, to_json
from engine.registry import GAMES
from engine.types import Seat
from tests.app.merge import merge

GAME = GAMES["cat-in-the-box"]
VIEW: TypeAdapter[Any] = TypeAdapter(GAME.view_type)


def views(seats: int, seed: int) -> list[dict[Seat | None, Any]]:
    """What everybody sees, position by position, in a random game."""
    rng = Random(seed)
    state = GAME.start(seats, GAME.options({}, seats), rng.randbytes(32)).state
    seen = []
    while True:
        seen.append({seat: GAME.view(state, seat) for seat in (None, *map(Seat, range(seats)))})
        acting = GAME.to_act(state)
        if not acting:
            return seen
        seat = rng.choice(acting)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_json_is_what_the_types_say(seats: int) -> None:
    for seen in views(seats, seed=seats):
        for view in seen.values():
            assert to_json(view) == VIEW.dump_python(view, mode="json", exclude_none=True)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_patch_leads_from_one_view_to_a_later_one(seats: int) -> None:
    game, rng = views(seats, seed=seats), Random(seats)
    for at in range(len(game) - 1):
        for later in (at + 1, rng.randrange(at, len(game))):  # the next one, and one after a gap
            for seat, old in game[at].items():
                new = game[later][seat]
                assert merge(to_json(old), diff(old, new)) == to_json(new)


def test_nothing_changed_nothing_said() -> None:
    first = views(2, seed=0)[0]
    for view in first.values():
        assert diff(view, view) == {}


def test_only_what_changed_is_said() -> None:
    """Two seats put a card aside: everybody learns that, and nobody learns which."""
    before, after = views(4, seed=1)[:2]
    (mover,) = set(before[None].to_act) - set(after[None].to_act)
    public = {"to_act": list(after[None].to_act), "players": {str(mover): {"hand": 9, "set_aside": True}}}
    assert diff(before[None], after[None]) == public
    own = diff(before[mover], after[mover])
    assert own.keys() == public.keys() | {"hand", "aside", "legal"}
    assert own["legal"] is None


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_seats_view_is_the_public_one_and_its_own(seats: int) -> None:
    rng = Random(seats)
    state = GAME.start(seats, GAME.options({}, seats), bytes(32)).state
    while acting := GAME.to_act(state):
        public = to_json(GAME.view(state, None))
        for seat in map(Seat, range(seats)):
            own = to_json(GAME.own(state, seat))
            assert not own.keys() & public.keys()
            assert {**public, **own} == to_json(GAME.view(state, seat))
        mover = rng.choice(acting)
        state = GAME.apply(state, mover, rng.choice(GAME.legal_moves(state, mover))).state
