"""Step `debate`: the family votes to keep a card or for a clue (B12, B13, B19)."""

from collections import Counter
from collections.abc import Sequence

from engine.braincat.cooperative import cooperative_mode, keep_card
from engine.braincat.draws import draw_below
from engine.braincat.events import Decided, ReadinessChanged, VoteCast
from engine.braincat.mood import HURRIED_DEBATE_S, IN_A_HURRY, STUBBORN
from engine.braincat.moves import BrainMove, Choice, Ready, Vote, Wait
from engine.braincat.phase_rules import PhaseRules
from engine.braincat.rounds import lay_clue
from engine.braincat.state import BLUE, RED, State
from engine.tuples import put
from engine.types import Move, Seat

CARDS: dict[Choice, int] = {"red": RED, "blue": BLUE}
CLUE: Choice = "clue"
CLUE_THROWS = 10  # a clue is one of so many throws of the totems (B13)


class DebatePhase(PhaseRules):
    """All family members may vote, be ready and take both back."""

    kinds = (Vote, Ready, Wait)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.members

    def legal_moves(self, state: State, seat: Seat) -> Sequence[BrainMove]:
        choices = [*CARDS, CLUE] if cooperative_mode(state).may_have_clue(state) else [*CARDS]
        votes = [Vote(choice) for choice in choices if choice != state.phase.votes[seat]]
        return [*votes, Wait() if seat in state.phase.ready else Ready()]

    def broken_rule(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002 (the same for all)
        forbidden = move == Vote(CLUE) and not cooperative_mode(state).may_have_clue(state)
        return "B15" if forbidden else "B12"

    def play(self, state: State, seat: Seat, move: Move) -> State:
        ready = state.phase.ready
        match move:
            case Vote(choice=choice):
                state = state.update_phase(votes=put(state.phase.votes, seat, choice), ready=ready - {seat})
                return state.with_events(VoteCast(seat, choice))
            case Ready():
                state = state.update_phase(ready=ready | {seat})
                return self.end_if_done(state.with_events(ReadinessChanged(seat, ready=True)))
        state = state.update_phase(ready=ready - {seat})
        return state.with_events(ReadinessChanged(seat, ready=False))

    def time_limit(self, state: State) -> int:
        return HURRIED_DEBATE_S if state.current.dealt.mood == IN_A_HURRY else state.setting.debate

    def time_up(self, state: State) -> State:
        return _decide(state)

    def end_if_done(self, state: State) -> State:
        return _decide(state) if state.phase.ready.issuperset(state.members) else state


def _decide(state: State) -> State:
    """Returns the state after a debate has ended (B13, M9)."""
    cast = Counter(vote for vote in state.phase.votes if vote)
    may_have_clue = cooperative_mode(state).may_have_clue(state)
    if not cast:
        return _decide_without_votes(state, may_have_clue=may_have_clue)
    if state.current.dealt.mood == STUBBORN and may_have_clue:
        return _carry_out(state, next(iter(cast)) if len(cast) == 1 else CLUE)
    most = max(cast.values())
    return _break_tie(state, {choice for choice, votes in cast.items() if votes == most})


def _decide_without_votes(state: State, *, may_have_clue: bool) -> State:
    if may_have_clue:
        return _carry_out(state, CLUE)
    if state.phase.extra:
        return _break_tie(state, set(CARDS))
    return state.enter("debate", extra=True).with_events(Decided())


def _break_tie(state: State, tied: set[Choice]) -> State:
    """Returns the state after one of the choices was taken, by a throw of the totems if they are several."""
    clue_throw = card_throw = None
    if CLUE in tied and len(tied) > 1:
        state, clue_throw = draw_below(state, CLUE_THROWS)
        tied = {CLUE} if clue_throw == 0 else tied - {CLUE}
    if len(tied) > 1:
        state, card_throw = draw_below(state, len(CARDS))
        tied = {list(CARDS)[card_throw]}
    [choice] = tied
    return _carry_out(state, choice, clue_throw, card_throw)


def _carry_out(
    state: State, choice: Choice, clue_throw: int | None = None, card_throw: int | None = None
) -> State:
    state = state.with_events(Decided(choice, clue_throw, card_throw))
    return lay_clue(state) if choice == CLUE else keep_card(state, CARDS[choice])
