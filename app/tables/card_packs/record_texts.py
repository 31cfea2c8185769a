"""The texts of players' packs in records, under `meta.packs`: a game can be read on another server."""

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from app.core.errors import InvalidText
from app.core.i18n import Language
from app.core.schemas import StrictModel
from app.infra.database.query import Cursor
from app.players.text_filter import sanitize_text
from app.tables.card_packs import imported_texts, repository
from app.tables.card_packs.content import MAX_TITLE, PackContent, content_of
from app.tables.card_packs.table_packs import own_packs
from engine.card_lists import MAX_CARDS, MAX_TEXT, read_cards
from engine.types import Json

MAX_RECORD_BYTES = 100_000  # of texts in a record, so that it stays importable


class RecordPack(StrictModel):
    """The texts of a pack in a record; its letters are in the options."""

    title: Annotated[str, Field(max_length=MAX_TITLE)]
    language: Language
    cards: Annotated[list[Annotated[str, Field(max_length=MAX_TEXT)]], Field(max_length=MAX_CARDS)]


RECORD_PACK = TypeAdapter(RecordPack)


async def shown_contents(cursor: Cursor, names: Sequence[str]) -> list[PackContent]:
    """Returns those of these contents that are not hidden; those of imports for their readers only."""
    written = await repository.shown(cursor, names)
    others = set(names) - {one.name for one in written}
    return [*written, *await imported_texts.shown(cursor, list(others))]


async def add_texts(cursor: Cursor, record: Json) -> None:
    """Adds the texts of players' packs to a record that has `meta`, as far as they fit into one."""
    names = own_packs(record["game"], record["options"])
    if not names:
        return
    found = await shown_contents(cursor, names)
    shown = sorted(found, key=lambda one: names.index(one.name))
    sizes = accumulate(text_size([one]) for one in shown)
    packs = {
        one.name: {"title": one.title, "language": one.language, "cards": [text for text, _ in one.cards]}
        for one, size in zip(shown, sizes, strict=True)
        if size <= MAX_RECORD_BYTES
    }
    record["meta"] |= {"packs": packs} if packs else {}


def read_texts(record: Json, meta: object) -> list[PackContent]:
    """Returns the packs of a record whose texts stand in its `meta` and are those that their names promise.

    Replaying needs no texts, so others are left out.
    """
    written = meta.get("packs") if isinstance(meta, dict) else None
    if not isinstance(written, dict):
        return []
    names = own_packs(record["game"], record["options"])
    found = (_read_pack(record, name, written[name]) for name in names if name in written)
    return [content for content in found if content]


def text_size(contents: Sequence[PackContent]) -> int:
    """Returns the number of bytes of all texts."""
    return sum(len(text.encode()) for content in contents for text, _ in content.cards)


def _read_pack(record: Json, name: str, written: object) -> PackContent | None:
    options = record["options"]["packs"][name]
    try:
        pack = RECORD_PACK.validate_python(written)
        cards = zip(pack.cards, options.get("letters", ()), strict=True)
        listed = json.dumps([{"text": text, "letters": letters} for text, letters in cards])
        read = read_cards(listed, "json")
        content = content_of(record["game"], sanitize_text(pack.title), pack.language, read.cards)
    except (ValidationError, ValueError, InvalidText):
        return None
    same = content.name == name and content.as_pack().as_options() == options
    return None if read.faults or not same else content
