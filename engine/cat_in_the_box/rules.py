"""Legal moves and their effects (C1-C16), in the order of a round's phases."""

from collections.abc import Sequence
from functools import cache

from engine.cat_in_the_box.board import COLOR, COLUMN, ROW, SPACE, declarations
from engine.cat_in_the_box.deal import blocked_spaces, deal, first_seat
from engine.cat_in_the_box.events import (
    BidMade,
    CardSetAside,
    CatEvent,
    Declared,
    GameOver,
    ParadoxCaused,
    RoundOpened,
    RoundScored,
    TrickWon,
)
from engine.cat_in_the_box.moves import Bid, CatMove, Color, Declare, SetAside
from engine.cat_in_the_box.scoring import result, score_round
from engine.cat_in_the_box.setups import SETUPS
from engine.cat_in_the_box.state import SEATS, Player, ScoredRound, Setting, State, Trick
from engine.cat_in_the_box.tricks import may_lead, winning_index
from engine.cat_in_the_box.view_types import Layout
from engine.errors import GameIsOver, IllegalMove, NotToAct, WrongPhase
from engine.game import Step
from engine.tuples import put
from engine.types import DealSource, ExplicitDeals, Move, Seat

Events = tuple[CatEvent, ...]


def start(seats: int, layout: Layout, draws: DealSource) -> Step:
    """Returns the first state of a game. Raises RecordError if explicit deals are invalid."""
    first = draws.first_seat if isinstance(draws, ExplicitDeals) else first_seat(draws, seats)
    return open_round(Setting(SEATS[:seats], SETUPS[seats], layout, first, draws), ())


def to_act(state: State) -> tuple[Seat, ...]:
    """Returns the seats that must set a card aside (C5), else the seat to bid or declare."""
    if state.phase == "set_aside":
        return tuple([seat for seat in state.setting.seats if state.players[seat].aside is None])
    return () if state.phase == "over" else (state.to_play,)


def legal_moves(state: State, seat: Seat) -> Sequence[CatMove]:
    """Returns each distinct legal move of a seat, derived from what it may know (C22)."""
    if state.phase == "play":
        return declarations(state.open) if seat == state.to_play else []
    if not _may_act(state, seat):
        return []
    if state.phase == "bid":
        return [_bid(tricks) for tricks in state.setting.setup.bids]
    return [_set_aside(card) for card in dict.fromkeys(state.players[seat].hand)]


def apply(state: State, seat: Seat, move: Move) -> Step:
    """Returns the state after a move, and its events.

    Raises RefusedMove, or RecordError if a deal or draw is missing or does not fit.
    """
    if state.phase == "play" and seat == state.to_play and isinstance(move, Declare):
        return _play(state, seat, move)  # first, as most moves are declarations
    if not _may_act(state, seat):
        raise GameIsOver if state.phase == "over" else NotToAct(seat)
    if state.phase == "bid" and isinstance(move, Bid):
        return _make_bid(state, seat, move.tricks)
    if state.phase == "set_aside" and isinstance(move, SetAside):
        return _put_aside(state, seat, move.card)
    raise WrongPhase(type(move).__name__, state.phase)


def _may_act(state: State, seat: Seat) -> bool:
    """Returns `seat in to_act(state)`, but faster."""
    if state.phase == "set_aside":
        return state.players[seat].aside is None
    return seat == state.to_play and state.phase != "over"


# --- a round opens (C1-C4)


def open_round(setting: Setting, scored: tuple[ScoredRound, ...], events: Events = ()) -> Step:
    """Returns a new round, dealt and waiting for every seat to set a card aside."""
    number = len(scored)
    cards = deal(setting, number)
    start_seat = setting.starts(number)
    state = State(
        setting=setting,
        scored=scored,
        blocked=blocked_spaces(setting.setup, cards.revealed),
        revealed=cards.revealed,
        phase="set_aside",
        players=tuple([Player(hand, sum([COLUMN[card] for card in set(hand)])) for hand in cards.hands]),
        to_play=start_seat,
    )
    return Step(state, (*events, RoundOpened(number, start_seat, cards.revealed or None)))


# --- set a card aside (C5), then bid (C6)


def _put_aside(state: State, seat: Seat, card: int) -> Step:
    player = state.players[seat]
    if card not in player.hand:
        raise IllegalMove("C5", f"there is no {card} in the hand")
    hand, reach = _without_card(player, card)
    state = state._replace(players=put(state.players, seat, Player(hand, reach, aside=card)))
    events = (_card_set_aside(seat),)
    if to_act(state):
        return Step(state, events)
    if state.setting.setup.bids:
        return Step(state._replace(phase="bid"), events)
    return Step(_first_lead(state), events)


def _make_bid(state: State, seat: Seat, tricks: int) -> Step:
    if tricks not in state.setting.setup.bids:
        raise IllegalMove("C6", f"{tricks} is not among the allowed bids")
    player = state.players[seat]
    players = put(state.players, seat, Player(player.hand, player.reach, bid=tricks, aside=player.aside))
    following = _after(state, seat)
    state = state._replace(players=players, to_play=following)
    return Step(_first_lead(state) if following == state.start else state, (_bid_made(seat, tricks),))


# --- a trick (C8-C14)


def _first_lead(state: State) -> State:
    """Starts the first trick. No paradox is possible: a full hand with all color tokens has a space."""
    reach = state.players[state.to_play].reach
    return state._replace(phase="play", open=may_lead(reach, state.taken, state.blocked))


def _play(state: State, seat: Seat, move: Declare) -> Step:
    """Plays a card: it leaves the hand (C8), takes its space (C12) and may lose a color (C11)."""
    card, color = move.card, move.color
    space = SPACE.get((color, card), 0)
    if not space & state.open:
        raise _not_open(state, move)
    player = state.players[seat]
    hand, reach = _without_card(player, card)
    trick, lost = (*state.trick, space), player.lost
    losing = color_lost(COLOR[trick[0]], color, lost)
    if losing:
        reach, lost = reach & ~ROW[losing], (*lost, losing)
    player = player.after_declaration(hand, reach, player.tokens | space, lost)
    players, taken = put(state.players, seat, player), state.taken | space
    events = (_declared(seat, card, color, len(trick) == 1, losing),)
    if len(trick) == len(players):
        winner = SEATS[(state.leader + winning_index(trick)) % len(trick)]
        return _end_trick(state, players, taken, Trick(state.leader, trick, winner), events)
    follower = _after(state, seat)
    open_spaces = players[follower].reach & ~(taken | state.blocked)
    state = state.after_declaration(players, follower, trick, taken, open_spaces, state.last)
    return Step(state, events) if open_spaces else _end_round(state, follower, events)


def _not_open(state: State, move: Declare) -> IllegalMove:
    """Returns why a declaration is illegal: C10 if only unbroken red forbids it, else C9."""
    free = state.players[state.to_play].reach & ~(state.taken | state.blocked)
    if SPACE.get((move.color, move.card), 0) & free:
        return IllegalMove("C10", "red is not broken and another color can be led")
    return IllegalMove("C9", f"{move.color} {move.card} needs the card, the color token and a free space")


def color_lost(led: Color, declared: Color, lost: tuple[Color, ...]) -> Color | None:
    """Returns the led color if a seat loses it by not following, else None (C11)."""
    return led if declared != led and led not in lost else None


def _end_trick(state: State, players: tuple[Player, ...], taken: int, trick: Trick, events: Events) -> Step:
    """Gives the trick to its winner, who leads the next (C13); with one card left the round ends (C14)."""
    winner = trick.winner
    player = players[winner]
    players = put(players, winner, player._replace(won=player.won + 1))
    open_spaces = may_lead(player.reach, taken, state.blocked)
    state = state.after_declaration(players, winner, (), taken, open_spaces, trick)
    events = (*events, _trick_won(winner, state.setting.setup.tricks - len(player.hand)))
    if len(player.hand) == 1:
        return _end_round(state, None, events)
    return Step(state, events) if open_spaces else _end_round(state, winner, events)


# --- the end of a round: no trick left (C14), or a paradox (C15, C16)


def _end_round(state: State, paradox: Seat | None, events: Events) -> Step:
    scored = score_round(state, paradox)
    if paradox is not None:
        events = (*events, ParadoxCaused(paradox, state.players[paradox].hand))
    events = (*events, RoundScored(len(state.scored), scored.points))
    rounds = (*state.scored, scored)
    if len(rounds) < len(state.setting.seats):
        return open_round(state.setting, rounds, events)
    end = result(rounds)
    over = state._replace(scored=rounds, phase="over", open=0)
    return Step(over, (*events, GameOver(end.scores, end.winners)))


# --- small helpers


def _after(state: State, seat: Seat) -> Seat:
    """Returns the next seat clockwise."""
    seats = state.setting.seats
    return seats[seat + 1 - len(seats)]


def _without_card(player: Player, card: int) -> tuple[tuple[int, ...], int]:
    """Returns a player's hand and reach without one copy of the card."""
    at = player.hand.index(card)
    hand = player.hand[:at] + player.hand[at + 1 :]
    return hand, player.reach if card in hand else player.reach & ~COLUMN[card]


# Shared instances of moves and events with few distinct values.
_set_aside = cache(SetAside)
_bid = cache(Bid)
_card_set_aside = cache(CardSetAside)
_bid_made = cache(BidMade)
_declared = cache(Declared)
_trick_won = cache(TrickWon)
