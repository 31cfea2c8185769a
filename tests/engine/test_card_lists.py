"""Lists of cards that people write: what is read, and which lines are wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.card_lists import MAX_CARDS, MAX_FAULTS, MIN_CARDS, Fault, Format, WrittenCard, read_cards
from tests.engine.examples import examples

RIGHT_TO_LEFT = "\u202e"
GOOD = [f"Card {number}" for number in range(MIN_CARDS)]
FORMATS: tuple[Format, ...] = ("lines", "csv", "json")


def faults(*written: str, format: Format = "lines") -> list[tuple[int, str]]:
    """Returns the faults of these lines after MIN_CARDS good ones, numbered from the first of these."""
    before = ["text"] * (format == "csv") + GOOD
    found = read_cards("\n".join([*before, *written]), format).faults
    return [(fault.line - len(before), fault.code) for fault in found]


def test_one_card_a_line() -> None:
    text = "\ufeff" + "\r\n".join(GOOD) + "\r\n\r\n   \r\n  Et   alors ?\tOui  \n"
    cards, found = read_cards(text, "lines")
    assert found == ()
    assert cards[0] == WrittenCard("Card 0", "")
    assert cards[-1].text == "Et alors ? Oui"
    assert len(cards) == MIN_CARDS + 1


@pytest.mark.parametrize("mark", ["\t", ";", ","])
@pytest.mark.parametrize("header", [[], ["text{}letters"], ["Text{}Letters"]])
def test_csv_with_letters(mark: str, header: list[str]) -> None:
    rows = [*(line.format(mark) for line in header), *(f'"a, {n}; b"{mark} ba ' for n in range(MIN_CARDS))]
    cards, found = read_cards("\n".join(rows), "csv")
    assert found == ()
    assert cards == tuple(WrittenCard(f"a, {n}; b", "AB") for n in range(MIN_CARDS))


@pytest.mark.parametrize("empty", [[], [""], ["", "  ", ";"]])
@pytest.mark.parametrize(("header", "letters"), [("text", ""), ("text;letters", ";AB")])
def test_header_of_csv_may_stand_below_empty_lines(empty: list[str], header: str, letters: str) -> None:
    cards, found = read_cards("\n".join([*empty, header, *(card + letters for card in GOOD)]), "csv")
    assert found == ()
    assert [card.text for card in cards] == GOOD


@pytest.mark.parametrize("mark", ["\t", ";", ","])
def test_csv_whose_header_alone_has_letters(mark: str) -> None:
    cards, found = read_cards("\n".join([f"Text{mark}Letters", *GOOD]), "csv")
    assert (found, [card.text for card in cards]) == ((), GOOD)


@pytest.mark.timeout(30)  # an attempt at every space of it would take minutes
def test_very_long_line_of_csv_is_refused() -> None:
    assert read_cards("," + " " * 400_000 + "!", "csv").faults


def test_json_of_texts_and_of_objects() -> None:
    mixed = [*GOOD, {"text": "With letters", "letters": "XA"}, {"text": "Without"}]
    cards, found = read_cards(json.dumps(mixed), "json")
    assert found == ()
    assert cards[-2:] == (WrittenCard("With letters", "AX"), WrittenCard("Without", ""))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x" * 161, "long"),
        ("x" * 100_000, "long"),
        ("e\u0301" * 100_000, "long"),
        (f"abc{RIGHT_TO_LEFT}def", "characters"),
        ("abc\u2066def", "characters"),
        ("abc\u200fdef", "characters"),
        ("abc\u200bdef", "characters"),
        ("abc\x00def", "characters"),
        ("abc\x1b[31mdef", "characters"),
        ("abc\u2028def", "characters"),
        ("abc\ud800def", "characters"),
        ("a" + "\u0301" * 9, "characters"),
        ("a" + "\u0301\u0301\u200c" * 9, "characters"),
        ("\u200d", "empty"),
        ("\ufe0f \U000e0100", "empty"),
        ("\u3164", "characters"),
        ("\u2800 \u2800", "characters"),
        ("Card 3\u3164", "characters"),
        ("Card 3\ufe00", "characters"),
        ("CARD  3", "repeated"),
    ],
)
def test_bad_lines_are_named_by_number(line: str, code: str) -> None:
    assert faults("Good", line, "Good as well") == [(2, code)]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "{{ 7 * 7 }} ${x} %s \\u202e &lt;",
        "'; DROP TABLE packs; --",
        "👩\u200d🚀 ❤️ 한글 क्षि à la crème",
        "\u05d0\u05d1\u05d2",
        "x" * 160,
    ],
)
def test_markup_and_all_languages_are_plain_text(text: str) -> None:
    assert read_cards("\n".join([*GOOD, text]), "lines").cards[-1].text == text


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("a;ABCD", "letters"),
        ("a;AA", "letters"),
        ("a;É", "letters"),
        ("a;1", "letters"),
        (";AB", "empty"),
        ("a;A;x", "fields"),
    ],
)
def test_bad_rows_of_csv(row: str, code: str) -> None:
    assert faults(*(f"more {n};AB" for n in range(3)), row, format="csv") == [(4, code)]


@pytest.mark.parametrize(
    "card",
    [7, None, [], {}, {"text": 1}, {"text": "a", "letters": None}, {"text": "a", "sex": "w"}, ["a", "A"]],
)
def test_bad_cards_of_json(card: object) -> None:
    assert read_cards(json.dumps([*GOOD, card]), "json").faults == (Fault(MIN_CARDS + 1, "fields"),)


@pytest.mark.parametrize(
    "written", ["", "{", '"text"', '{"cards": []}', "[" * 100_000, "[1e999", "1" * 5_000]
)
def test_what_is_no_list_of_json(written: str) -> None:
    assert read_cards(written, "json") == ((), (Fault(0, "format"),))


def test_csv_with_an_open_quotation_mark() -> None:
    assert read_cards("\n".join([*GOOD, '"open']), "csv").faults == (Fault(0, "format"),)
    assert read_cards('"' + "x" * 200_000 + '"', "csv").faults == (Fault(0, "format"),)


def test_number_of_cards() -> None:
    assert read_cards("\n".join(GOOD[1:]), "lines").faults == (Fault(0, "few"),)
    assert read_cards("", "lines").faults == (Fault(0, "few"),)
    most = [f"Card {number}" for number in range(MAX_CARDS)]
    assert len(read_cards("\n".join(most), "lines").cards) == MAX_CARDS
    assert read_cards("\n".join(["", *most, "", "one more"]), "lines").faults == (
        Fault(MAX_CARDS + 3, "many"),
    )
    assert read_cards("\n".join(map(str, range(5_000))), "lines") == ((), (Fault(MAX_CARDS + 1, "many"),))


def test_number_of_faults_is_bounded() -> None:
    found = faults(*(RIGHT_TO_LEFT + str(number) for number in range(200)))
    assert found == [(number, "characters") for number in range(1, MAX_FAULTS + 1)]


@examples(200)
@given(st.text(max_size=400), st.sampled_from(FORMATS))
def test_any_text_is_read_or_refused(written: str, format: Format) -> None:
    cards, found = read_cards(written, format)
    assert found
    assert all(1 <= len(card.text) <= 160 and len(card.letters) <= 3 for card in cards)
    assert [fault.line for fault in found] == sorted(fault.line for fault in found)
