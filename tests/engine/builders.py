"""Builds deals, moves and positions of Cat in the Box from short texts.

- A hand: "1 4 4 7 8". "…" fills it up from the rest of the deck, ascending, dealt card by card around the
  table; with three or more seats "…" alone contains some of every number.
- Moves: "0(5)" seat 0 sets a 5 aside, "1=3" seat 1 bids 3, "2:5b" seat 2 declares a 5 blue (r b y g).
- A board: four lines, red, blue, yellow, green; each space in its layout is the seat of its token, "x" if
  blocked, "." if free.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cat_in_the_box.board import COLUMN, ROW, SPACE, rows
from engine.cat_in_the_box.moves import Bid, CatMove, Color, Declare, SetAside
from engine.cat_in_the_box.setups import SETUPS
from engine.cat_in_the_box.state import SEATS, Player, ScoredRound, Setting, State
from engine.cat_in_the_box.view_types import Layout
from engine.registry import GAMES
from engine.types import ExplicitDeals, Json, Seat

GAME = GAMES["cat-in-the-box"]
COLOR: dict[str, Color] = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
MOVE = re.compile(r"(\d)(?:\((\d+)\)|=(\d+)|:(\d)([rbyg]))")


class After(NamedTuple):
    """A state and the events that led to it."""

    state: State
    events: tuple[Any, ...]


# --- moves


def moves(text: str) -> list[tuple[Seat, CatMove]]:
    """Parses moves."""
    return [_move(word) for word in text.split()]


def _move(word: str) -> tuple[Seat, CatMove]:
    found = MOVE.fullmatch(word)
    assert found, f"{word} is no move"
    seat, aside, bid, card, color = found.groups()
    if aside:
        return Seat(int(seat)), SetAside(int(aside))
    return Seat(int(seat)), Bid(int(bid)) if bid else Declare(int(card), COLOR[color])


def play(state: State, text: str) -> After:
    """Returns the state after these moves, and all their events."""
    events: list[Any] = []
    for seat, move in moves(text):
        state, happened = GAME.apply(state, seat, move)
        events += happened
    return After(state, tuple(events))


def can(state: State, seat: int) -> str:
    """Returns a seat's legal moves without the seat: "5r 5b", "(1) (4)" or "=1 =3"; in board order."""
    return " ".join(_word(move) for move in sorted(GAME.legal_moves(state, Seat(seat)), key=_rank))


def _word(move: object) -> str:
    match move:
        case SetAside(card=card):
            return f"({card})"
        case Bid(tricks=tricks):
            return f"={tricks}"
        case Declare(card=card, color=color):
            return f"{card}{color[0]}"
    raise AssertionError(move)


def _rank(move: object) -> tuple[int, int]:
    if isinstance(move, Declare):
        return move.card, list(COLOR.values()).index(move.color)
    return int(re.sub(r"\D", "", _word(move))), 0


# --- deals


def deal(*hands: str, revealed: str = "") -> Json:
    """Returns a round's cards in a record's form."""
    line = SETUPS[len(hands)]
    given = [_cards(hand) for hand in hands]
    left = Counter(list(range(1, line.numbers + 1)) * 5)
    left.subtract(card for cards in [*given, _cards(revealed)] for card in cards)
    assert min(left.values()) >= 0, "there are five copies of each number"
    rest = iter(sorted(left.elements()))
    filling = [cards for hand, cards in zip(hands, given, strict=True) if hand.endswith("…")]
    while short := [cards for cards in filling if len(cards) < line.dealt]:
        for cards in short:
            cards.append(next(rest))
    return {"hands": given} | ({"revealed": _cards(revealed)} if len(hands) == 2 else {})


def _cards(text: str) -> list[int]:
    return [int(card) for card in text.replace("…", "").split()]


def opened(
    *hands: str, revealed: str = "1 2 3", layout: Layout | None = None, first: int = 0, text: str = ""
) -> State:
    """Returns a game in which every round deals these hands, after the moves of `text`."""
    seats = len(hands)
    dealt = deal(*hands, revealed=revealed if seats == 2 else "")
    options = GAME.options({"layout": layout} if layout else {}, seats)
    start = GAME.start(seats, options, ExplicitDeals(Seat(first), (dealt,) * seats)).state
    return play(start, text).state


# --- positions


def position(
    board: str,
    hands: Sequence[str],
    trick: str,
    *,
    layout: Layout = "white",
    lost: Sequence[str] = (),
    won: Sequence[int] = (),
    bids: Sequence[int] = (),
    scored: Sequence[Sequence[int]] = (),
) -> After:
    """Returns what follows after `trick` is played on the board as drawn.

    Only the last declaration goes through the engine; the earlier ones are placed directly. `hands` are the
    hands after the trick; `lost` (letters of colors), `won` and `bids`, by seat, are those before the last
    declaration; `scored` are the points of earlier rounds.
    """
    seats = len(hands)
    *laid, last = moves(trick)
    holding = [_cards(hand) for hand in hands]
    holding[last[0]] = sorted([*holding[last[0]], _card(last[1])])
    tokens, blocked = _drawn(board, layout, SETUPS[seats].columns)
    for seat, move in laid:
        tokens[seat] = tokens.get(seat, 0) | _space(move)
    players = tuple(
        Player(
            hand=tuple(holding[seat]),
            reach=_reach(holding[seat], lost[seat] if lost else ""),
            tokens=tokens.get(seat, 0),
            lost=tuple(COLOR[letter] for letter in (lost[seat] if lost else "")),
            won=won[seat] if won else 0,
            bid=bids[seat] if bids else None if seats == 2 else 1,
            aside=1,
        )
        for seat in range(seats)
    )
    before = State(
        setting=Setting(SEATS[:seats], SETUPS[seats], layout, Seat(0), bytes(32)),
        scored=tuple(_scored(points, players) for points in scored),
        blocked=blocked,
        revealed=(),
        phase="play",
        players=players,
        to_play=last[0],
        trick=tuple(_space(move) for _, move in laid),
        taken=sum(tokens.values()),
        open=_space(last[1]),
    )
    return After(*GAME.apply(before, *last))


def _drawn(board: str, layout: Layout, columns: int) -> tuple[dict[int, int], int]:
    """Parses a drawing into tokens by seat and blocked spaces."""
    marks: dict[str, int] = {}
    lines = [line.split() for line in board.strip().splitlines()]
    for (color, numbers), line in zip(rows(layout, columns).items(), lines, strict=True):
        for number, mark in zip(numbers, line, strict=True):
            marks[mark] = marks.get(mark, 0) | SPACE[color, number]
    return {int(mark): spaces for mark, spaces in marks.items() if mark.isdigit()}, marks.get("x", 0)


def _card(move: CatMove) -> int:
    assert isinstance(move, Declare)
    return move.card


def _space(move: CatMove) -> int:
    assert isinstance(move, Declare)
    return SPACE[move.color, move.card]


def _reach(hand: Sequence[int], lost: str) -> int:
    held = {COLOR[letter] for letter in lost}
    kept = sum(ROW[color] for color in COLOR.values() if color not in held)
    return sum(COLUMN[card] for card in set(hand)) & kept


def _scored(points: Sequence[int], players: tuple[Player, ...]) -> ScoredRound:
    nothing = (0,) * len(points)
    return ScoredRound(players, 0, nothing, tuple(points), nothing, tuple(points), None)
