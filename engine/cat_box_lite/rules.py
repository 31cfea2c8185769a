"""Legal moves and their effects (L3-L11)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.cat_box_lite.board import COLUMN, EMPTY, ORIGIN, ROW, cell_at, covered, lay, places
from engine.cat_box_lite.deal import parse_deal, to_explicit_deals
from engine.cat_box_lite.deck import Card, Face, may_cover
from engine.cat_box_lite.events import Drawn, GameOpened, GameOver, LiteEvent, Placed
from engine.cat_box_lite.moves import Place, Side
from engine.cat_box_lite.scoring import result
from engine.cat_box_lite.state import HAND, Laid, State
from engine.errors import GameIsOver, IllegalMove, NotToAct
from engine.game import Step
from engine.groups import bits
from engine.tuples import put
from engine.types import DealSource, Move, Seat


class PlayableFace(NamedTuple):
    """A face that a seat may play (L7)."""

    holder: Seat
    slot: int
    side: Side
    face: Face


Hands = tuple[tuple[Card, ...], ...]


def start(seats: int, draws: DealSource) -> Step:
    """Returns the first state of a game (L3-L6). Raises RecordError if explicit deals are invalid."""
    draws = to_explicit_deals(seats, draws)
    identities, (_, *cards) = parse_deal(seats, draws)
    hands = tuple(tuple(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    opening, *pile = cards[HAND * seats :]
    laid, area = Laid(opening.public, 0, 0), lay(EMPTY, opening.public, ORIGIN)
    state = State(draws, identities, hands, tuple(pile), (laid,), area, draws.first_seat)
    return Step(state, (GameOpened(draws.first_seat, opening.public),))


def to_act(state: State) -> tuple[Seat, ...]:
    """Returns the seat to play; none once the game is over (L11)."""
    return () if state.over else (state.to_play,)


def options(state: State, seat: Seat) -> Iterator[PlayableFace]:
    """Yields the faces that a seat may play: both sides of its own cards, public sides of others' (L7)."""
    for holder, hand in enumerate(state.hands):
        for slot, card in enumerate(hand):
            yield PlayableFace(Seat(holder), slot, "public", card.public)
            if holder == seat:
                yield PlayableFace(seat, slot, "private", card.private)


def legal_moves(state: State, seat: Seat) -> Sequence[Place]:
    """Returns each distinct legal move of a seat, derived from what it may know (L16)."""
    if seat not in to_act(state):
        return []
    found = places(state.area)
    spots = {most: [(COLUMN[cell], ROW[cell]) for cell in bits(found.up_to(most))] for most in (1, 2)}
    return [
        _place(holder, slot, side, column, row)
        for holder, slot, side, face in options(state, seat)
        for column, row in spots[may_cover(face)]
    ]


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Returns the state after a move, and its events. Raises RefusedMove."""
    if seat not in to_act(state):
        raise GameIsOver if state.over else NotToAct(seat)
    assert isinstance(move, Place), "there is no other kind"
    holder, slot, side, face = _option(state, seat, move)
    cell, column, row = _cell(state, face, move), move.column, move.row
    placed = Placed(seat, holder, slot, side, face, column, row, covered(state.area, cell))
    hands, pile, drawn = _refilled(state, holder, slot)
    state = state._replace(
        hands=hands,
        pile=pile,
        laid=(*state.laid, Laid(face, column, row, seat)),
        area=lay(state.area, face, cell),
        to_play=Seat((seat + 1) % len(hands)),
    )
    return Step(state, (placed, *drawn, *_ending(state)))


def _option(state: State, seat: Seat, move: Place) -> PlayableFace:
    """Returns the face that a move plays (L7). Raises IllegalMove."""
    wanted = (move.holder, move.slot, move.face)
    for option in options(state, seat):
        if option[:3] == wanted:
            return option
    raise IllegalMove("L7", f"seat {seat} may play no {move.face} side {move.slot} of seat {move.holder}")


def _cell(state: State, face: Face, move: Place) -> int:
    """Returns the cell for the card's upper left square (L8). Raises IllegalMove."""
    cell = cell_at(move.column, move.row)
    if cell is None:
        raise IllegalMove("L8", "the place is far from the play area")
    if not places(state.area).up_to(may_cover(face)) >> cell & 1:
        raise IllegalMove("L8", f"{face} would cover {len(covered(state.area, cell))} squares")
    return cell


def _refilled(state: State, holder: Seat, slot: int) -> tuple[Hands, tuple[Card, ...], tuple[LiteEvent, ...]]:
    """Returns hands, pile and events after the holder of the played card has drawn, if it can (L10)."""
    hand = state.hands[holder]
    kept, drawn, pile = hand[:slot] + hand[slot + 1 :], state.pile[:1], state.pile[1:]
    hands = put(state.hands, holder, kept + drawn)
    return hands, pile, tuple(Drawn(holder, card.public) for card in drawn)


def _ending(state: State) -> tuple[LiteEvent, ...]:
    """Returns the event of the game's end, if the game is over (L11-L13)."""
    return (GameOver(state.identities, *result(state)),) if state.over else ()


_place = cache(Place)  # shared instances: few distinct moves are listed often
