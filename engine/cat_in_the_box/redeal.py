"""A round from one observer's view, with the cards that the observer cannot know redealt (C21)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.cat_in_the_box.moves import Declare, SetAside
from engine.cat_in_the_box.setups import COPIES, SETUPS
from engine.cat_in_the_box.state import State
from engine.types import Json, Move, Seat

Shuffle = Callable[[list[int]], list[int]]  # returns the cards in random order


@dataclass
class Round:
    """The cards dealt and played so far in one round, by seat."""

    hands: list[list[int]]  # as dealt
    revealed: list[int]
    played: list[list[int]]
    aside: list[int | None]
    shown: Seat | None = None  # whose hand a paradox showed (C16)
    moves: list[tuple[Seat, Move]] = field(default_factory=list)

    @classmethod
    def opened(cls, state: State) -> "Round":
        """Returns the round of a state in which no seat has set a card aside yet."""
        hands = [list(player.hand) for player in state.players]
        return cls(hands, list(state.revealed), [[] for _ in hands], [None for _ in hands])

    def add(self, seat: Seat, move: Move) -> None:
        """Adds the next move."""
        self.moves.append((seat, move))
        if isinstance(move, Declare):
            self.played[seat].append(move.card)
        elif isinstance(move, SetAside):
            self.aside[seat] = move.card

    def deal(self) -> Json:
        """Returns the cards in the record's form."""
        return {"hands": self.hands} | ({"revealed": self.revealed} if self.revealed else {})

    def redealt(self, observer: Seat | None, shuffle: Shuffle) -> "Round":
        """Returns the round with the unknown cards (aside, unplayed, undealt) shuffled among their places.

        The moves may contradict the new cards, but only by C10 or C15 (C22).
        """
        pool = shuffle(sorted(self._unknown(observer)))
        aside, hands = list(self.aside), list(self.hands)
        for seat in self._hidden_seats(observer):
            rest = self._unplayed(seat)
            if seat != self.shown:
                rest = [pool.pop() for _ in rest]
            if aside[seat] is not None:
                aside[seat] = pool.pop()
            hands[seat] = [*self.played[seat], *rest, *_held(aside[seat])]
        moves = [(seat, _with_card(move, aside[seat])) for seat, move in self.moves]
        return Round(hands, self.revealed, self.played, aside, self.shown, moves)

    def _hidden_seats(self, observer: Seat | None) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat != observer]

    def _unknown(self, observer: Seat | None) -> list[int]:
        hidden = self._hidden_seats(observer)
        unplayed = [card for seat in hidden if seat != self.shown for card in self._unplayed(seat)]
        asides = [card for seat in hidden for card in _held(self.aside[seat])]
        return [*asides, *unplayed, *self._undealt()]

    def _unplayed(self, seat: int) -> list[int]:
        """Returns the cards in a seat's hand, without the one set aside."""
        gone = Counter([*self.played[seat], *_held(self.aside[seat])])
        return list((Counter(self.hands[seat]) - gone).elements())

    def _undealt(self) -> list[int]:
        """Returns the cards that were neither dealt nor revealed."""
        deck = Counter(dict.fromkeys(range(1, SETUPS[len(self.hands)].numbers + 1), COPIES))
        dealt = Counter([card for hand in self.hands for card in hand] + self.revealed)
        return list((deck - dealt).elements())


def _held(aside: int | None) -> list[int]:
    return [] if aside is None else [aside]


def _with_card(move: Move, aside: int | None) -> Move:
    return SetAside(aside) if isinstance(move, SetAside) and aside is not None else move
