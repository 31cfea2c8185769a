"""B31: secrets do not influence what an observer, a seat or a spectator, receives.

A random game is replayed with everything redealt that the observer cannot know. The observer's views, legal
moves, refusals and all events must be the same, byte for byte.
"""

from itertools import islice, product
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from engine.braincat.events import BrainEvent
from engine.braincat.moves import ChoosePack, LayOut, Pick, PlaceToken, PlaceTotem, Point, Ready, Stay, Vote
from engine.types import Move, Seat
from tests.engine.braincat.builders import GAME
from tests.engine.braincat.leaky_views import EngineOutput, LegalByTheMystery
from tests.engine.braincat.redeals import redeal, with_deals
from tests.engine.braincat.walks import MODES, Walk, modes, walk
from tests.engine.examples import examples
from tests.engine.secrecy import Observation

TRIED: list[Move] = [
    *(kind(master) for kind, master in product((PlaceToken, PlaceTotem, Pick, Point), range(-1, 7))),
    *(Vote(choice) for choice in ("red", "blue", "clue", "stay", "0", "3", "5")),
    *(LayOut(three) for three in ((0, 1, 2), (0, 1, 5), (2, 3, 4), (3, 4, 5))),
    *(ChoosePack(name) for name in ("pack-0", "pack-1", "x")),
    Ready(),
    Stay(),
]  # fmt: skip
OBSERVATION = Observation(GAME, BrainEvent, TRIED)
TRIES = 4  # redeals; some turn out to be impossible


def same(game: Walk) -> Walk:
    """Returns the same game with its deals written out."""
    written = with_deals(game, GAME.deals(game.states[-1]), game.moves, bytes(32))
    assert written is not None
    return written


def others(game: Walk, observer: Seat | None, rng: Random, count: int = 2) -> list[Walk]:
    """Returns some redeals."""
    tried = (redeal(game, observer, rng) for _ in range(TRIES * count))
    return list(islice(filter(None, tried), count))


def leaks(game: Walk, observer: Seat | None, rng: Random, output: EngineOutput) -> bool:
    """Returns whether some redeal looks different to the observer."""
    original = OBSERVATION.seen(game, observer, output)
    return any(OBSERVATION.seen(other, observer, output) != original for other in others(game, observer, rng))


def part_of(mode: str, number: int, part: float) -> Walk:
    """Returns the first part of a random game that is not over."""
    whole = walk(mode, number)
    return same(walk(mode, number, plies=round(part * (len(whole.moves) - 1))))


@examples(40)
@given(modes, st.integers(0, 300), st.floats(0, 1), st.randoms(use_true_random=True))
def test_b31_no_view_no_event_no_legal_move_tells_a_secret(
    mode: str, number: int, part: float, rng: Random
) -> None:
    """Holds for the cat, both families and a spectator, at any point of a game."""
    game = part_of(mode, number, part)
    event(f"{mode} {game.states[-1].phase.name}")
    cat = game.states[-1].round and game.states[-1].round.cat
    for observer in dict.fromkeys((None, cat, *rng.sample(game.states[0].setting.seats, 2))):
        assert not leaks(game, observer, rng, EngineOutput())


# --- the test can fail


@pytest.mark.parametrize("leaky", EngineOutput.__subclasses__())
def test_a_leak_is_found(leaky: type[EngineOutput]) -> None:
    """The check detects every deliberately leaky view."""
    games = (part_of(mode, number, part) for number in range(8) for mode in MODES for part in (0.6, 0.9))
    observers = (None,) if leaky is not LegalByTheMystery else (Seat(0), Seat(1))
    rng = Random(1)
    assert any(leaks(game, observer, rng, leaky()) for game in games for observer in observers)


@pytest.mark.parametrize("mode", MODES)
def test_redeals_are_other_games(mode: str) -> None:
    """For a spectator mystery card, unopened masters and piles vary; the cat's mystery card does not."""
    rng, mysteries, cats, piles, votes = Random(2), 0, 0, 0, 0
    for number in range(12):
        game = part_of(mode, number, 0.7)
        state = game.states[-1]
        if state.round is None or state.round.deal is None:
            continue
        found = [other.states[-1] for other in others(game, None, rng, 6)]
        mysteries += len({one.current.dealt.mystery for one in found}) > 1
        piles += len({one.current.pile for one in found}) > 1
        votes += len({one.phase.votes for one in found}) > 1
        for other in others(game, state.round.cat, rng, 3):
            assert other.states[-1].current.dealt.mystery == state.round.dealt.mystery
            cats += other.states[-1].current.pile != state.round.pile
    assert min(mysteries, piles, cats) > 3
    assert (votes > 0) == (mode == "teams")
