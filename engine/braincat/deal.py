"""Drawing the mood and the cards of a round, from a seed or from a record's deals (B3, B5, B6, B18, B19)."""

from typing import Any

from engine.braincat.mood import FICKLE, MOODS
from engine.braincat.pack_data import PackData
from engine.braincat.state import Deal, Round, State
from engine.errors import RecordError
from engine.shuffle import Stream
from engine.types import Json

MIN_CLUES = 6  # cards of a pile: as many clues as a round can have
MAX_TIMES_PLAYED = 2  # finished rounds with the same pack (B18)


def deal_round(state: State) -> Deal:
    """Returns the mood and the cards of the current round, whose packs are chosen.

    Raises RecordError if the record has no deal for it, or one that does not fit.
    """
    number = sum(ended.round.deal is not None for ended in state.ended)
    draws = state.setting.draws
    if isinstance(draws, bytes):
        return _shuffled(state, draws, number)
    if number < len(draws.deals):
        return _parsed(state, draws.deals[number], number)
    if draws.next_seed is None:
        raise RecordError(f"no deal is given for the round dealt as number {number}")
    return _shuffled(state, draws.next_seed, number)


def write_deal(round: Round) -> Json:
    """Returns the cards and draws of a round in the record's form."""
    deal = round.dealt
    written = {
        "masters": list(deal.masters),
        "mystery": deal.mystery,
        "clues": list(deal.clues),
        "draws": [draw.number for draw in round.drawn],
    }
    mood = {} if deal.mood is None else {"mood": deal.mood}
    return {**mood, **({"pack": deal.pack} if deal.mood == FICKLE else {}), **written}


def times_played(state: State, pack: str) -> int:
    """Returns in how many finished rounds the masters were of a pack (B18)."""
    return sum(ended.round.dealt.pack == pack for ended in state.finished)


def clues_pack(state: State, masters_pack: str) -> PackData:
    """Returns the pack of the clues of the current round (B5)."""
    return state.setting.packs[state.current.clue_pack or masters_pack]


def _moods_left(state: State) -> list[str]:
    gone = {ended.round.dealt.mood for ended in state.finished}
    return [mood for mood in MOODS if mood not in gone]


def _swaps(state: State) -> list[str]:
    """Returns the packs that M6 may swap the chosen one for, ascending (B19)."""
    kept = (state.current.chosen, state.current.clue_pack)
    return [
        name
        for name in state.setting.packs
        if name not in kept and times_played(state, name) < MAX_TIMES_PLAYED
    ]


# --- from a seed


def _shuffled(state: State, seed: bytes, number: int) -> Deal:
    mood = _drawn_mood(state, seed) if state.setting.mode.has_moods else None
    name = state.current.chosen
    if mood == FICKLE and (swaps := _swaps(state)):
        name = swaps[Stream(seed, f"swap:{number}").below(len(swaps))]
    pack, stream = state.setting.packs[name], Stream(seed, f"round:{number}")
    order = stream.shuffle(pack.cards)
    sex = pack.sex_of(order[0])
    masters = [card for card in order if pack.sex_of(card) == sex][: state.setting.mode.masters(mood)]
    opening = stream.shuffle(masters)
    if state.current.clue_pack:
        pile = Stream(seed, f"clues:{number}").shuffle(clues_pack(state, name).cards)
    else:
        pile = [card for card in order if card not in masters and _may_be_clue(pack, card, sex)]
    return Deal(number, mood, name, tuple(opening), order[0], tuple(pile))


def _drawn_mood(state: State, seed: bytes) -> str:
    left = _moods_left(state)
    return next(mood for mood in Stream(seed, "moods").shuffle(MOODS) if mood in left)


def _may_be_clue(pack: PackData, card: int, sex: str) -> bool:
    """Returns whether a card of the masters' pack is of the other sex, if the pack has sexes (B3)."""
    return not sex or pack.sex_of(card) != sex


# --- from a record's deals


def _parsed(state: State, written: Any, number: int) -> Deal:
    mood = _parsed_mood(state, written) if state.setting.mode.has_moods else None
    keys = {"masters", "mystery", "clues", "draws"}
    keys |= ({"mood"} if mood else set()) | ({"pack"} if mood == FICKLE else set())
    if not isinstance(written, dict) or set(written) != keys or not isinstance(written["draws"], list):
        raise RecordError(f"a deal has exactly the keys {sorted(keys)}, draws is a list")
    name = _parsed_swap(state, written["pack"]) if mood == FICKLE else state.current.chosen
    pack, mystery = state.setting.packs[name], written["mystery"]
    masters = _parsed_masters(written["masters"], pack, state.setting.mode.masters(mood))
    if type(mystery) is not int or mystery not in masters:
        raise RecordError("the mystery card is one of the masters")
    return Deal(number, mood, name, masters, mystery, _parsed_clues(state, written["clues"], name, masters))


def _parsed_masters(written: object, pack: PackData, count: int) -> tuple[int, ...]:
    masters = _parsed_cards(written, pack)
    if len(masters) != count or len({pack.sex_of(card) for card in masters}) > 1:
        raise RecordError("masters are as many as B6 says, of one sex")
    return masters


def _parsed_clues(state: State, written: object, name: str, masters: tuple[int, ...]) -> tuple[int, ...]:
    clues = _parsed_cards(written, clues_pack(state, name))
    if len(clues) < MIN_CLUES:
        raise RecordError(f"there are at least {MIN_CLUES} clues")
    if not state.current.clue_pack:
        _check_pile(state.setting.packs[name], masters, clues)
    return clues


def _parsed_mood(state: State, written: Any) -> str:
    mood = written.get("mood") if isinstance(written, dict) else None
    if not isinstance(mood, str) or mood not in _moods_left(state):
        raise RecordError("a round has a mood that no finished round had (B18)")
    return mood


def _parsed_swap(state: State, name: object) -> str:
    if not isinstance(name, str) or name not in (_swaps(state) or [state.current.chosen]):
        raise RecordError("M6 swaps the pack for another one that may be played (B19)")
    return name


def _parsed_cards(written: object, pack: PackData) -> tuple[int, ...]:
    if not isinstance(written, list) or not all(type(card) is int and card in pack.cards for card in written):
        raise RecordError(f"a card of {pack.name} is a number from 1 to {len(pack.cards)}")
    if len(set(written)) != len(written):
        raise RecordError("no card is there twice")
    return tuple(written)


def _check_pile(pack: PackData, masters: tuple[int, ...], clues: tuple[int, ...]) -> None:
    """Checks clues of the masters' pack (B3). Raises RecordError."""
    sex = pack.sex_of(masters[0])
    if not all(card not in masters and _may_be_clue(pack, card, sex) for card in clues):
        raise RecordError("clues are no masters, and of the other sex (B3)")
