"""The engine's output to an observer, and leaky variants of it that the secrecy test must detect."""

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


class EngineOutput:
    """The engine's output to an observer."""

    def view(self, state: State, seat: Seat | None) -> View:
        return GAME.view(state, seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Place]:
        return GAME.legal_moves(state, seat)

    def public_event(self, _: State, happened: Any) -> Any:
        """Returns an event that led to this state."""
        return happened


class NeighborsIdentity(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), identity=state.identities[(seat or 0) - 1])


class IdentitiesAmongScores(EngineOutput):
    """Leaks in one bit whether the identities are in the order of COLORS."""

    def view(self, state: State, seat: Seat | None) -> View:
        order = [COLORS.index(color) for color in state.identities]
        return replace(super().view(state, seat), turns=18 + (order == sorted(order)))


class NeighborsBacks(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        backs = tuple(card.private for card in state.hands[(seat or 0) - 1])
        return replace(super().view(state, seat), backs=backs)


class BackOfThePile(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), top=state.pile[0].private if state.pile else None)


class PileBelowItsTop(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), top=state.pile[1].public if state.pile[1:] else None)


class CardTakenOut(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        number, _ = state.draws.deals[0]["cards"][0]
        return replace(super().view(state, seat), turns=number)


class BackOfWhatWasDrawn(EngineOutput):
    def public_event(self, state: State, happened: Any) -> Any:
        if not isinstance(happened, Drawn):
            return happened
        return replace(happened, face=state.hands[happened.seat][-1].private)


class LegalByOthersBacks(EngineOutput):
    """Violates L16: leaves out the cards whose private sides have a box."""

    def legal(self, state: State, seat: Seat) -> Sequence[Place]:
        return [
            move
            for move in super().legal(state, seat)
            if "x" not in state.hands[move.holder][move.slot].private
        ]
