"""A round as one onlooker saw it, with all that it cannot know dealt otherwise (C21)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.cat_in_the_box.moves import Declare, SetAside
from engine.cat_in_the_box.state import COPIES, SET_UP, State
from engine.types import Json, Move, Seat

Shuffle = Callable[[list[int]], list[int]]  # gives the cards in a new order


@dataclass
class Round:
    """What was dealt and played in one round, by seat, as far as it went."""

    hands: list[list[int]]  # as dealt
    revealed: list[int]
    played: list[list[int]]
    aside: list[int | None]
    shown: Seat | None = None  # whose hand a paradox showed (C16)
    moves: list[tuple[Seat, Move]] = field(default_factory=list)

    @classmethod
    def opened(cls, state: State) -> "Round":
        """The round of this position, in which nobody has put a card aside yet."""
        hands = [list(player.hand) for player in state.players]
        return cls(hands, list(state.revealed), [[] for _ in hands], [None for _ in hands])

    def add(self, seat: Seat, move: Move) -> None:
        """The next move."""
        self.moves.append((seat, move))
        if isinstance(move, Declare):
            self.played[seat].append(move.card)
        elif isinstance(move, SetAside):
            self.aside[seat] = move.card

    def deal(self) -> Json:
        """Its cards in the record's form."""
        return {"hands": self.hands} | ({"revealed": self.revealed} if self.revealed else {})

    def otherwise(self, onlooker: Seat | None, shuffle: Shuffle) -> "Round":
        """The same moves with what is unknown shuffled among its places: cards aside, unplayed, undealt.

        It may be one that could not have come this far: only C10 and C15 tell (C22).
        """
        pool = shuffle(sorted(self._unknown(onlooker)))
        aside, hands = list(self.aside), list(self.hands)
        for seat in self._secret(onlooker):
            rest = self._unplayed(seat)
            if seat != self.shown:
                rest = [pool.pop() for _ in rest]
            if aside[seat] is not None:
                aside[seat] = pool.pop()
            hands[seat] = [*self.played[seat], *rest, *_held(aside[seat])]
        moves = [(seat, _with_card(move, aside[seat])) for seat, move in self.moves]
        return Round(hands, self.revealed, self.played, aside, self.shown, moves)

    def _secret(self, onlooker: Seat | None) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat != onlooker]

    def _unknown(self, onlooker: Seat | None) -> list[int]:
        secret = self._secret(onlooker)
        unplayed = [card for seat in secret if seat != self.shown for card in self._unplayed(seat)]
        asides = [card for seat in secret for card in _held(self.aside[seat])]
        return [*asides, *unplayed, *self._undealt()]

    def _unplayed(self, seat: int) -> list[int]:
        """What this seat holds, without the card it put aside."""
        gone = Counter([*self.played[seat], *_held(self.aside[seat])])
        return list((Counter(self.hands[seat]) - gone).elements())

    def _undealt(self) -> list[int]:
        """The cards that nobody got to see."""
        deck = Counter(dict.fromkeys(range(1, SET_UP[len(self.hands)].numbers + 1), COPIES))
        dealt = Counter([card for hand in self.hands for card in hand] + self.revealed)
        return list((deck - dealt).elements())


def _held(aside: int | None) -> list[int]:
    return [] if aside is None else [aside]


def _with_card(move: Move, aside: int | None) -> Move:
    return SetAside(aside) if isinstance(move, SetAside) and aside is not None else move
