"""Records of Braincat: round trips from a seed and from deals, branches, and what the command says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from engine.branch import branch_from
from engine.errors import RecordError, RefusedMove
from engine.moves import write_move
from engine.record import read_record, replay, result_of, write_deals
from engine.seatless_moves import TimeUp
from engine.shuffle import Stream
from engine.types import ExplicitDeals, Json, Seat
from tests.engine.braincat.builders import GAME, PLAIN, board, deal, opened, play
from tests.engine.braincat.walks import MODES, Walk, modes, walk
from tests.engine.examples import examples, seeds

ROOT = Path(__file__).parents[3]


def ended(game: Walk) -> Json:
    """Returns the record of a game that is over."""
    return game.record() | {"result": GAME.result(game.states[-1])}


def with_deals(game: Walk) -> Json:
    """Returns its record with deals in place of the seed."""
    written = {key: value for key, value in ended(game).items() if key != "seed"}
    state = game.states[-1]
    return {**written, "first_seat": GAME.first_seat(state), "deals": write_deals(GAME, state)}


def read(record: Json) -> list[Any]:
    """Returns the positions of a record that was written as JSON."""
    return list(replay(read_record(json.loads(json.dumps(record)))))


@examples(60)
@given(modes, seeds)
def test_a_record_with_a_seed_replays_to_the_same_states(mode: str, number: int) -> None:
    game = walk(mode, number)
    positions = read(ended(game) | {"first_seat": GAME.first_seat(game.states[0])})
    assert [position.state for position in positions] == game.states
    assert result_of(GAME, positions[-1]) == GAME.result(game.states[-1])


@examples(60)
@given(modes, seeds)
def test_a_record_with_deals_replays_to_the_same_views(mode: str, number: int) -> None:
    """All views are the same, and the deals that are written are those that were given."""
    game = walk(mode, number)
    record = with_deals(game)
    positions = read(record)
    for position, state in zip(positions, game.states, strict=True):
        for seat in (None, GAME.first_seat(state)):
            assert GAME.view(position.state, seat) == GAME.view(state, seat)
    assert write_deals(GAME, positions[-1].state) == record["deals"]


@examples(20)
@given(modes, seeds)
def test_a_record_in_progress(mode: str, number: int) -> None:
    """It has no result, and its moves so far replay; abandoned, it has one."""
    game = walk(mode, number, plies=number % 60)
    record = game.record()
    assert read(record)[-1].state == game.states[-1]
    if GAME.to_act(game.states[-1]):
        abandoned = {**record, "moves": [*record["moves"], [None, {"kind": "abandon"}]]}
        assert read(abandoned | {"result": {"abandoned": True}})[-1].abandoned


@pytest.mark.parametrize("mode", MODES)
def test_what_is_left_over_is_ignored(mode: str) -> None:
    """In `deals` as in `draws`."""
    record = with_deals(walk(mode, 3))
    for one in record["deals"]:
        one["draws"] += [99, "x"]
    record["deals"].append({"masters": []})
    assert read(record)


@pytest.mark.parametrize("draws", [[], [2], [-1], [True], ["0"], [1.0], [None]])
def test_a_draw_that_is_missing_or_does_not_fit(draws: list[object]) -> None:
    """It is an error of the record when the game comes to it."""
    given_deal = deal(4) | {"draws": draws}
    state = opened("individual", 3, given_deal, text="0:=a 0:>0")
    record: Json = {
        "format": "boxcats-record/1", "game": "braincat", "seats": ["a", "b", "c"], "first_seat": 0,
        "options": {"mode": "individual", "packs": {"a": {"letters": [""] * 30, "memo": False}}},
        "deals": [given_deal],
        "moves": [[0, {"kind": "choose_pack", "pack": "a"}], [0, {"kind": "point", "at": 0}]],
    }  # fmt: skip
    assert read(record)[-1].state == state
    record["moves"].append([None, {"kind": "time_up"}])
    if draws == [2]:
        record["deals"][0]["draws"] = [2, 4]
    with pytest.raises(RecordError):
        read(record)


@pytest.mark.parametrize("mode", MODES)
def test_a_branch_goes_on_with_new_deals_and_draws(mode: str) -> None:
    """A branch within a round keeps its cards and draws; all later ones follow from the new seed."""
    whole = walk(mode, 5)
    record = read_record(whole.record())
    for position in list(replay(record))[:-1:9]:
        start = branch_from(record, position)
        ends = []
        for seed in (bytes(32), b"1" * 32):
            draws = ExplicitDeals(start.first_seat, start.deals, seed)
            branch = Walk(whole.options, whole.seats, draws)
            for seat, move in whole.moves[: position.ply]:
                branch.play(seat, move)
            assert GAME.view(branch.states[-1], None) == GAME.view(position.state, None)
            assert GAME.deals(branch.states[-1]) == start.deals
            _play_on(branch)
            ends.append(branch)
        assert GAME.deals(ends[0].states[-1]) != GAME.deals(ends[1].states[-1]) or position.ply > 20
        _check_record(ends[0])


def test_draws_of_a_branch() -> None:
    """Those of the record come first, then the numbers of the new seed's stream."""
    draws = ExplicitDeals(Seat(0), (deal(4, draws="3"),), bytes(32))
    options = GAME.options({"mode": "individual", "packs": {"a": PLAIN}}, 5)
    state = play(GAME.start(5, options, draws).state, "0:=a 0:>0 4:@0 time").state
    stream = Stream(bytes(32), "draws:0")
    assert board(state).places == (None, 3, stream.below(4), stream.below(4), 0)


def _play_on(game: Walk) -> None:
    """Plays to the end: time limits pass, and each seat makes its first legal move."""
    while acting := GAME.to_act(state := game.states[-1]):
        if GAME.time_limit(state) is not None:
            game.play(None, TimeUp())
        else:
            game.play(acting[0], GAME.legal_moves(state, acting[0])[0])


def _check_record(game: Walk) -> None:
    """Checks that a branched game's record, with all deals written out, replays to the same end."""
    state = game.states[-1]
    written = {
        "first_seat": GAME.first_seat(state),
        "deals": write_deals(GAME, state),
        "result": GAME.result(state),
        "moves": [[seat, write_move(move)] for seat, move in game.moves],
    }
    head = {"format": "boxcats-record/1", "game": "braincat", "options": game.options}
    assert read({**head, "seats": ["x"] * game.seats, **written})


def _written(move: Json) -> str:
    """Returns the text by which moves are sorted."""
    return json.dumps(move, sort_keys=True)


# --- refusals in a record


def refusal(record: Json) -> str:
    """Returns the code with which the last move of a record is refused."""
    with pytest.raises(RefusedMove) as refused:
        read(record)
    return refused.value.code


@pytest.mark.parametrize(
    "move",
    [
        [None, {"kind": "ready"}], [0, {"kind": "time_up"}], [0, {"kind": "leave", "seat": 1}],
        [0, {"kind": "abandon"}], [None, {"kind": "abandon", "seat": 0}], [99, {"kind": "ready"}],
        [-1, {"kind": "ready"}], [True, {"kind": "ready"}], ["0", {"kind": "ready"}], [None, None], [None],
        {"kind": "ready"}, None,
    ],
    ids=str,
)  # fmt: skip
def test_b35_malformed_comes_before_game_over(move: object) -> None:
    """After `abandon` all moves are refused as `game_over`."""
    game = walk("discovery", 2)
    record = game.record()
    assert refusal({**record, "moves": [move]}) == "malformed"
    assert refusal({**record, "moves": [*record["moves"], move]}) == "malformed"
    assert refusal({**record, "moves": [[None, {"kind": "abandon"}], move]}) == "game_over"


def test_b35_game_over() -> None:
    record = walk("discovery", 2).record()
    for move in ([None, {"kind": "abandon"}], [0, {"kind": "ready"}], [None, {"kind": "leave", "seat": 50}]):
        assert refusal({**record, "moves": [*record["moves"], move]}) == "game_over"


def test_a_wrong_result_is_an_error() -> None:
    record = ended(walk("discovery", 2))
    with pytest.raises(RecordError):
        read(record | {"result": {**record["result"], "scores": [9]}})


# --- the command


def run(*arguments: str, records: list[Json]) -> tuple[int, list[Any]]:
    """Returns the exit status of `python -m engine replay`, and each line of output as JSON."""
    command = [sys.executable, "-m", "engine", "replay", *arguments, "-"]
    given = "".join(json.dumps(record) + "\n" for record in records).encode()
    done = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, check=False)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_replays_games_of_all_modes() -> None:
    games = [walk(mode, number) for mode in MODES for number in range(2)]
    status, answers = run(records=[one for game in games for one in (ended(game), with_deals(game))])
    assert status == 0
    assert [answer["plies"] for answer in answers] == [len(game.moves) for game in games for _ in range(2)]


@pytest.mark.parametrize("mode", MODES)
def test_steps(mode: str) -> None:
    """A line before each move: seats to act, legal moves, and the limit of the step."""
    game = walk(mode, 1)
    status, [*steps, end] = run("--steps", records=[game.record()])
    assert (status, end["result"]) == (0, GAME.result(game.states[-1]))
    assert len(steps) == len(game.moves)
    for ply, (step, state) in enumerate(zip(steps, game.states, strict=False)):
        assert list(step) == ["ply", "to_act", "legal", "limit"]
        assert (step["ply"], step["to_act"]) == (ply, list(GAME.to_act(state)))
        assert step["limit"] == GAME.time_limit(state)
        for seat in GAME.to_act(state):
            written = [write_move(move) for move in GAME.legal_moves(state, seat)]
            assert step["legal"][str(seat)] == sorted(written, key=_written)


def test_a_refused_move_and_an_error_of_the_record() -> None:
    record = walk("discovery", 2).record()
    wrong = {**record, "moves": [[None, {"kind": "return", "seat": 0}]]}
    status, answers = run(records=[wrong, {**record, "options": {"mode": "solo"}}])
    assert status == 1
    assert [(answer["ply"], answer["rule"]) for answer in answers] == [(0, "B32"), (None, "record")]


def test_a_step_after_the_end_has_no_limit() -> None:
    record = walk("discovery", 2).record()
    record["moves"] = [*record["moves"][:5], [None, {"kind": "abandon"}], [0, {"kind": "ready"}]]
    status, answers = run("--steps", records=[record])
    assert (status, answers[-1]["rule"], answers[-1]["ply"]) == (1, "game_over", 6)
    assert answers[-2] == {"ply": 6, "to_act": [], "legal": {}, "limit": None}
