"""The course of a game in every mode: cats, packs, clues, ends of rounds and of a game (B6-B9, B32, B33)."""

from collections.abc import Sequence
from typing import Literal

from engine.braincat.clues import first_clues, next_clue
from engine.braincat.deal import clues_pack, deal_round
from engine.braincat.events import (
    CatFound,
    ClueLaid,
    GameOver,
    MasterOpened,
    PawPlaced,
    RoundDealt,
    RoundScored,
    RoundVoided,
)
from engine.braincat.mood import BRAZEN
from engine.braincat.state import EndedRound, Round, State
from engine.types import Seat


def find_cat(state: State) -> State:
    """Returns the state in which a cat is found, or asked for; the end of the game if none is eligible."""
    if not state.setting.mode.eligible(state):
        return end_game(state)
    if state.setting.volunteers:
        return state.enter("cat")
    return begin_round(state, next_clockwise(state))


def next_clockwise(state: State) -> Seat:
    """Returns the first eligible seat clockwise after the last cat, or from the first seat on (B33)."""
    setting, eligible = state.setting, state.setting.mode.eligible(state)
    start = state.ended[-1].round.cat + 1 if state.ended else setting.first
    clockwise = (Seat((start + i) % len(setting.seats)) for i in range(len(setting.seats)))
    return next(seat for seat in clockwise if seat in eligible)


def least_often_cat(state: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Returns those of the seats that were the cat least often in finished rounds (B33)."""
    cats = [ended.round.cat for ended in state.finished]
    least = min(map(cats.count, seats))
    return tuple(seat for seat in seats if cats.count(seat) == least)


def begin_round(state: State, cat: Seat) -> State:
    """Returns the state in which this cat chooses a pack."""
    setting = state.setting
    current = Round(cat, (0,) * len(setting.seats), places=(None,) * setting.mode.places(setting))
    return state._replace(round=current).enter("pack").with_events(CatFound(cat))


def deal(state: State) -> State:
    """Returns the state after the draw of mood and cards; the packs are chosen (B6)."""
    drawn = deal_round(state)
    clue_pack = state.current.clue_pack or drawn.pack
    state = state.update(deal=drawn, pile=drawn.clues).with_events(
        RoundDealt(drawn.pack, clue_pack, drawn.mood)
    )
    return state.enter("look") if state.setting.mode.has_look else lay_first_clues(state)


def lay_first_clues(state: State) -> State:
    """Returns the state in which the cat places the blue paw (B7)."""
    state = state._replace(round=first_clues(state.current))
    clues = state.current.clues
    return state.enter("paw").with_events(*(ClueLaid(clue, card) for clue, card in enumerate(clues)))


def lay_clue(state: State) -> State:
    """Returns the state with the next clue, in which the cat places a green paw (B8, B9)."""
    current = state.current
    pack = clues_pack(state, current.dealt.pack)
    current = next_clue(current, pack, letters_rule=current.dealt.mood != BRAZEN)
    laid = ClueLaid(len(current.clues) - 1, current.clues[-1])
    return state._replace(round=current).enter("paw").with_events(laid)


def place_paw(state: State, at: int) -> State:
    """Returns the state after the cat placed a paw (B7, B8)."""
    paws = state.current.paws
    state = state.update(paws=(*paws, at)).with_events(PawPlaced(len(paws), at))
    return state.setting.mode.after_paw(state)


def open_masters(state: State, count: int) -> State:
    """Returns the state with so many more masters opened."""
    current = state.current
    opened = range(current.opened, current.opened + count)
    events = (MasterOpened(master, current.dealt.masters[master]) for master in opened)
    return state.update(opened=current.opened + count).with_events(*events)


def add_points(state: State, seats: tuple[Seat, ...], points: int) -> State:
    """Returns the state in which each of these seats has scored in this round."""
    before = enumerate(state.current.points)
    return state.update(points=tuple(earlier + points * (seat in seats) for seat, earlier in before))


def finish_round(state: State, outcome: Literal["won", "lost", "scored"]) -> State:
    """Returns the state after a round that counts, with the points it has by now."""
    current = state.current
    won = None if outcome == "scored" else outcome == "won"
    ended = EndedRound(current, current.points, outcome)
    state = state._replace(ended=(*state.ended, ended), round=None)
    state = state.with_events(RoundScored(current.dealt.mystery_master, current.points, won))
    return end_game(state) if state.setting.mode.is_over(state) else find_cat(state)


def void_round(state: State) -> State:
    """Returns the state after the current round has become void (B32)."""
    current = state.current
    ended = EndedRound(current, (0,) * len(current.points), "void")
    voided = RoundVoided(current.deal.mystery_master if current.deal else None)
    return state._replace(ended=(*state.ended, ended), round=None).with_events(voided)


def end_game(state: State) -> State:
    """Returns the state after the game's regular end (B16, B17, B25, B30)."""
    mode = state.setting.mode
    winners = mode.winners(state)
    won = bool(winners) if mode.cooperative else None
    return state.enter("over").with_events(GameOver(state.totals, winners, won))


def abandon_game(state: State) -> State:
    """Returns the state after too few seats are in play (B32)."""
    if state.round is not None:
        state = void_round(state)
    return state._replace(abandoned=True).enter("over").with_events(GameOver())
