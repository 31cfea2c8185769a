"""How a paradox came about: the move after which its causer could not avoid it, and how likely it was.

"Could not avoid it" is said with hindsight: everybody else plays as they did, and whatever the causer does
instead ends in its paradox. It is a way out if another seat could not have played as it did, or has no move
left that it did play. How likely it was is said from what the causer could know: over deals that look the
same to it, everybody playing at random from there on.
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

DEALS = 120  # that look the same to the causer
TRIES = 20 * DEALS  # at most: some could not have come this far
POSITIONS = 50_000  # that a search looks into at most, some 2 s


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely the paradox was after one of its causer's moves."""

    ply: int  # of the move, in the whole game, from 0
    chance: float  # 0 to 1
    deals: int  # over so many


@dataclass(frozen=True, slots=True)
class Autopsy:
    """Of one paradox."""

    round: int  # from 0
    causer: Seat
    ply: int  # of the move that brought it about
    chances: tuple[Chance, ...]
    fatal: int | None  # the ply of the causer's move after which nothing helped any more
    doomed: bool  # nothing would have helped from the deal on; neither: the search was too long


Made = PlayedMove[State]


def autopsies(game: Sequence[Made]) -> Iterator[Autopsy]:
    """Of every paradox in a game's moves, in order."""
    start = 0
    for ply, (state, seat, move) in enumerate(game):
        after = rules.apply(state, seat, move).state
        if len(after.scored) > len(state.scored):
            causer = after.scored[-1].paradox
            if causer is not None:
                yield _autopsy(game[start : ply + 1], start, causer)
            start = ply + 1


def _autopsy(course: Sequence[Made], start: int, causer: Seat) -> Autopsy:
    """`course` is the round's; its first move has this ply."""
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


# --- with hindsight: whether there was a way out


class TooLong(Exception):
    """The search has looked into as many positions as it may."""


def _point_of_no_return(course: Sequence[Made], causer: Seat, own: list[int]) -> tuple[int | None, bool]:
    """The causer's last move instead of which another would have helped, and whether there is none.

    Only the causer chooses, so what is lost at a move of its own was lost before all the moves in between.
    """
    search = Hindsight(course, causer)
    try:
        for at in reversed(own):
            if not search.lost(course[at].state):
                return at, False
    except TooLong:
        return None, False
    return None, True


class Hindsight:
    """Searches the causer's moves, while everybody else plays as they did in this round."""

    def __init__(self, course: Sequence[Made], causer: Seat) -> None:
        """`course` is the round's, or the rest of it from some move on."""
        first = course[0].state
        self._round = len(first.scored)
        self._causer = causer
        self._before = [_moves_made(player) for player in first.players]
        self._played = [[made.move for made in course if made.seat == seat] for seat in first.setting.seats]
        self._wanted = {_space(made.move) for made in course if made.seat != causer}
        self._known: dict[tuple[object, ...], bool] = {}

    def lost(self, state: State) -> bool:
        """Whether whatever the causer does ends in its paradox. Raises TooLong."""
        if len(state.scored) > self._round:
            return state.scored[self._round].paradox == self._causer
        known = self._known.get(key := (state.players, state.trick, state.to_play))
        if known is None:
            if len(self._known) >= POSITIONS:
                raise TooLong
            known = self._known[key] = self._look_into(state)
        return known

    def _look_into(self, state: State) -> bool:
        others = [seat for seat in rules.to_act(state) if seat != self._causer]
        if not others:
            return all(self.lost(rules.apply(state, self._causer, move).state) for move in self._moves(state))
        seat = others[0]
        done = _moves_made(state.players[seat]) - self._before[seat]
        if done == len(self._played[seat]):
            return False
        try:
            return self.lost(rules.apply(state, seat, self._played[seat][done]).state)
        except RefusedMove:
            return False

    def _moves(self, state: State) -> Sequence[Move]:
        """The causer's; what is likely to be a way out comes first: a space that another seat was to take."""
        legal = rules.legal_moves(state, self._causer)
        return sorted(legal, key=lambda move: _space(move) not in self._wanted)


def _space(move: Move) -> int:
    """Which it takes, 0 if none."""
    return SPACE[move.color, move.card] if isinstance(move, Declare) else 0


def _moves_made(player: Player) -> int:
    """In this round."""
    return (player.aside is not None) + (player.bid is not None) + player.tokens.bit_count()


# --- from what the causer could know: how likely it was


def chance(course: Sequence[Made], ply: int, causer: Seat) -> Chance:
    """After the last move of `course`, the round's moves up to one of the causer's."""
    stream = Stream(b"autopsy", f"{ply}")
    seen = Round.opened(course[0].state)
    for made in course:
        seen.add(made.seat, made.move)
    deals = paradoxes = tries = 0
    while deals < DEALS and tries < TRIES:
        tries += 1
        end = _replayed(seen.otherwise(causer, stream.shuffle), course[0].state, causer)
        if end is not None:
            deals += 1
            paradoxes += _played_out(end, len(course[0].state.scored), stream) == causer
    return Chance(ply, round(paradoxes / deals, 3) if deals else 0.0, deals)


def _replayed(other: Round, opened: State, causer: Seat) -> State | None:
    """Where the round's moves lead with other cards, None if it could not have come this far (C10, C15)."""
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
    """Who causes a paradox in the round of this number (from 0) if everybody plays at random."""
    while len(state.scored) == number:
        seat = rules.to_act(state)[0]
        legal = rules.legal_moves(state, seat)
        state = rules.apply(state, seat, legal[stream.below(len(legal))]).state
    return state.scored[number].paradox
