"""Analyzes paradoxes: the move after which the causer could not avoid it, and how likely it was before.

The first part is hindsight: all other seats play as they did, and every alternative of the causer still ends
in its paradox. An alternative counts as a way out if it makes another seat's actual move illegal, or goes on
after that seat's last actual move. The probability uses only the causer's knowledge: it is estimated over
random deals that are consistent with the causer's view, with random play from that point on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.board import COLUMN, SPACE
from engine.cat_in_the_box.moves import Declare
from engine.cat_in_the_box.redeal import Round
from engine.cat_in_the_box.state import Player, State
from engine.entry import PlayedMove
from engine.errors import IllegalMove, RefusedMove
from engine.shuffle import Stream
from engine.types import Move, Seat

SAMPLE_DEALS = 120  # per estimated probability
MAX_ATTEMPTS = 20 * SAMPLE_DEALS  # some random deals contradict the moves that were made
MAX_POSITIONS = 50_000  # per search; about 2 s


@dataclass(frozen=True, slots=True)
class Chance:
    """The estimated probability of the paradox after one of its causer's moves."""

    ply: int  # of the move, in the whole game, from 0
    chance: float  # 0 to 1
    deals: int  # number of sampled deals


@dataclass(frozen=True, slots=True)
class Autopsy:
    """The analysis of one paradox; published as JSON."""

    round: int  # from 0
    causer: Seat
    ply: int  # of the move that caused it
    chances: tuple[Chance, ...]
    fatal: int | None  # ply of the causer's move after which it was unavoidable
    doomed: bool  # it was unavoidable from the deal on; `fatal` is None without it if the search was cut off


Made = PlayedMove[State]


def autopsies(game: Sequence[Made]) -> Iterator[Autopsy]:
    """Yields the analysis of each paradox in a game, in order."""
    start = 0
    for ply, (state, seat, move) in enumerate(game):
        after = rules.apply(state, seat, move).state
        if len(after.scored) > len(state.scored):
            causer = after.scored[-1].paradox
            if causer is not None:
                yield _autopsy(game[start : ply + 1], start, causer)
            start = ply + 1


def _autopsy(course: Sequence[Made], start: int, causer: Seat) -> Autopsy:
    """Analyzes a round's moves, of which the first has the ply `start`."""
    own = [at for at, made in enumerate(course) if made.seat == causer]
    fatal, doomed = _point_of_no_return(course, causer, own)
    return Autopsy(
        round=course[0].state.round,
        causer=causer,
        ply=start + len(course) - 1,
        chances=tuple(chance(course[: at + 1], start + at, causer) for at in own),
        fatal=None if fatal is None else start + fatal,
        doomed=doomed,
    )


# --- hindsight: whether there was a way out


class SearchLimitReached(Exception):
    """The search has visited MAX_POSITIONS positions."""


def _point_of_no_return(course: Sequence[Made], causer: Seat, own: list[int]) -> tuple[int | None, bool]:
    """Returns the index of the causer's last move that had a saving alternative, and whether there is none.

    Only the causer has alternatives, so its own moves are the only ones to check.
    """
    search = HindsightSearch(course, causer)
    try:
        for at in reversed(own):
            if not search.is_lost(course[at].state):
                return at, False
    except SearchLimitReached:
        return None, False
    return None, True


class HindsightSearch:
    """Searches the causer's alternatives while all other seats play as they did in this round."""

    def __init__(self, course: Sequence[Made], causer: Seat) -> None:
        """`course` are the moves of a round, or of its end."""
        first = course[0].state
        self._round = len(first.scored)
        self._causer = causer
        self._before = [_moves_made(player) for player in first.players]
        self._played = [[made.move for made in course if made.seat == seat] for seat in first.setting.seats]
        self._wanted = {_space(made.move) for made in course if made.seat != causer}
        self._known: dict[tuple[object, ...], bool] = {}

    def is_lost(self, state: State) -> bool:
        """Returns whether every alternative ends in the causer's paradox. Raises SearchLimitReached."""
        if len(state.scored) > self._round:
            return state.scored[self._round].paradox == self._causer
        known = self._known.get(key := (state.players, state.trick, state.to_play))
        if known is None:
            if len(self._known) >= MAX_POSITIONS:
                raise SearchLimitReached
            known = self._known[key] = self._search(state)
        return known

    def _search(self, state: State) -> bool:
        others = [seat for seat in rules.to_act(state) if seat != self._causer]
        if not others:
            return all(
                self.is_lost(rules.apply(state, self._causer, move).state) for move in self._moves(state)
            )
        seat = others[0]
        done = _moves_made(state.players[seat]) - self._before[seat]
        if done == len(self._played[seat]):
            return False
        try:
            return self.is_lost(rules.apply(state, seat, self._played[seat][done]).state)
        except RefusedMove:
            return False

    def _moves(self, state: State) -> Sequence[Move]:
        """Returns the causer's moves; first those that take another seat's space, likely ways out."""
        legal = rules.legal_moves(state, self._causer)
        return sorted(legal, key=lambda move: _space(move) not in self._wanted)


def _space(move: Move) -> int:
    """Returns the space that a move takes, 0 if none."""
    return SPACE[move.color, move.card] if isinstance(move, Declare) else 0


def _moves_made(player: Player) -> int:
    """Returns the number of a player's moves in this round."""
    return (player.aside is not None) + (player.bid is not None) + player.tokens.bit_count()


# --- the probability as the causer could estimate it


def chance(course: Sequence[Made], ply: int, causer: Seat) -> Chance:
    """Estimates the probability after the last of these moves, a round's up to one of the causer's."""
    stream = Stream(b"autopsy", f"{ply}")
    seen = Round.opened(course[0].state)
    for made in course:
        seen.add(made.seat, made.move)
    deals = paradoxes = attempts = 0
    while deals < SAMPLE_DEALS and attempts < MAX_ATTEMPTS:
        attempts += 1
        end = _replayed(seen.redealt(causer, stream.shuffle), course[0].state, causer)
        if end is not None:
            deals += 1
            paradoxes += _played_out(end, len(course[0].state.scored), stream) == causer
    return Chance(ply, round(paradoxes / deals, 3) if deals else 0.0, deals)


def _replayed(other: Round, opened: State, causer: Seat) -> State | None:
    """Returns the state after the round's moves with other cards, None if they are illegal (C10, C15)."""
    state = opened._replace(players=tuple(map(_dealt, other.hands)))
    for seat, move in other.moves:
        try:
            state = rules.apply(state, seat, move).state
        except IllegalMove as refused:
            if refused.code == "C10" and seat != causer:
                return None
            raise
    goes_on = len(state.scored) == len(opened.scored)
    return state if goes_on or state.scored[-1].paradox == causer else None


def _dealt(hand: list[int]) -> Player:
    return Player(tuple(sorted(hand)), sum(COLUMN[card] for card in set(hand)))


def _played_out(state: State, number: int, stream: Stream) -> Seat | None:
    """Plays the round `number` at random and returns the causer of a paradox, None if there is none."""
    while len(state.scored) == number:
        seat = rules.to_act(state)[0]
        legal = rules.legal_moves(state, seat)
        state = rules.apply(state, seat, legal[stream.below(len(legal))]).state
    return state.scored[number].paradox
