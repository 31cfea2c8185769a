"""The same game as one onlooker saw it, with all that the onlooker cannot know dealt otherwise."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.cat_in_the_box.moves import Declare, SetAside
from engine.cat_in_the_box.state import SET_UP, State
from engine.errors import IllegalMove
from engine.types import Json, Move, Seat, Written
from tests.engine.builders import GAME
from tests.engine.walks import Walk


@dataclass
class Round:
    """What was dealt and played in one round, by seat."""

    hands: list[list[int]]
    revealed: list[int]
    played: list[list[int]]
    aside: list[int | None]
    shown: Seat | None = None  # whose hand a paradox showed (C16)
    moves: list[tuple[Seat, Move]] = field(default_factory=list)

    def unplayed(self, seat: int) -> list[int]:
        """What this seat holds at the end, without the card it put aside."""
        aside = self.aside[seat]
        gone = Counter([*self.played[seat], *([] if aside is None else [aside])])
        return list((Counter(self.hands[seat]) - gone).elements())

    def undealt(self, numbers: int) -> list[int]:
        """The cards that nobody got to see."""
        seen = Counter([card for hand in self.hands for card in hand] + self.revealed)
        return list((Counter(list(range(1, numbers + 1)) * 5) - seen).elements())


def redeal(game: Walk, onlooker: Seat | None, rng: Random, late: Seat | None = None) -> Walk | None:
    """Another game that looks the same to the onlooker, None if it could not have come this far (C22).

    `late` is a seat whose hands of the rounds that are over it was shown.

    It could not if a seat led red that could have declared another color (C10), or if the seat to play would
    be in a paradox (C15). Whatever else goes differently is an error, and shows as one.
    """
    rounds = _rounds(game)
    over = len(game.states[-1].scored)
    told = [
        _dealt_otherwise(one, game.seats, late if number < over and late is not None else onlooker, rng)
        for number, one in enumerate(rounds)
    ]
    to_come = [_any_deal(game.seats, rng) for _ in range(game.seats - len(rounds))]
    draws = Written(GAME.first_seat(game.states[0]), (*(deal for deal, _ in told), *to_come))
    start = GAME.start(game.seats, {"layout": game.layout}, draws)
    other = Walk(game.seats, game.layout, game.secret, [start.state], [start.events])
    for seat, move in [move for _, moves in told for move in moves]:
        try:
            state, events = GAME.apply(other.states[-1], seat, move)
        except IllegalMove as refused:
            if refused.code == "C10" and seat != onlooker:
                return None
            raise
        other.states.append(state)
        other.told.append(events)
        other.moves.append((seat, move))
    return None if _stuck(game, other, onlooker) else other


def _stuck(game: Walk, other: Walk, onlooker: Seat | None) -> bool:
    """Whether the last move led another seat into a paradox in the one game and not in the other."""
    causer = [event.seat for event in other.told[-1] if event.kind == "paradox_caused"]
    kinds = [event.kind for event in game.told[-1]]
    return bool(causer) and "paradox_caused" not in kinds and causer != [onlooker]


def _rounds(game: Walk) -> list[Round]:
    """The rounds of a game as far as it went; `events[i]` came of `moves[i]`."""
    rounds: list[Round] = []
    for state, move, events in zip(game.states, [*game.moves, None], [*game.told[1:], ()], strict=True):
        if len(GAME.to_act(state)) == game.seats:
            rounds.append(_opened(state, game.seats))
        if move is not None:
            _add(rounds[-1], *move)
            rounds[-1].shown = next((event.seat for event in events if event.kind == "paradox_caused"), None)
    return rounds


def _opened(state: State, seats: int) -> Round:
    hands = [list(GAME.view(state, Seat(seat)).hand) for seat in range(seats)]
    revealed = list(GAME.view(state, None).revealed or ())
    return Round(hands, revealed, [[] for _ in hands], [None] * seats)


def _add(one: Round, seat: Seat, move: Move) -> None:
    one.moves.append((seat, move))
    if isinstance(move, Declare):
        one.played[seat].append(move.card)
    elif isinstance(move, SetAside):
        one.aside[seat] = move.card


def _dealt_otherwise(
    one: Round, seats: int, onlooker: Seat | None, rng: Random
) -> tuple[Json, list[tuple[Seat, Move]]]:
    """The round with all that is unknown shuffled among its places: cards aside, unplayed, undealt."""
    secret = [seat for seat in range(seats) if seat != onlooker]
    asides = {seat: one.aside[seat] for seat in secret if one.aside[seat] is not None}
    unplayed = {seat: one.unplayed(seat) for seat in secret if seat != one.shown}
    pool: list[Any] = [*asides.values(), *(card for cards in unplayed.values() for card in cards)]
    pool += one.undealt(SET_UP[seats].numbers)
    rng.shuffle(pool)
    other = Round(list(one.hands), one.revealed, one.played, list(one.aside), one.shown)
    for seat in asides:
        other.aside[seat] = pool.pop()
    for seat in secret:
        rest = [pool.pop() for _ in unplayed[seat]] if seat in unplayed else one.unplayed(seat)
        aside = other.aside[seat]
        other.hands[seat] = [*one.played[seat], *rest, *([] if aside is None else [aside])]
    moves = [
        (seat, SetAside(other.aside[seat] or 0) if isinstance(move, SetAside) else move)
        for seat, move in one.moves
    ]
    deal: Json = {"hands": other.hands} | ({"revealed": one.revealed} if seats == 2 else {})
    return deal, moves


def _any_deal(seats: int, rng: Random) -> Json:
    """A round to come, of which nobody knows anything."""
    line = SET_UP[seats]
    deck = list(range(1, line.numbers + 1)) * 5
    rng.shuffle(deck)
    hands = [deck[seat * line.dealt : (seat + 1) * line.dealt] for seat in range(seats)]
    return {"hands": hands} | ({"revealed": deck[-3:]} if seats == 2 else {})
