"""B1, B9: the built-in packs, their texts and their clue letters."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice, product

import pytest

from engine.braincat.packs import BUILT_IN, built_in
from engine.braincat.packs.letters import assign_letters, dry_rounds
from engine.card_packs import Card, Pack

LONGEST = {"jobs": 60, "bar": 160, "ads": 160}
LANGUAGES = ("en", "fr", "ja")
LETTERED = ("jobs", "bar")
SIMILAR = 0.4  # share of common trigrams from which two texts are near-duplicates
IN_A_TOWN = {"en": r" in (.+)$", "fr": r" (?:à|aux?) (\S+|La \S+)$", "ja": r"^(.+?)の"}

packs = pytest.mark.parametrize("name", BUILT_IN)
lettered = pytest.mark.parametrize("name", LETTERED)
texts_of_packs = pytest.mark.parametrize(("name", "language"), list(product(BUILT_IN, LANGUAGES)))


def texts(name: str, language: str) -> list[str]:
    return [card.texts[language] for card in built_in()[name].cards]


def letters(name: str) -> list[str]:
    return [card.letters for card in built_in()[name].cards]


def towns(language: str) -> list[str]:
    found = [re.search(IN_A_TOWN[language], text) for text in texts("jobs", language)]
    return [match[1] for match in found if match]


def dry_rate(letters: Sequence[str], masters: int = 5, clues: int = 8, rounds: int = 10_000) -> float:
    """Returns the share of the first `rounds` of `dry_rounds` that run dry."""
    return sum(islice(dry_rounds(letters, masters, clues), rounds)) / rounds


def trigrams(text: str) -> set[str]:
    plain = f"  {text.lower()} "
    return {plain[at : at + 3] for at in range(len(plain) - 2)}


def similarity(one: str, other: str) -> float:
    """Returns the share of the trigrams of both that both have."""
    a, b = trigrams(one), trigrams(other)
    return len(a & b) / len(a | b)


def test_b1_there_are_three_packs() -> None:
    assert tuple(built_in()) == BUILT_IN
    assert [(pack.name, len(pack.cards), pack.memo) for pack in built_in().values()] == [
        ("jobs", 60, False),
        ("bar", 60, True),
        ("ads", 80, True),
    ]


def test_they_are_read_once() -> None:
    assert built_in() is built_in()


@packs
def test_b1_cards_are_numbered_from_1(name: str) -> None:
    cards = built_in()[name].cards
    assert [card.number for card in cards] == list(range(1, len(cards) + 1))


@packs
def test_b1_every_card_has_a_text_in_each_language(name: str) -> None:
    assert built_in()[name].languages == LANGUAGES
    assert all(tuple(card.texts) == LANGUAGES for card in built_in()[name].cards)


def test_a_language_that_a_card_lacks_is_none_of_the_pack() -> None:
    cards = (Card(1, {"en": "a", "fr": "b"}, "AB", ""), Card(2, {"en": "c"}, "CD", ""))
    assert Pack("own", False, cards).languages == ("en",)


@packs
def test_b1_a_card_has_either_letters_or_a_sex(name: str) -> None:
    assert all(bool(card.letters) != bool(card.sex) for card in built_in()[name].cards)


def test_b1_half_of_the_ads_are_of_women() -> None:
    assert Counter(card.sex for card in built_in()["ads"].cards) == {"w": 40, "m": 40}


@lettered
def test_b1_a_card_has_two_or_three_letters_ascending(name: str) -> None:
    assert all(re.fullmatch("[A-Z]{2,3}", card) for card in letters(name))
    assert all(list(card) == sorted(set(card)) for card in letters(name))


@lettered
def test_letters_are_spread_evenly(name: str) -> None:
    counts = Counter(letter for card in letters(name) for letter in card)
    assert len(counts) == 26
    assert max(counts.values()) - min(counts.values()) <= 2


@lettered
def test_options_hold_the_letters(name: str) -> None:
    pack = built_in()[name]
    assert pack.as_options() == {"letters": letters(name), "memo": pack.memo}


def test_options_hold_the_sexes() -> None:
    sexes = "".join(card.sex for card in built_in()["ads"].cards)
    assert built_in()["ads"].as_options() == {"sexes": sexes, "memo": True}


@texts_of_packs
def test_texts_are_short(name: str, language: str) -> None:
    assert all(0 < len(text) <= LONGEST[name] for text in texts(name, language))


@texts_of_packs
def test_no_two_cards_of_a_pack_say_the_same(name: str, language: str) -> None:
    pairs = combinations(texts(name, language), 2)
    assert [(one, other) for one, other in pairs if similarity(one, other) >= SIMILAR] == []


def test_near_duplicates_are_found() -> None:
    assert similarity("Snow is rain in its Sunday best.", "Rain is snow in its Sunday best.") >= SIMILAR


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_occupation_is_in_a_town_of_its_own(language: str) -> None:
    assert len(set(towns(language))) == 60


def test_the_town_is_the_same_in_english_and_french() -> None:
    contracted = [re.sub("^Les? ", "", town) for town in towns("en")]
    assert contracted == towns("fr")


@texts_of_packs
def test_texts_are_plain(name: str, language: str) -> None:
    """Neither markup nor typewriter quotes, and no blanks at the ends or in a row."""
    found = [text for text in texts(name, language) if re.search(r"[<>&*_`#|\\{}\[\]\"'~^\t\n]|\s\s", text)]
    assert found == []
    assert all(text == text.strip() for text in texts(name, language))


@packs
def test_french_signs_of_two_parts_have_their_space(name: str) -> None:
    """A narrow no-break space before ; ! and ?, a no-break space before : and inside quotation marks."""
    for text in texts(name, "fr"):
        assert not re.search(r"(?<!\u202f)[;!?]|(?<!\xa0)[:»]|«(?!\xa0)", text), text


@packs
def test_japanese_signs_are_full_width(name: str) -> None:
    assert [text for text in texts(name, "ja") if re.search(r"[ -/:-@\[-`{-~]", text)] == []


@lettered
def test_b9_a_pile_of_a_built_in_pack_hardly_ever_runs_dry(name: str) -> None:
    assert dry_rate(letters(name)) <= 0.01


@pytest.mark.parametrize("cards", [20, 30, 39, 40, 60, 300])
def test_b9_assigned_letters_last(cards: int) -> None:
    assigned = assign_letters(cards)
    assert len(assigned) == cards
    assert all(re.fullmatch("[A-Z]{2,3}", card) and list(card) == sorted(set(card)) for card in assigned)
    assert dry_rate(assigned, rounds=400) <= 0.01


def test_letters_are_the_same_every_time() -> None:
    assert assign_letters(60) == assign_letters(60)
    assert assign_letters(4) == ("AZ", "BY", "CX", "DW")


def test_b9_the_dry_rate_of_packs_worked_out_by_hand() -> None:
    assert dry_rate(["A"] * 20, rounds=10) == 1
    assert dry_rate([""] * 20, rounds=10) == 0
    assert dry_rate(["A"] * 20, clues=2, rounds=10) == 0  # the first two clues ignore the letters
    assert dry_rate(["A", "A", "B"], masters=0, clues=3) == pytest.approx(2 / 3, abs=0.02)
