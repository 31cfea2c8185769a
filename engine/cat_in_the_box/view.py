"""Builds the view of a seat or a spectator, field by field from what it may see (C21, C22)."""

from functools import lru_cache

from engine.cat_in_the_box.board import COLOR, COLORS, COLUMN, NAME, RED, ROW, declarations, names, rows
from engine.cat_in_the_box.moves import Bid, Color, SetAside
from engine.cat_in_the_box.rules import color_lost, legal_moves, to_act
from engine.cat_in_the_box.scoring import places, result
from engine.cat_in_the_box.setups import COPIES
from engine.cat_in_the_box.state import Player, ScoredRound, State, Trick
from engine.cat_in_the_box.view_types import (
    Consequence,
    Legal,
    ParadoxView,
    PlayerView,
    PrivateView,
    ResultView,
    RevealedHand,
    RevealedHandView,
    RoundSummary,
    SeatScore,
    Space,
    TrickView,
    View,
)
from engine.types import Seat

# Unchanged parts of consecutive views are the same cached objects, so a diff of two views can skip them.
# The size suffices for some hundred running tables.
CACHE_SIZE = 4096


def view(state: State) -> View:
    """Returns the spectators' view: everything public."""
    setting = state.setting
    return View(
        game="cat-in-the-box",
        seats=len(setting.seats),
        layout=setting.layout,
        rows=rows(setting.layout, setting.setup.columns),
        numbers=setting.setup.numbers,
        copies=COPIES,
        rounds=len(setting.seats),
        round=state.round,
        start=state.start,
        tricks=setting.setup.tricks,
        trick=state.tricks,
        phase=state.phase,
        to_act=to_act(state),
        red_broken=bool(state.taken & RED),
        blocked=names(state.blocked),
        tokens=_owners(state.players),
        players=_players(state),
        scored={str(number): _summary(scored) for number, scored in enumerate(state.scored)},
        revealed=state.revealed or None,
        current=_current(state) if state.phase == "play" else None,
        last=_completed(state.last) if state.last else None,
        result=ResultView(*result(state.scored), places(state.scored)) if state.phase == "over" else None,
    )


def private_view(state: State, seat: Seat) -> PrivateView:
    """Returns the fields that only this seat may see."""
    player = state.players[seat]
    legal = _legal(state, seat)
    return PrivateView(player.hand, player.aside, legal) if legal else _waiting(player.hand, player.aside)


@lru_cache(CACHE_SIZE)
def _waiting(hand: tuple[int, ...], aside: int | None) -> PrivateView:
    return PrivateView(hand, aside, None)


def revealed_hand(state: State, seat: Seat) -> RevealedHandView:
    """Returns the seat's hand of the last scored round, for spectators to whom the seat shows it (C21)."""
    if not state.scored:
        return RevealedHandView(None)
    return RevealedHandView(_hand_of_round(state.scored[-1], len(state.scored) - 1, seat))


@lru_cache(CACHE_SIZE)
def _hand_of_round(scored: ScoredRound, round: int, seat: Seat) -> RevealedHand:
    player = scored.players[seat]
    held = [*player.hand, *(declared.card for declared in declarations(player.tokens))]
    if player.aside is not None:
        held.append(player.aside)
    return RevealedHand(seat, round, tuple(sorted(held)), player.aside)


def _owners(players: tuple[Player, ...]) -> dict[Space, Seat]:
    return {name: Seat(seat) for seat, player in enumerate(players) for name in names(player.tokens)}


def _players(state: State) -> dict[str, PlayerView]:
    scores = [sum(points) for points in zip(*(scored.points for scored in state.scored), strict=True)]
    return {
        str(seat): _player(player, scores[seat] if scores else 0) for seat, player in enumerate(state.players)
    }


@lru_cache(CACHE_SIZE)
def _player(player: Player, score: int) -> PlayerView:
    return PlayerView(
        hand=len(player.hand),
        set_aside=player.aside is not None,
        won=player.won,
        lost=tuple(color for color in COLORS if color in player.lost),
        score=score,
        bid=player.bid,
    )


def _current(state: State) -> TrickView:
    led = COLOR[state.trick[0]] if state.trick else None
    return TrickView(state.leader, _cards(state.leader, state.trick, len(state.players)), led)


@lru_cache(CACHE_SIZE)
def _completed(trick: Trick) -> TrickView:
    cards = _cards(trick.leader, trick.spaces, len(trick.spaces))
    return TrickView(trick.leader, cards, COLOR[trick.spaces[0]], trick.winner)


def _cards(leader: Seat, spaces: tuple[int, ...], seats: int) -> dict[str, Space]:
    return {str((leader + i) % seats): NAME[space] for i, space in enumerate(spaces)}


@lru_cache(CACHE_SIZE)
def _summary(scored: ScoredRound) -> RoundSummary:
    return RoundSummary(
        seats={str(seat): _seat_score(scored, seat) for seat in range(len(scored.points))},
        tokens=_owners(scored.players),
        blocked=names(scored.blocked),
        paradox=None
        if scored.paradox is None
        else ParadoxView(scored.paradox, scored.players[scored.paradox].hand),
    )


def _seat_score(scored: ScoredRound, seat: int) -> SeatScore:
    return SeatScore(
        won=scored.players[seat].won,
        trick_points=scored.trick_points[seat],
        bonus=scored.bonuses[seat],
        points=scored.points[seat],
        group=names(scored.groups[seat]),
        bid=scored.players[seat].bid,
    )


# --- legal moves (C22)


def _legal(state: State, seat: Seat) -> Legal | None:
    moves = legal_moves(state, seat)
    if not moves:
        return None
    if state.phase == "play":
        return Legal(declare=_consequences(state, seat), barred=_barred(state, seat))
    return Legal(
        set_aside=tuple(move.card for move in moves if isinstance(move, SetAside)) or None,
        bid=tuple(move.tricks for move in moves if isinstance(move, Bid)) or None,
    )


def _consequences(state: State, seat: Seat) -> dict[Space, Consequence]:
    """Returns the spaces left for the rest of the hand after each legal declaration."""
    player = state.players[seat]
    free = player.reach & ~(state.taken | state.blocked)
    left: dict[Color | None, dict[str, int]] = {}  # by lost color: spaces for each number in hand
    consequences = {}
    for move in declarations(state.open):
        led = COLOR[state.trick[0]] if state.trick else move.color
        losing = color_lost(led, move.color, player.lost)
        if losing not in left:
            open_then = free & ~ROW[losing] if losing else free
            left[losing] = {str(card): (open_then & COLUMN[card]).bit_count() for card in player.hand}
        keeps = left[losing].copy()
        if player.hand.count(move.card) == 1:
            del keeps[str(move.card)]
        else:
            keeps[str(move.card)] -= 1  # the space taken by this declaration
        consequences[f"{move.color}{move.card}"] = Consequence(keeps, losing)
    return consequences


def _barred(state: State, seat: Seat) -> dict[Color, str]:
    """Returns the colors closed to the seat, by rule: lost ones (C9), and red where it may not lead (C10).

    Not those in which every space for its cards is taken.
    """
    barred: dict[Color, str] = dict.fromkeys(state.players[seat].lost, "C9")
    free = state.players[seat].reach & ~(state.taken | state.blocked)
    if free & RED and not state.open & RED:
        barred["red"] = "C10"
    return barred
