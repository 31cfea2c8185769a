"""What the engine gives to an onlooker, and ways in which it might tell a secret, to try the test by them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cat_box_lite.deck import COLORS
from engine.cat_box_lite.events import Drawn
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.state import State
from engine.cat_box_lite.view_types import View
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME


class Sight:
    """What the engine gives to an onlooker."""

    def view(self, state: State, seat: Seat | None) -> View:
        return GAME.view(state, seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Place]:
        return GAME.legal_moves(state, seat)

    def told(self, _: State, happened: Any) -> Any:
        """An event that led to this position."""
        return happened


class NeighborsIdentity(Sight):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), identity=state.identities[(seat or 0) - 1])


class IdentitiesAmongScores(Sight):
    """Tells by one bit whether the colors in play are in their order."""

    def view(self, state: State, seat: Seat | None) -> View:
        order = [COLORS.index(color) for color in state.identities]
        return replace(super().view(state, seat), turns=18 + (order == sorted(order)))


class NeighborsBacks(Sight):
    def view(self, state: State, seat: Seat | None) -> View:
        backs = tuple(card.private for card in state.hands[(seat or 0) - 1])
        return replace(super().view(state, seat), backs=backs)


class BackOfThePile(Sight):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), top=state.pile[0].private if state.pile else None)


class PileBelowItsTop(Sight):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), top=state.pile[1].public if state.pile[1:] else None)


class CardTakenOut(Sight):
    def view(self, state: State, seat: Seat | None) -> View:
        number, _ = state.draws.deals[0]["cards"][0]
        return replace(super().view(state, seat), turns=number)


class BackOfWhatWasDrawn(Sight):
    def told(self, state: State, happened: Any) -> Any:
        if not isinstance(happened, Drawn):
            return happened
        return replace(happened, face=state.hands[happened.seat][-1].private)


class LegalByOthersBacks(Sight):
    """L16: leaves out the cards whose backs have a box."""

    def legal(self, state: State, seat: Seat) -> Sequence[Place]:
        return [
            move
            for move in super().legal(state, seat)
            if "x" not in state.hands[move.holder][move.slot].private
        ]
