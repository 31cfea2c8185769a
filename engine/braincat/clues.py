"""The clue chain (B7-B9)."""

from engine.braincat.pack_data import PackData
from engine.braincat.state import Round


def first_clues(round: Round) -> Round:
    """Returns the round with clues 0 and 1, to which the letters rule does not apply (B7)."""
    return round._replace(clues=round.pile[:2], pile=round.pile[2:])


def next_clue(round: Round, pack: PackData, *, letters_rule: bool) -> Round:
    """Returns the round with one more clue, drawn by the letters rule or without it (B9, B19)."""
    pile, aside = (round.pile, round.aside) if round.pile else (round.aside, ())
    drawn = _first_fitting(round, pile, pack) if letters_rule else 0
    return round._replace(
        clues=(*round.clues, pile[drawn]), pile=pile[drawn + 1 :], aside=(*aside, *pile[:drawn])
    )


def _first_fitting(round: Round, pile: tuple[int, ...], pack: PackData) -> int:
    """Returns the index in the pile of the next clue; 0 if no card fits (B9)."""
    used = frozenset[str]().union(*(pack.letters_of(card) for card in round.clues))
    fitting = (index for index, card in enumerate(pile) if used.isdisjoint(pack.letters_of(card)))
    return next(fitting, 0)


def paw_targets(round: Round) -> tuple[int, int]:
    """Returns the two clues that the next paw may point to, ascending (B7, B8)."""
    newest = len(round.clues) - 1
    return _neighbor(round, newest), newest


def _neighbor(round: Round, clue: int) -> int:
    """Returns the clue that a clue, not the first one, is laid next to.

    Clue 2 lies next to the one that the blue paw points away from, any other next to the one before it.
    """
    return 1 - round.paws[0] if clue == 2 else clue - 1
