"""The steps in which a cat is found, packs are chosen and the cat looks and points: cat to paw (B34)."""

from collections.abc import Sequence

from engine.braincat.clues import paw_targets
from engine.braincat.events import PackChosen
from engine.braincat.moves import BrainMove, ChoosePack, Point, Ready, Volunteer
from engine.braincat.phase_rules import CatsPhase, PhaseRules
from engine.braincat.rounds import (
    begin_round,
    deal,
    find_cat,
    lay_first_clues,
    next_clockwise,
    place_paw,
)
from engine.braincat.state import State
from engine.types import Move, Seat

CAT_TIME_S = 60


class CatPhase(PhaseRules):
    """Step `cat`: the first eligible seat that volunteers is the cat (B33)."""

    kinds = (Volunteer,)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.setting.mode.eligible(state)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (all the same)
        return [Volunteer()]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:
        raise NotImplementedError("every seat to act may volunteer")

    def play(self, state: State, seat: Seat, move: Move) -> State:  # noqa: ARG002 (there is one move)
        return begin_round(state, seat)

    def time_limit(self, state: State) -> int:  # noqa: ARG002 (always the same)
        return CAT_TIME_S

    def time_up(self, state: State) -> State:
        return begin_round(state, next_clockwise(state))

    def end_if_done(self, state: State) -> State:
        """Ends the game if the last eligible seat left (B33, individual mode)."""
        return state if self.to_act(state) else find_cat(state)


class PackPhase(CatsPhase):
    """Step `pack`: the cat chooses the masters' pack (B6)."""

    kinds = (ChoosePack,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (the cat's)
        return [ChoosePack(name) for name in state.setting.mode.fresh_packs(state) or state.setting.packs]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (the cat's)
        assert isinstance(move, ChoosePack)
        return state.setting.mode.pack_rule if move.pack in state.setting.packs else "B1"

    def play(self, state: State, seat: Seat, move: Move) -> State:
        assert isinstance(move, ChoosePack)
        state = state.update(chosen=move.pack).with_events(PackChosen(seat, move.pack))
        return state.enter("clue_pack") if state.setting.schizo else deal(state)


class CluePackPhase(PhaseRules):
    """Step `clue_pack`: with Schizo the speaker chooses the clues' pack (B5)."""

    kinds = (ChoosePack,)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Returns the speaker: the first family member clockwise from the cat."""
        cat, seats = state.current.cat, len(state.setting.seats)
        return (min(state.members, key=lambda seat: (seat - cat) % seats),)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (the speaker's)
        return [ChoosePack(name) for name in state.setting.packs if name != state.current.chosen]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (the speaker's)
        assert isinstance(move, ChoosePack)
        return "B5" if move.pack in state.setting.packs else "B1"

    def play(self, state: State, seat: Seat, move: Move) -> State:
        assert isinstance(move, ChoosePack)
        return deal(state.update(clue_pack=move.pack).with_events(PackChosen(seat, move.pack)))


class LookPhase(CatsPhase):
    """Step `look`: the cat sees all masters (B6)."""

    kinds = (Ready,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (the cat's)
        return [Ready()]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:
        raise NotImplementedError("the cat may be ready")

    def play(self, state: State, seat: Seat, move: Move) -> State:  # noqa: ARG002 (there is one move)
        return lay_first_clues(state)


class PawPhase(CatsPhase):
    """Step `paw`: the cat places a paw (B7, B8)."""

    kinds = (Point,)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:  # noqa: ARG002 (the cat's)
        return [Point(clue) for clue in paw_targets(state.current)]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (of the paw alone)
        return "B8" if state.current.paws else "B7"

    def play(self, state: State, seat: Seat, move: Move) -> State:  # noqa: ARG002 (the cat's)
        assert isinstance(move, Point)
        return place_paw(state, move.at)
