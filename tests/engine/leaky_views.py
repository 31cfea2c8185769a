"""The engine's output to an observer, and leaky variants of it that the secrecy test must detect."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cat_in_the_box.deal import deal
from engine.cat_in_the_box.events import BidMade, CardSetAside
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import ParadoxView, View
from engine.types import Move, Seat
from tests.engine.builders import GAME


class EngineOutput:
    """The engine's output to an observer."""

    def view(self, state: State, seat: Seat | None) -> View:
        view: View = GAME.view(state, seat)
        return view

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return GAME.legal_moves(state, seat)

    def public_event(self, _: State, happened: Any) -> Any:
        """Returns an event that led to this state."""
        return happened


class NeighborsHand(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), hand=state.players[(seat or 0) - 1].hand)


class CardAside(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), aside=state.players[(seat or 0) - 1].aside)


class LastCardsAtTheEnd(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, revealed=tuple(p.hand[0] for p in state.players) if view.result else None)


class OneBit(EngineOutput):
    """Leaks in one bit whether the next seat holds a 1."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        following = state.players[(state.to_play + 1) % len(state.players)]
        return replace(view, red_broken=1 in following.hand) if view.phase == "play" else view


class SeedOfTheGame(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        draws = state.setting.draws
        return replace(super().view(state, seat), numbers=draws[0] if isinstance(draws, bytes) else 0)


class CardAsideInAnEvent(EngineOutput):
    def public_event(self, state: State, happened: Any) -> Any:
        aside = isinstance(happened, CardSetAside) and state.players[happened.seat].aside
        return BidMade(happened.seat, aside) if aside else happened


class CardAsideInAParadox(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return replace(view, scored={str(i): self._shown(view, i, one) for i, one in enumerate(state.scored)})

    def _shown(self, view: View, number: int, one: Any) -> Any:
        summary = view.scored[str(number)]
        if one.paradox is None:
            return summary
        causer = one.players[one.paradox]
        return replace(summary, paradox=ParadoxView(one.paradox, (*causer.hand, causer.aside)))


class LegalByOthersHands(EngineOutput):
    """Violates C22: leaves out cards that the next seat holds, too."""

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        following = state.players[(seat + 1) % len(state.players)].hand
        return [move for move in super().legal(state, seat) if getattr(move, "card", None) not in following]


class CardsToCome(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        """Depends on the next round's deal."""
        view = super().view(state, seat)
        return replace(view, trick=_next_round(state))


def _next_round(state: State) -> int:
    number = len(state.scored) + 1
    if number >= len(state.setting.seats):
        return 0
    return sum(deal(state.setting, number).hands[0])
