"""What one seat, or a spectator, may see: built up from nothing, field by field (L15, L16)."""

from functools import lru_cache

from engine.cat_box_lite.board import NAME, TURNS, covered, names, places
from engine.cat_box_lite.deck import may_cover
from engine.cat_box_lite.rules import options, to_act
from engine.cat_box_lite.scoring import Score, result, score_all
from engine.cat_box_lite.state import Laid, State
from engine.cat_box_lite.view_types import ColorScore, LaidCard, Legal, PrivateView, ResultView, View
from engine.groups import bits
from engine.types import Seat

KEPT = 4096  # cards on tables, so that those that did not change are the same objects in the next view


def view(state: State) -> View:
    """What a spectator may see, which is what everybody may."""
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
    """What this seat sees besides."""
    backs = tuple(card.private for card in state.hands[seat])
    return PrivateView(state.identities[seat], backs, _legal(state, seat) if seat in to_act(state) else None)


@lru_cache(KEPT)
def _laid(card: Laid) -> LaidCard:
    return LaidCard(card.face, card.column, card.row, card.seat)


def _legal(state: State, seat: Seat) -> Legal:
    """L16: places that cover two are told only to a seat that has a face for them."""
    faces = {option.face: may_cover(option.face) for option in options(state, seat)}
    found = places(state.area).up_to(max(faces.values()))
    return Legal(faces, {NAME[cell]: covered(state.area, cell) for cell in bits(found)})


def _result(state: State) -> ResultView:
    colors = {color: _color_score(score) for color, score in score_all(state.area).items()}
    return ResultView(state.identities, colors, *result(state))


def _color_score(score: Score) -> ColorScore:
    return ColorScore(score.cats, names(score.group), score.points)
