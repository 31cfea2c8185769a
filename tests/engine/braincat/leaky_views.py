"""The engine's output to an observer, and leaky variants of it that the secrecy test must detect."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.braincat.moves import BrainMove
from engine.braincat.state import State
from engine.braincat.view_types import View
from engine.types import Seat
from tests.engine.braincat.builders import GAME


class EngineOutput:
    """The engine's output to an observer."""

    def view(self, state: State, seat: Seat | None) -> View:
        return GAME.view(state, seat)

    def legal(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        return GAME.legal_moves(state, seat)

    def public_event(self, _: State, happened: Any) -> Any:
        """Returns an event that led to this state."""
        return happened


class MysteryCard(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        deal = state.round.deal if state.round else None
        return replace(super().view(state, seat), mystery=deal.mystery if deal else None)


class MysteryIsOpen(EngineOutput):
    """Leaks in one bit whether the mystery card is among the open masters."""

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        if state.round is None or state.round.deal is None:
            return view
        return replace(view, volunteers=state.round.deal.mystery_master in state.round.open_masters)


class LastMaster(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        deal = state.round.deal if state.round else None
        hidden = deal.masters[state.current.opened :] if deal else ()
        return replace(super().view(state, seat), rounds=hidden[-1] if hidden else 0)


class SizeOfThePile(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), rounds=len(state.round.pile) if state.round else 0)


class CardsSetAside(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        rounds = [ended.round for ended in state.ended] + ([state.round] if state.round else [])
        return replace(super().view(state, seat), rounds=sum(len(one.aside) for one in rounds))


class PilesOfEndedRounds(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), rounds=sum(sum(one.round.pile) for one in state.ended))


class VotesOfFamilies(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), ended={str(state.phase.votes): None})  # type: ignore[dict-item]


class SeedOfTheGame(EngineOutput):
    def view(self, state: State, seat: Seat | None) -> View:
        draws: Any = state.setting.draws
        return replace(super().view(state, seat), limit=draws.next_seed[0])


class MysteryInAnEvent(EngineOutput):
    def public_event(self, state: State, happened: Any) -> Any:
        dealt = happened.kind == "round_dealt"
        return replace(happened, mood=str(state.current.dealt.mystery)) if dealt else happened


class LegalByTheMystery(EngineOutput):
    """Leaves out the first move if the mystery card is an odd one."""

    def legal(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        deal = state.round.deal if state.round else None
        return super().legal(state, seat)[deal.mystery % 2 if deal else 0 :]
