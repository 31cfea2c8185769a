"""Which spaces may be led and who wins a trick, on the bits of spaces (board.py)."""

from engine.cat_in_the_box.board import COLOR, RED, ROW


def may_lead(reach: int, taken: int, blocked: int) -> int:
    """Returns the spaces that can be led: red ones only if red is broken or nothing else is open (C10)."""
    free = reach & ~(taken | blocked)
    return free if taken & RED else free & ~RED or free


def winning_index(trick: tuple[int, ...]) -> int:
    """Returns the index of the highest red card of a trick, else of the highest of the led color (C13)."""
    laid = sum(trick)
    row = laid & RED or laid & ROW[COLOR[trick[0]]]
    return trick.index(1 << row.bit_length() - 1)
