"""Builds the view of a seat or a spectator, field by field from what it may see (L15, L16)."""

from functools import lru_cache

from engine.cat_box_lite.board import NAME, TURNS, covered, names, places
from engine.cat_box_lite.deck import may_cover
from engine.cat_box_lite.rules import options, to_act
from engine.cat_box_lite.scoring import Score, result, score_all
from engine.cat_box_lite.state import Laid, State
from engine.cat_box_lite.view_types import ColorScore, LaidCard, Legal, PrivateView, ResultView, View
from engine.groups import bits
from engine.types import Seat

CACHE_SIZE = 4096  # laid cards: unchanged ones are the same objects in the next view


def view(state: State) -> View:
    """Returns the spectators' view: everything public."""
    return View(
        game="cat-box-lite",
        seats=len(state.hands),
        start=state.draws.first_seat,
        turns=TURNS,
        turn=state.turn,
        to_act=to_act(state),
        laid={str(number): _laid(card) for number, card in enumerate(state.laid)},
        hands={str(seat): tuple(card.public for card in hand) for seat, hand in enumerate(state.hands)},
        pile=len(state.pile),
        top=state.pile[0].public if state.pile else None,
        result=_result(state) if state.over else None,
    )


def private_view(state: State, seat: Seat) -> PrivateView:
    """Returns the fields that only this seat may see."""
    backs = tuple(card.private for card in state.hands[seat])
    return PrivateView(state.identities[seat], backs, _legal(state, seat) if seat in to_act(state) else None)


@lru_cache(CACHE_SIZE)
def _laid(card: Laid) -> LaidCard:
    return LaidCard(card.face, card.column, card.row, card.seat)


def _legal(state: State, seat: Seat) -> Legal:
    """Returns a seat's legal moves; places that cover two squares only if it has a face for them (L16)."""
    faces = {option.face: may_cover(option.face) for option in options(state, seat)}
    found = places(state.area).up_to(max(faces.values()))
    return Legal(faces, {NAME[cell]: covered(state.area, cell) for cell in bits(found)})


def _result(state: State) -> ResultView:
    colors = {color: _color_score(score) for color, score in score_all(state.area).items()}
    return ResultView(state.identities, colors, *result(state))


def _color_score(score: Score) -> ColorScore:
    return ColorScore(score.cats, names(score.group), score.points)
