"""Builds the part of a view that only its seat gets (B4, B6, B31)."""

from collections.abc import Sequence

from engine.braincat.families import is_settled, voters
from engine.braincat.moves import (
    BrainMove,
    ChoosePack,
    LayOut,
    Pick,
    PlaceToken,
    PlaceTotem,
    Point,
    Vote,
)
from engine.braincat.rules import legal_moves
from engine.braincat.state import State
from engine.braincat.view_types import FamilyVotes, Legal, PrivateView
from engine.types import Seat


def private_view(state: State, seat: Seat) -> PrivateView:
    """Returns the fields that only this seat may see."""
    is_cat = state.round is not None and state.round.deal is not None and state.round.cat == seat
    return PrivateView(
        mystery=state.current.dealt.mystery if is_cat else None,
        mystery_as_number=_mystery_as_number(state) if is_cat else None,
        master_cards=tuple(sorted(state.current.dealt.masters)) if is_cat and _sees_masters(state) else None,
        family_votes=_family_votes(state, seat),
        legal=_legal(legal_moves(state, seat)),
    )


def has_memo(state: State) -> bool:
    """Returns whether the masters' texts are sometimes hidden in the current round (B4)."""
    return state.setting.mode.has_look and state.setting.packs[state.current.dealt.pack].memo


def _mystery_as_number(state: State) -> bool:
    """B4: the cat sees the text in its steps `look` and `paw` only."""
    return has_memo(state) and state.phase.name not in ("look", "paw")


def _sees_masters(state: State) -> bool:
    """B6: in the step `look`, without one until the blue paw is placed."""
    if state.setting.mode.has_look:
        return state.phase.name == "look"
    return not state.current.paws


def _family_votes(state: State, seat: Seat) -> FamilyVotes | None:
    """B31: the votes of the seat's family, if it is one of the family's voters or has left."""
    if state.round is None or not state.setting.families or state.round.cat == seat:
        return None
    family, votes = state.setting.families[seat], state.phase.votes
    cast = ((str(one), votes[one]) for one in voters(state, family))
    return FamilyVotes(
        votes={one: vote for one, vote in cast if vote is not None},
        settled=is_settled(state, family),
        lot=state.round.lots[family],
    )


def _legal(moves: Sequence[BrainMove]) -> Legal | None:
    if not moves:
        return None
    return Legal(
        kinds=tuple(dict.fromkeys(move.kind for move in moves)),
        packs=tuple(move.pack for move in moves if isinstance(move, ChoosePack)) or None,
        at=tuple(move.at for move in moves if isinstance(move, Point)) or None,
        votes=tuple(move.choice for move in moves if isinstance(move, Vote)) or None,
        masters=tuple(move.master for move in moves if isinstance(move, PlaceTotem | Pick | PlaceToken))
        or None,
        lay_out=tuple(move.masters for move in moves if isinstance(move, LayOut)) or None,
    )
