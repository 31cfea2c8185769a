"""The moods (B18, B19)."""

MOODS = tuple(f"M{number}" for number in range(1, 11))
HUNGRY, CUDDLY, CONTRARY, IN_A_HURRY, SULKY, FICKLE, GREEDY, CHATTY, STUBBORN, BRAZEN = MOODS

MAX_PAWS = {HUNGRY: 3, CUDDLY: 5}  # in a round, blue and green (B15); without these moods:
USUAL_MAX_PAWS = 4
HURRIED_DEBATE_S = 60


def max_paws(mood: str | None) -> int:
    """Returns how many paws may be placed in a round."""
    return MAX_PAWS.get(mood or "", USUAL_MAX_PAWS)
