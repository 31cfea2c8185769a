"""Records of format 1 are validated strictly."""

import json

import pytest

from engine.errors import RecordError
from engine.record import read_record, replay, result_of
from engine.types import Json
from tests.engine.builders import GAME, deal
from tests.engine.records import VECTOR, fairness, record, with_deal, with_deals

SEED = "5" * 64
FIRST_SEAT = VECTOR["first_seat"]["4"]
SECOND_HAND = [1, 1, 2, 2, 3, 3, 5, 5, 5, 5]

SOUND = {
    "without moves": record(),
    "the layout is the default": record(options={}),
    "first seat given": record(seed=VECTOR["seed"], first_seat=FIRST_SEAT),
    "deals": with_deals(),
    "only the deal of the round played": with_deal(),
    "result null": record(result=None),
    "meta is not read": record(meta={"times": [1, 2], "moves": "x"}),
    "fairness": fairness(),
    "names of 40 characters": record(seats=["x" * 40, "猫" * 40, "y", "z"]),
    "two of one name": record(seats=["Ada"] * 4),
}

BROKEN = {
    "no object": [record()],
    "null": None,
    "text": "boxcats-record/1",
    "no format": record(format=...),
    "another format": record(format="boxcats-record/2"),
    "no game": record(game=...),
    "an unknown game": record(game="cat-out-of-the-box"),
    "a game that is no text": record(game=["cat-in-the-box"]),
    "no options": record(options=...),
    "options that are no object": record(options=["white"]),
    "an unknown option": record(options={"layout": "white", "mode": "moods"}),
    "an unknown layout": record(options={"layout": "green"}),
    "a layout that is no text": record(options={"layout": None}),
    "no seats": record(seats=...),
    "one seat": record(seats=["Ada"]),
    "six seats": record(seats=list("abcdef")),
    "seats that are no list": record(seats="abcd"),
    "a seat without a name": record(seats=["Ada", "Bo", "Cy", ""]),
    "a name of 41 characters": record(seats=["Ada", "Bo", "Cy", "x" * 41]),
    "a name that is no text": record(seats=["Ada", "Bo", "Cy", 4]),
    "no moves": record(moves=...),
    "moves that are no list": record(moves={}),
    "an unknown key": record(comment="hello"),
    "neither seed nor deals": record(seed=...),
    "seed and deals": with_deals(seed=SEED),
    "a short seed": record(seed="5" * 63),
    "a long seed": record(seed="5" * 66),
    "a seed in capitals": record(seed="A" * 64),
    "a seed that is no text": record(seed=5),
    "another first seat": record(seed=VECTOR["seed"], first_seat=(FIRST_SEAT + 1) % 4),
    "a first seat that is no number": record(seed=VECTOR["seed"], first_seat=str(FIRST_SEAT)),
    "a first seat that is a fraction": record(seed=VECTOR["seed"], first_seat=float(FIRST_SEAT)),
    "deals without a first seat": with_deals(first_seat=...) | {"first_seat": None},
    "a first seat that is not there": with_deals(first_seat=2),
    "a negative first seat": with_deals(first_seat=-1),
    "a first seat that is true": with_deals(first_seat=True),
    "deals that are no list": with_deals(deals=deal("…", "…", revealed="4 4 4")),
    "no deal": with_deals(deals=[]),
    "more deals than rounds": with_deals(deals=[deal("…", "…", revealed="4 4 4")] * 3),
    "a deal that is no object": with_deals(deals=[None]),
    "a deal without hands": with_deal(hands=...),
    "hands that are no list": with_deal(hands=None),
    "hands that are no lists": with_deal(hands=[None, None]),
    "too few hands": with_deal(hands=[[1, 1, 1, 2, 2, 2, 3, 3, 3, 5]]),
    "a hand too short": with_deal(hands=[[1, 1, 1, 2, 2, 2, 3, 3, 3], SECOND_HAND]),
    "a hand too long": with_deal(hands=[[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4], SECOND_HAND]),
    "a card too low": with_deal(hands=[[0, 1, 1, 2, 2, 2, 3, 3, 3, 4], SECOND_HAND]),
    "a card too high": with_deal(hands=[[6, 1, 1, 2, 2, 2, 3, 3, 3, 4], SECOND_HAND]),
    "a card that is true": with_deal(hands=[[True, 1, 1, 2, 2, 2, 3, 3, 3, 4], SECOND_HAND]),
    "a card that is a fraction": with_deal(hands=[[1.0, 1, 1, 2, 2, 2, 3, 3, 3, 4], SECOND_HAND]),
    "a sixth copy": with_deal(hands=[[1, 1, 1, 1, 2, 2, 3, 3, 4, 4], SECOND_HAND]),
    "a sixth copy among the revealed": with_deal(revealed=[5, 5, 5]),
    "no revealed cards with two seats": with_deal(revealed=...),
    "revealed that is no list": with_deal(revealed=None),
    "two revealed cards": with_deal(revealed=[4, 4]),
    "four revealed cards": with_deal(revealed=[4, 4, 4, 4]),
    "revealed cards with four seats": record(
        seed=..., first_seat=0, deals=[deal("…", "…", "…", "…") | {"revealed": []}]
    ),
    "an unknown key in a deal": with_deal(mood="M3"),
    "a result without moves": record(result={"abandoned": True}),
    "a result that is no object": record(result=0),
    "fairness that is no object": record(fairness=None),
    "fairness without a secret": fairness(secret=...),
    "fairness with another key": fairness(nonce=1),
    "a secret that is none": fairness(secret="xyz"),
    "another secret": fairness(secret="0" * 64),
    "another commitment": fairness(commitment="0" * 64),
    "another table": fairness(table="x7k2mr"),
    "a table that is no text": fairness(table=7),
    "half a character": fairness(table="\ud83d"),
    "other salts": fairness(salts=["", "", "", ""]),
    "too few salts": fairness(salts=VECTOR["salts"][:3]),
    "salts that are no list": fairness(salts="".join(VECTOR["salts"])),
    "a salt that is no text": fairness(salts=[None, "", "", ""]),
    "a short salt": fairness(salts=["00", "", "", ""]),
}  # fmt: skip


@pytest.mark.parametrize("written", SOUND.values(), ids=SOUND)
def test_valid_record_is_read(written: Json) -> None:
    read = read_record(json.loads(json.dumps(written)))
    [end] = replay(read)
    assert end.ply == 0
    assert result_of(GAME, end) is None


@pytest.mark.parametrize("written", BROKEN.values(), ids=BROKEN)
def test_invalid_record_is_refused(written: object) -> None:
    with pytest.raises(RecordError) as refusal:
        list(replay(read_record(written)))
    assert refusal.value.code == "record"
