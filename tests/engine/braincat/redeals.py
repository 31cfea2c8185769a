"""Other games that look the same to one observer: everything unknown to the observer changes (B31).

A redeal keeps cats, packs, moods, clues, opened masters and, for the cat, the mystery card. Piles, unopened
masters, the mystery card, votes of families that have not acted, and all that is to come are others.
"""

from dataclasses import replace
from random import Random

from engine.braincat.deal import MIN_CLUES, clues_pack
from engine.braincat.moves import CHOICE_OF_MASTER, Choice, Vote
from engine.braincat.pack_data import PackData
from engine.braincat.state import Round, State
from engine.errors import RecordError, RefusedMove
from engine.types import ExplicitDeals, Json, Move, Seat
from tests.engine.braincat.builders import GAME
from tests.engine.braincat.walks import Walk

Moves = list[tuple[Seat | None, Move]]


def with_deals(game: Walk, deals: tuple[Json, ...], moves: Moves, next_seed: bytes) -> Walk | None:
    """Returns the game played with these deals and moves; None if that is impossible."""
    draws = ExplicitDeals(GAME.first_seat(game.states[0]), deals, next_seed)
    other = Walk(game.options, game.seats, draws)
    try:
        for seat, move in moves:
            other.play(seat, move)
    except (RefusedMove, RecordError):
        return None
    return other


def redeal(game: Walk, observer: Seat | None, rng: Random) -> Walk | None:
    """Returns another game that looks the same to the observer; None if this attempt does not."""
    state = game.states[-1]
    rounds = [ended.round for ended in state.ended] + ([state.round] if state.round else [])
    deals = tuple(_other_deal(state, one, observer, rng) for one in rounds if one.deal)
    other = with_deals(game, deals, _other_votes(game, observer, rng), rng.randbytes(32))
    return other if other and _known(other.states[-1]) == _known(state) else None


def _known(state: State) -> object:
    """Returns what must be the same for the redeal to be one: cards shown, and what happened to them."""
    rounds = [ended.round for ended in state.ended] + ([state.round] if state.round else [])
    shown = [(one.clues, one.paws, one.places, one.deal and one.deal.masters[: one.opened]) for one in rounds]
    return state.phase.name, state.phase.acted, shown, [ended.points for ended in state.ended]


def _other_deal(state: State, one: Round, observer: Seat | None, rng: Random) -> Json:
    """Returns the cards of a round with all others that the observer does not know."""
    masters, mystery = list(one.dealt.masters), one.dealt.mystery
    pack = state.setting.packs[one.dealt.pack]
    if one is state.round and one.cat == observer:
        masters[one.opened :] = rng.sample(masters[one.opened :], len(masters) - one.opened)
    elif one is state.round:
        masters[one.opened :] = _other_masters(one, pack, rng)
        mystery = masters[rng.choice(_possible(state, one))]
    clues = clues_pack(state._replace(round=one), one.dealt.pack)
    gone = (*one.clues, *masters) if clues is pack else one.clues
    rest = [card for card in clues.cards if card not in gone and _fits(clues, card, one)]
    return {
        **GAME.deals(state._replace(ended=(), round=one))[0],
        "masters": masters,
        "mystery": mystery,
        "clues": [*one.clues, *rng.sample(rest, rng.randint(max(0, MIN_CLUES - len(one.clues)), len(rest)))],
    }


def _other_masters(one: Round, pack: PackData, rng: Random) -> list[int]:
    """Returns any cards for the unopened masters."""
    shown = one.dealt.masters[: one.opened]
    sex = pack.sex_of(one.dealt.mystery)
    clues = () if one.clue_pack else one.clues
    free = [card for card in pack.cards if card not in (*shown, *clues) and pack.sex_of(card) == sex]
    return rng.sample(free, len(one.dealt.masters) - one.opened)


def _possible(state: State, one: Round) -> list[int]:
    """Returns the masters that may be the mystery card, as far as all but the cat know."""
    masters = range(len(one.dealt.masters))
    if one.laid_out:
        return list(one.laid_out)
    if state.setting.mode.cooperative:
        return [master for master in masters if master not in one.gone]
    return [master for master in masters if state.phase.name != "lay_out" or master not in one.places]


def _fits(clues: PackData, card: int, one: Round) -> bool:
    """Returns whether a card may be in the pile: with sexes it is of the sex of the clues, but for Schizo."""
    return bool(one.clue_pack) or clues.sex_of(card) == clues.sex_of(one.dealt.clues[0])


def _other_votes(game: Walk, observer: Seat | None, rng: Random) -> Moves:
    """Returns the moves with other votes of the families that the observer is not a voter of."""
    state, moves = game.states[-1], list(game.moves)
    if state.phase.name not in ("keep", "pick"):
        return moves
    for ply in range(len(moves) - 1, -1, -1):
        if game.states[ply].phase.name != state.phase.name or game.states[ply].round is None:
            break
        seat, move = moves[ply]
        if isinstance(move, Vote) and seat in GAME.to_act(state) and not _is_voter(state, observer, seat):
            moves[ply] = seat, replace(move, choice=rng.choice(_choices(state, seat)))
    return moves


def _choices(state: State, seat: Seat | None) -> list[Choice]:
    """Returns what a seat may vote for."""
    if state.phase.name == "pick":
        return [CHOICE_OF_MASTER[master] for master in state.current.laid_out]
    assert seat is not None, "a vote is a seat's"
    mine = state.current.places[state.setting.families[seat]]
    return [*(CHOICE_OF_MASTER[master] for master in state.current.open_masters if master != mine), "stay"]


def _is_voter(state: State, observer: Seat | None, seat: Seat | None) -> bool:
    """Returns whether the observer is a voter of a seat's family."""
    if observer is None or seat is None or observer == state.current.cat:
        return False
    return state.setting.families[observer] == state.setting.families[seat]
