"""Builds the view of a seat or a spectator, field by field from what it may see (B4, B6, B31)."""

from functools import lru_cache

from engine.braincat.discovery import Discovery, green_paws_left
from engine.braincat.families import ambassador
from engine.braincat.options import FAMILIES, Family
from engine.braincat.private_view import has_memo
from engine.braincat.rules import time_limit, to_act
from engine.braincat.state import EndedRound, Round, State
from engine.braincat.view_types import (
    Board,
    DebateView,
    FamiliesView,
    PackView,
    ResultView,
    RoundSummary,
    View,
)
from engine.types import Seat

CACHE_SIZE = 4096  # rounds: unchanged ones are the same objects in the next view


def view(state: State) -> View:
    """Returns the spectators' view: everything public."""
    setting, mode = state.setting, state.setting.mode
    return View(
        game="braincat",
        seats=len(setting.seats),
        mode=mode.name,
        start=setting.first,
        packs={
            pack.name: PackView(len(pack.cards), pack.memo, bool(pack.sexes))
            for pack in setting.packs.values()
        },
        volunteers=setting.volunteers,
        rounds=mode.rounds(state),
        round=len(state.finished),
        phase=state.phase.name,
        to_act=to_act(state),
        in_play=state.in_play,
        scores=state.totals,
        ended={str(number): _summary(ended) for number, ended in enumerate(state.ended)},
        masters_as_numbers=_masters_as_numbers(state),
        limit=time_limit(state),
        schizo=setting.schizo if mode.cooperative else None,
        target=setting.target if mode.has_moods else None,
        families=tuple(FAMILIES[family] for family in setting.families) or None,
        green_paws=green_paws_left(state) if isinstance(mode, Discovery) else None,
        board=_board(state.round, state.round.points) if state.round else None,
        debate=_debate(state) if state.phase.name == "debate" else None,
        acting=_acting(state) if state.phase.name in ("keep", "pick") else None,
        result=_result(state) if state.over else None,
    )


def _masters_as_numbers(state: State) -> bool:
    """B4: in the step `paw`, while masters are still unopened."""
    if state.phase.name != "paw" or not has_memo(state):
        return False
    return state.current.opened < len(state.current.dealt.masters)


@lru_cache(CACHE_SIZE)
def _board(current: Round, points: tuple[int, ...]) -> Board:
    deal, picks = current.deal, zip(FAMILIES, current.picks, strict=True)
    return Board(
        cat=current.cat,
        points=points,
        unopened=len(deal.masters) - current.opened if deal else 0,
        masters=deal.masters[: current.opened] if deal else (),
        gone=current.gone,
        places=current.places,
        clues=current.clues,
        paws=current.paws,
        pack=deal.pack if deal else current.chosen or None,
        clue_pack=current.clue_pack or None,
        mood=deal.mood if deal else None,
        laid_out=current.laid_out or None,
        picks={family: pick for family, pick in picks if pick is not None} or None,
    )


@lru_cache(CACHE_SIZE)
def _summary(ended: EndedRound) -> RoundSummary:
    deal, board = ended.round.deal, _board(ended.round, ended.points)
    if deal is None:
        return RoundSummary(ended.outcome, board)
    return RoundSummary(ended.outcome, board, deal.masters, deal.mystery_master)


def _debate(state: State) -> DebateView:
    phase = state.phase
    votes = {str(seat): vote for seat, vote in enumerate(phase.votes) if vote is not None}
    return DebateView(votes, tuple(sorted(phase.ready)), phase.extra)


def _acting(state: State) -> FamiliesView:
    families = range(len(FAMILIES))
    ambassadors: dict[Family, Seat] = {FAMILIES[family]: ambassador(state, family) for family in families}
    acting = {state.setting.families[seat] for seat in to_act(state)}
    names = tuple(FAMILIES[family] for family in sorted(acting))
    if state.phase.name == "pick":
        return FamiliesView(ambassadors, names)
    return FamiliesView(ambassadors, names, FAMILIES[state.phase.family], state.phase.extra)


def _result(state: State) -> ResultView:
    mode = state.setting.mode
    winners = () if state.abandoned else mode.winners(state)
    won = bool(winners) if mode.cooperative and not state.abandoned else None
    return ResultView(state.totals, winners, state.abandoned, won)
