"""Redeals a game so that it looks the same to one observer: everything unknown to the observer changes."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from engine.cat_in_the_box.redeal import Round
from engine.cat_in_the_box.setups import SETUPS
from engine.errors import IllegalMove
from engine.types import ExplicitDeals, Json, Seat
from tests.engine.builders import GAME
from tests.engine.walks import Walk

TRIES = 12  # redeals; in some the moves are illegal


def two_redeals(game: Walk, observer: Seat | None, rng: Random, late: Seat | None = None) -> Iterator[Walk]:
    """Yields up to two results of `redeal`, and computes no more."""
    tried = (redeal(game, observer, rng, late) for _ in range(TRIES))
    return islice(filter(None, tried), 2)


def redeal(game: Walk, observer: Seat | None, rng: Random, late: Seat | None = None) -> Walk | None:
    """Returns another game that looks the same to the observer, None if its moves are illegal (C22).

    `late` is a seat whose hands of earlier rounds the observer was shown.

    Moves can be illegal only if a seat led red and could have declared another color (C10), or if the seat to
    play were in a paradox (C15). Any other difference raises.
    """
    rounds = _rounds(game)
    over = len(game.states[-1].scored)
    rounds = [
        one.redealt(late if number < over and late is not None else observer, _shuffled_by(rng))
        for number, one in enumerate(rounds)
    ]
    to_come = [_any_deal(game.seats, rng) for _ in range(game.seats - len(rounds))]
    draws = ExplicitDeals(GAME.first_seat(game.states[0]), (*(one.deal() for one in rounds), *to_come))
    start = GAME.start(game.seats, {"layout": game.layout}, draws)
    other = Walk(game.seats, game.layout, game.secret, [start.state], [start.events])
    for seat, move in [move for one in rounds for move in one.moves]:
        try:
            state, events = GAME.apply(other.states[-1], seat, move)
        except IllegalMove as refused:
            if refused.code == "C10" and seat != observer:
                return None
            raise
        other.states.append(state)
        other.step_events.append(events)
        other.moves.append((seat, move))
    return None if _stuck(game, other, observer) else other


def _stuck(game: Walk, other: Walk, observer: Seat | None) -> bool:
    """Returns whether the last move caused a paradox of another seat in only one of the games."""
    causer = [event.seat for event in other.step_events[-1] if event.kind == "paradox_caused"]
    kinds = [event.kind for event in game.step_events[-1]]
    return bool(causer) and "paradox_caused" not in kinds and causer != [observer]


def _rounds(game: Walk) -> list[Round]:
    """Returns the rounds of a game so far; `events[i]` are those of `moves[i]`."""
    rounds: list[Round] = []
    for state, move, events in zip(
        game.states, [*game.moves, None], [*game.step_events[1:], ()], strict=True
    ):
        if len(GAME.to_act(state)) == game.seats:
            rounds.append(Round.opened(state))
        if move is not None:
            rounds[-1].add(*move)
            rounds[-1].shown = next((event.seat for event in events if event.kind == "paradox_caused"), None)
    return rounds


def _shuffled_by(rng: Random) -> Callable[[list[int]], list[int]]:
    return lambda cards: rng.sample(cards, len(cards))


def _any_deal(seats: int, rng: Random) -> Json:
    """Returns a random future round."""
    line = SETUPS[seats]
    deck = list(range(1, line.numbers + 1)) * 5
    rng.shuffle(deck)
    hands = [deck[seat * line.dealt : (seat + 1) * line.dealt] for seat in range(seats)]
    return {"hands": hands} | ({"revealed": deck[-3:]} if seats == 2 else {})
