"""The engine against the independent referee: the same legal moves, refusals and results."""

import json
from itertools import product
from random import Random

from hypothesis import given

from engine.errors import RefusedMove
from engine.moves import parse_move
from engine.record import ReplayPosition, describe_position, read_record, replay, result_of
from engine.types import Json, Seat
from tests.engine.cat_box_lite.builders import GAME, NAMES
from tests.engine.cat_box_lite.referee import Referee
from tests.engine.cat_box_lite.walks import seat_counts, walk
from tests.engine.examples import examples, seeds


def engines_refusal(position: ReplayPosition, seat: int, move: Json) -> str | None:
    try:
        GAME.apply(position.state, Seat(seat), parse_move(move, GAME.move_types))
    except RefusedMove as refused:
        return refused.code
    return None


@examples(120)
@given(seat_counts, seeds)
def test_referee_agrees_on_the_end_of_a_game(seats: int, seed: int) -> None:
    record = walk(seats, seed).record()
    referee = Referee(record)
    for seat, move in record["moves"]:
        referee.play(seat, move)
    *_, end = replay(read_record(json.loads(json.dumps(record))))
    assert result_of(GAME, end) == referee.result() is not None
    assert end.ply == 18


@examples(20)
@given(seat_counts, seeds)
def test_referee_agrees_on_every_legal_move(seats: int, seed: int) -> None:
    """L7, L8, L10: seats to act and legal moves, in the form of `--steps`."""
    record = walk(seats, seed).record()
    referee = Referee(record)
    for position in replay(read_record(record)):
        description = describe_position(GAME, position)
        if position.ply == 18:
            assert description["legal"] == {}
            assert referee.over()
        else:
            assert description["legal"] == {str(referee.turn): referee.legal()}
            referee.play(*record["moves"][position.ply])


@examples(20)
@given(seat_counts, seeds)
def test_referee_agrees_on_every_refusal(seats: int, seed: int) -> None:
    """L7, L8: any seat, hand, slot and side, near the play area and far from it."""
    record, rng = walk(seats, seed).record(), Random(seed)
    referee = Referee(record)
    tried = list(product(range(seats), range(-1, seats + 1), range(-1, 4), ("public", "private")))
    for position in replay(read_record(record)):
        for seat, holder, slot, side in rng.sample(tried, 30):
            spot = {"column": rng.choice((-99, *range(-4, 5))), "row": rng.choice((*range(-4, 5), 10**30))}
            move = {"kind": "place", "holder": holder, "slot": slot, "face": side, **spot}
            assert engines_refusal(position, seat, move) == referee.refusal(seat, move)
        if position.ply < 18:
            referee.play(*record["moves"][position.ply])


@examples(60)
@given(seat_counts, seeds)
def test_referee_agrees_on_deals_from_a_seed(seats: int, seed: int) -> None:
    """L3-L6: a seed gives the same deal."""
    record: Json = {
        "format": "boxcats-record/1",
        "game": "cat-box-lite",
        "options": {},
        "seats": list(NAMES[:seats]),
        "seed": Random(seed).randbytes(32).hex(),
        "moves": [],
    }
    referee, rng = Referee(record), Random(seed)
    state = GAME.start(seats, {}, bytes.fromhex(record["seed"])).state
    assert (GAME.first_seat(state), list(state.identities)) == (referee.turn, referee.identities)
    while acting := GAME.to_act(state):
        move = rng.choice(GAME.legal_moves(state, acting[0]))
        written = {"kind": "place", "holder": move.holder, "slot": move.slot, "face": move.face}
        referee.play(acting[0], {**written, "column": move.column, "row": move.row})
        state = GAME.apply(state, acting[0], move).state
    assert GAME.result(state) == referee.result()
