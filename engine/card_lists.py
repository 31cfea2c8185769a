"""Cards that people write themselves: reads a list of them, and names the lines that are wrong."""

import csv
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.characters import JOINERS, is_visible

Format = Literal["lines", "csv", "json"]
FaultCode = Literal["empty", "long", "characters", "repeated", "letters", "fields", "format", "few", "many"]

MIN_CARDS, MAX_CARDS = 20, 300
MAX_TEXT = 160  # characters
MAX_WRITTEN = 1_000  # characters of a line; normalizing a very long one would take long
MAX_FAULTS = 50
MAX_MARKS = 3  # combining marks of one letter; more would overlap other lines
# Before normalizing, which takes long for many marks and joins some with the letter.
MAX_WRITTEN_MARKS = 2 * MAX_MARKS
DELIMITERS = ("\t", ";", ",")  # of CSV; the earlier one if several fit as well
HEADER = ("text", "letters")
JSON_KEYS = ({"text"}, {"text", "letters"})
LETTERS = re.compile("[A-Z]{0,3}")
LAST_FIELD = re.compile('"?([a-z]{0,3}|letters)"?', re.IGNORECASE)  # of a line of CSV with letters
SEPARATORS = ("\u2028", "\u2029")  # of lines and paragraphs


class Fault(NamedTuple):
    """An error in a line, or in the whole list (line 0)."""

    line: int  # from 1; of JSON the number of the card
    code: FaultCode


class WrittenCard(NamedTuple):
    """A card of a list: its text, and its clue letters if they are given."""

    text: str
    letters: str


class CardList(NamedTuple):
    """The cards of a list, in order; they are complete if there are no faults."""

    cards: tuple[WrittenCard, ...]
    faults: tuple[Fault, ...]  # at most MAX_FAULTS, ascending by line


class _Entry(NamedTuple):
    """One line of a list, before its parts are checked."""

    line: int
    text: str
    letters: str
    fault: FaultCode | None = None


class _WrongFormat(Exception):
    """The list is not of its format at all."""


def read_cards(written: str, format: Format) -> CardList:
    """Reads a list of MIN_CARDS to MAX_CARDS cards: one a line, CSV or JSON. Empty lines are skipped.

    CSV has a text and, if wanted, its letters in each row, after a header or without one. JSON is a list of
    texts, or of objects with the keys text and letters.
    """
    cards: list[WrittenCard] = []
    faults: list[Fault] = []
    seen: set[str] = set()
    try:
        for entry in _READERS[format](written.removeprefix("\ufeff")):
            if len(cards) + len(faults) == MAX_CARDS:
                return CardList((), (Fault(entry.line, "many"),))
            card, fault = _read_card(entry, seen)
            seen.add(card.text.casefold())
            if fault is None:
                cards.append(card)
            else:
                faults.append(Fault(entry.line, fault))
    except _WrongFormat:
        return CardList((), (Fault(0, "format"),))
    if len(cards) + len(faults) < MIN_CARDS:
        faults = [Fault(0, "few"), *faults]
    return CardList(tuple(cards), tuple(faults[:MAX_FAULTS]))


def _read_card(entry: _Entry, seen: set[str]) -> tuple[WrittenCard, FaultCode | None]:
    """Returns the card of an entry and its errors; `seen` has the texts of earlier cards."""
    if len(entry.text) > MAX_WRITTEN:
        return WrittenCard("", ""), "long"
    if not _is_readable(entry.text.replace("\t", " "), MAX_WRITTEN_MARKS):
        return WrittenCard("", ""), "characters"
    card = WrittenCard(_tidy(entry.text), "".join(sorted(entry.letters.strip().upper())))
    return card, entry.fault or _fault_of(card, seen)


def _fault_of(card: WrittenCard, seen: set[str]) -> FaultCode | None:
    if not JOINERS.sub("", card.text).strip():
        return "empty"
    if not _is_readable(card.text, MAX_MARKS):
        return "characters"
    if len(card.text) > MAX_TEXT:
        return "long"
    if card.text.casefold() in seen:
        return "repeated"
    if not LETTERS.fullmatch(card.letters) or len(set(card.letters)) < len(card.letters):
        return "letters"
    return None


def _tidy(text: str) -> str:
    """Returns the text in NFC, with single spaces and none at its ends."""
    return re.sub(" +", " ", unicodedata.normalize("NFC", text.replace("\t", " "))).strip(" ")


def _is_readable(text: str, max_marks: int) -> bool:
    """Returns whether the text has no invisible or direction-changing characters and no heap of marks."""
    shown = JOINERS.sub("", text)  # the marks on both sides of one overlap
    different = set(shown)
    if not all(is_visible(character) and character not in SEPARATORS for character in different):
        return False
    stacked = {character for character in different if unicodedata.category(character) in ("Mn", "Me")}
    marks = 0
    for character in shown if stacked else "":
        marks = marks + 1 if character in stacked else 0
        if marks > max_marks:
            return False
    return True


def _read_lines(written: str) -> Iterator[_Entry]:
    for line, text in enumerate(re.split("\r\n|\r|\n", written), start=1):
        if text.strip():
            yield _Entry(line, text, "")


def _read_csv(written: str) -> Iterator[_Entry]:
    rows = csv.reader(re.split("(?<=\n)|(?<=\r)(?!\n)", written), delimiter=_delimiter(written), strict=True)
    try:
        filled = ((rows.line_num, fields) for row in rows if any(fields := [field.strip() for field in row]))
        for number, (line, fields) in enumerate(filled):
            is_header = number == 0 and tuple(map(str.lower, fields)) in (HEADER, HEADER[:1])
            if not is_header:
                yield _csv_entry(line, fields)
    except csv.Error:
        raise _WrongFormat from None


def _csv_entry(line: int, fields: list[str]) -> _Entry:
    if len(fields) > len(HEADER):
        return _Entry(line, fields[0], "", "fields")
    return _Entry(line, fields[0], fields[1] if len(fields) > 1 else "")


def _delimiter(written: str) -> str:
    """Returns the delimiter that stands before letters at the end of the most lines."""
    lines = written.splitlines()[:MAX_CARDS]

    def is_before_letters(mark: str, line: str) -> bool:
        _, found, last = line.rpartition(mark)
        return bool(found and LAST_FIELD.fullmatch(last.strip(" ")))

    return max(DELIMITERS, key=lambda mark: sum(is_before_letters(mark, line) for line in lines))


def _read_json(written: str) -> Iterator[_Entry]:
    try:
        cards = json.loads(written)
    except (ValueError, RecursionError):
        raise _WrongFormat from None
    if not isinstance(cards, list):
        raise _WrongFormat
    for number, card in enumerate(cards, start=1):
        yield _json_entry(number, {"text": card} if isinstance(card, str) else card)


def _json_entry(number: int, card: object) -> _Entry:
    if not isinstance(card, dict) or set(card) not in JSON_KEYS:
        return _Entry(number, "", "", "fields")
    if not all(isinstance(part, str) for part in card.values()):
        return _Entry(number, "", "", "fields")
    return _Entry(number, card["text"], card.get("letters", ""))


_READERS = {"lines": _read_lines, "csv": _read_csv, "json": _read_json}
