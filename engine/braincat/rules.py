"""Steps, moves and refusals (B34, B35). Legality is defined by `legal_moves`; `apply` refuses all else."""

from collections.abc import Sequence

from engine.braincat.choice import ChoicePhase
from engine.braincat.debate import DebatePhase
from engine.braincat.discovery import Discovery
from engine.braincat.events import TimePassed
from engine.braincat.individual import Individual
from engine.braincat.keep import KeepPhase
from engine.braincat.leaving import leave, return_to_play
from engine.braincat.moods import Moods
from engine.braincat.moves import BrainMove
from engine.braincat.opening import CatPhase, CluePackPhase, LookPhase, PackPhase, PawPhase
from engine.braincat.options import FAMILIES
from engine.braincat.pack_data import parse_packs
from engine.braincat.phase_rules import PhaseRules
from engine.braincat.pick import LayOutPhase, PickPhase
from engine.braincat.rounds import find_cat
from engine.braincat.state import Mode, Phase, Setting, State
from engine.braincat.teams import Teams
from engine.braincat.view_types import PhaseName
from engine.errors import GameIsOver, IllegalMove, NotToAct, WrongPhase
from engine.game import Step
from engine.seatless_moves import Leave, Return, TimeUp
from engine.shuffle import Stream
from engine.types import DealSource, ExplicitDeals, Json, Move, Seat

MODES: dict[str, Mode] = {mode.name: mode for mode in (Discovery(), Moods(), Teams(), Individual())}
PHASES: dict[PhaseName, PhaseRules] = {
    "cat": CatPhase(),
    "pack": PackPhase(),
    "clue_pack": CluePackPhase(),
    "look": LookPhase(),
    "paw": PawPhase(),
    "debate": DebatePhase(),
    "keep": KeepPhase(),
    "lay_out": LayOutPhase(),
    "pick": PickPhase(),
    "choice": ChoicePhase(),
}


def start(seats: int, options: Json, draws: DealSource) -> Step:
    """Returns the first state of a game with complete options."""
    first = draws.first_seat if isinstance(draws, ExplicitDeals) else Stream(draws, "first").below(seats)
    setting = Setting(
        seats=tuple(map(Seat, range(seats))),
        first=Seat(first),
        draws=draws,
        mode=MODES[options["mode"]],
        volunteers=options["cats"] == "volunteers",
        packs=parse_packs(options["packs"]),
        schizo=options.get("schizo", False),
        debate=options.get("debate", 0),
        target=options.get("target", 0),
        families=tuple(FAMILIES.index(family) for family in options.get("families", ())),
    )
    return _step(find_cat(State(setting, setting.seats, Phase("over"))))


def to_act(state: State) -> tuple[Seat, ...]:
    """Returns the seats to act, ascending; none once the game is over."""
    return () if state.over else PHASES[state.phase.name].to_act(state)


def legal_moves(state: State, seat: Seat) -> Sequence[BrainMove]:
    """Returns every distinct legal move of a seat."""
    return PHASES[state.phase.name].legal_moves(state, seat) if seat in to_act(state) else ()


def time_limit(state: State) -> int | None:
    """Returns the seconds of the current step (B34)."""
    return None if state.over else PHASES[state.phase.name].time_limit(state)


def apply(state: State, seat: Seat | None, move: Move) -> Step:
    """Returns the state after a move, and its events.

    Raises RefusedMove, or RecordError if a deal or draw is missing or does not fit.
    """
    if state.over:
        raise GameIsOver
    return _step(_seatless(state, move) if seat is None else _play(state, seat, move))


def _play(state: State, seat: Seat, move: Move) -> State:
    rules = PHASES[state.phase.name]
    if seat not in rules.to_act(state):
        raise NotToAct(seat)
    if not isinstance(move, rules.kinds):
        raise WrongPhase(type(move).__name__, state.phase.name)
    if move not in rules.legal_moves(state, seat):
        raise IllegalMove(rules.broken_rule(state, seat, move), f"{move} is not legal")
    return rules.play(state, seat, move)


def _seatless(state: State, move: Move) -> State:
    match move:
        case Leave(seat=seat):
            return leave(state, seat, PHASES[state.phase.name].end_if_done)
        case Return(seat=seat):
            return return_to_play(state, seat)
    assert isinstance(move, TimeUp), "there is no other kind"
    if time_limit(state) is None:
        raise WrongPhase("time_up", state.phase.name)
    return PHASES[state.phase.name].time_up(state.with_events(TimePassed()))


def _step(state: State) -> Step:
    return Step(state._replace(events=()), state.events)
