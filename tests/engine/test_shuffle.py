"""From seed to cards: the engine against shared test vectors, which were computed independently."""

from typing import Any

import pytest

from engine.shuffle import Stream, commitment, seed_from
from engine.types import Seat
from tests.engine.builders import GAME
from tests.engine.vectors import FILE, VECTORS
from tests.vectors import make_shuffle

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=[vector["table"] for vector in VECTORS])


def test_vectors_match_an_independent_implementation() -> None:
    assert FILE.read_text("utf-8") == make_shuffle.text()


@each_vector
def test_commitment_and_seed(vector: dict[str, Any]) -> None:
    secret, salts = bytes.fromhex(vector["secret"]), [bytes.fromhex(salt) for salt in vector["salts"]]
    assert commitment(secret).hex() == vector["commitment"]
    assert seed_from(secret, vector["table"], salts).hex() == vector["seed"]


@each_vector
def test_words_of_a_stream(vector: dict[str, Any]) -> None:
    for label, words in vector["words"].items():
        stream = Stream(bytes.fromhex(vector["seed"]), label)
        assert [stream.below(2**32) for _ in words] == words


@each_vector
def test_numbers_below_n(vector: dict[str, Any]) -> None:
    """A word in the last, incomplete range of n is rejected."""
    for n, numbers in vector["below"].items():
        stream = Stream(bytes.fromhex(vector["seed"]), "below")
        assert [stream.below(int(n)) for _ in numbers] == numbers


@each_vector
def test_shuffle(vector: dict[str, Any]) -> None:
    for count, order in vector["shuffle"].items():
        items = list(range(int(count)))
        assert Stream(bytes.fromhex(vector["seed"]), "shuffle").shuffle(items) == order
        assert items == list(range(int(count)))


@each_vector
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_c1_c3_first_seat_and_deals(vector: dict[str, Any], seats: int) -> None:
    """C1, C3: the first seat, and every round's hands and revealed cards."""
    state = GAME.start(seats, {"layout": "white"}, bytes.fromhex(vector["seed"])).state
    assert GAME.first_seat(state) == vector["first_seat"][str(seats)]
    for number, deal in enumerate(vector["deals"][str(seats)]):
        while GAME.view(state, None).round < number:
            seat = GAME.to_act(state)[0]
            state = GAME.apply(state, seat, GAME.legal_moves(state, seat)[0]).state
        hands = [list(GAME.view(state, Seat(seat)).hand) for seat in range(seats)]
        assert hands == [sorted(hand) for hand in deal["hands"]]
        assert list(GAME.view(state, None).revealed or ()) == deal.get("revealed", [])
