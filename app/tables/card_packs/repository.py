"""Queries of card packs: the packs of players, and their contents, which games refer to by name."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, case, delete, func, insert, literal, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_not

from app.core.codes import new_code
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import CARD_PACKS, PACK_CONTENTS, PLAYERS, REPORTS
from app.players.accounts.repository import lock_player
from app.tables.card_packs.content import PackContent

PAGE_SIZE = 4  # packs, of up to 200 KB each
CODE_LENGTH = 12  # characters: nobody guesses the link of a pack
_player, _code = bindparam("player", type_=PLAYERS.c.id.type), CARD_PACKS.c.code == bindparam("link")


class Owner(NamedTuple):
    """Whether a player has an account, and how many packs."""

    account: bool
    packs: int


_packs = select(func.count()).where(CARD_PACKS.c.player_id == _player).scalar_subquery()
OWNER = Query(
    select(PLAYERS.c.look.is_not(None).label("account"), _packs.label("packs")).where(
        PLAYERS.c.id == _player
    ),
    Owner,
)


async def lock_owner(cursor: Cursor, player: UUID) -> Owner:
    """Returns the player's account and number of packs, which do not change before the transaction ends."""
    await lock_player(cursor, player)  # a statement that waits for the lock itself does not see what changed
    return await cursor.fetch_row(OWNER, player=player)


class StoredPack(NamedTuple):
    """A pack and its content."""

    code: str
    player_id: UUID
    shared: bool
    changed_at: datetime
    name: str
    game: str
    title: str
    language: str
    cards: list[list[str]]
    hidden: bool

    @property
    def content(self) -> PackContent:
        return PackContent(self.name, self.game, self.title, self.language, self.cards)


_stored = select(
    *(CARD_PACKS.c[name] for name in ("code", "player_id", "shared", "changed_at")),
    *(PACK_CONTENTS.c[name] for name in ("name", "game", "title", "language", "cards", "hidden")),
).join(PACK_CONTENTS, PACK_CONTENTS.c.name == CARD_PACKS.c.content)
BY_CODE = Query(_stored.where(_code), StoredPack)


class PackDescription(NamedTuple):
    """A pack without its cards."""

    code: str
    shared: bool
    changed_at: datetime
    name: str
    game: str
    title: str
    language: str
    size: int  # cards
    hidden: bool


OF_PLAYER = Query(
    select(
        *(CARD_PACKS.c[name] for name in ("code", "shared", "changed_at")),
        *(PACK_CONTENTS.c[name] for name in ("name", "game", "title", "language")),
        func.json_array_length(PACK_CONTENTS.c.cards).label("size"),
        PACK_CONTENTS.c.hidden,
    )
    .join(PACK_CONTENTS, PACK_CONTENTS.c.name == CARD_PACKS.c.content)
    .where(CARD_PACKS.c.player_id == _player)
    .order_by(CARD_PACKS.c.changed_at.desc(), CARD_PACKS.c.id),
    PackDescription,
)


async def packs_of(cursor: Cursor, player: UUID) -> list[PackDescription]:
    """Returns the packs of a player, the last changed first."""
    return await cursor.fetch_all(OF_PLAYER, player=player)


async def find(cursor: Cursor, code: str) -> StoredPack | None:
    """Returns the pack with this code."""
    return await cursor.fetch_one(BY_CODE, link=code)


_new_content = insert_or_not(PACK_CONTENTS).values(parameters(*PackContent._fields))
# The update locks the row, so that nobody deletes it before a pack refers to it.
UPSERT_CONTENT = Command(
    _new_content.on_conflict_do_update(index_elements=["name"], set_={"game": _new_content.excluded.game})
)
ADD = Command(insert(CARD_PACKS).values(changed_at=func.now(), **parameters("code", "player_id", "content")))
CHANGE = Command(update(CARD_PACKS).where(_code).values(changed_at=func.now(), content=bindparam("name")))
_has_pack = select(CARD_PACKS.c.id).where(CARD_PACKS.c.content == PACK_CONTENTS.c.name).exists()
_is_reported = select(REPORTS.c.id).where(REPORTS.c.pack == PACK_CONTENTS.c.name).exists()
UNNEEDED = (  # conditions
    ~PACK_CONTENTS.c.used,
    ~PACK_CONTENTS.c.hidden,  # or the same cards would be shown again by an import
    ~_is_reported,
    ~_has_pack,
)
_unneeded = select(PACK_CONTENTS.c.name).where(
    PACK_CONTENTS.c.name.in_(bindparam("names", expanding=True)), *UNNEEDED
)
DELETE_UNNEEDED = Command(
    delete(PACK_CONTENTS).where(PACK_CONTENTS.c.name.in_(_unneeded.with_for_update(skip_locked=True)))
)
SHARE = Command(update(CARD_PACKS).where(_code).values(shared=bindparam("is_shared")))
DELETE = Command(delete(CARD_PACKS).where(_code))
DELETE_ALL = ValueQuery[str](
    delete(CARD_PACKS).where(CARD_PACKS.c.player_id == _player).returning(CARD_PACKS.c.content)
)


async def add(cursor: Cursor, player: UUID, content: PackContent) -> str:
    """Stores a pack of the player and returns its code."""
    code = new_code(CODE_LENGTH)
    await cursor.execute(UPSERT_CONTENT, **content._asdict())
    await cursor.execute(ADD, code=code, player_id=player, content=content.name)
    return code


async def change(cursor: Cursor, pack: StoredPack, content: PackContent) -> None:
    """Gives the pack another content."""
    await cursor.execute(UPSERT_CONTENT, **content._asdict())
    await cursor.execute(CHANGE, link=pack.code, name=content.name)
    await cursor.execute(DELETE_UNNEEDED, names=[pack.name])


async def share(cursor: Cursor, code: str, *, shared: bool) -> None:
    """Sets whether everybody who has the link may see the pack."""
    await cursor.execute(SHARE, link=code, is_shared=shared)


async def delete_pack(cursor: Cursor, pack: StoredPack) -> None:
    """Deletes the pack; its content stays if it is used."""
    await cursor.execute(DELETE, link=pack.code)
    await cursor.execute(DELETE_UNNEEDED, names=[pack.name])


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes all packs of this player; contents stay if they are used."""
    names = await cursor.fetch_all(DELETE_ALL, player=player)
    await cursor.execute(DELETE_UNNEEDED, names=names)


class StoredContent(NamedTuple):
    """A content and whether an administrator has hidden it."""

    name: str
    game: str
    title: str
    language: str
    cards: list[list[str]]
    hidden: bool

    @property
    def content(self) -> PackContent:
        return PackContent(self.name, self.game, self.title, self.language, self.cards)


_content = [PACK_CONTENTS.c[name] for name in StoredContent._fields]
_named = PACK_CONTENTS.c.name.in_(bindparam("names", expanding=True))
CONTENTS = Query(select(*_content).where(_named), StoredContent)
# Written by an account. A content that only came with an import is stored here if it was reported.
_written = or_(PACK_CONTENTS.c.used, _has_pack)
SHOWN = Query(
    select(*(PACK_CONTENTS.c[name] for name in PackContent._fields)).where(
        _named, _written, ~PACK_CONTENTS.c.hidden
    ),
    PackContent,
)
IS_SHOWN: ValueQuery[int] = ValueQuery(
    select(literal(1).label("shown")).where(
        PACK_CONTENTS.c.name == bindparam("content"),
        PACK_CONTENTS.c.game == bindparam("in_game"),
        ~PACK_CONTENTS.c.hidden,
        _written,
    )
)
# Locked, so that nobody deletes it before a report refers to it.
LOCK_WRITTEN = Query(select(*_content).where(_named, _written).with_for_update(), StoredContent)
USE = Query(
    update(PACK_CONTENTS).where(_named, _written).values(used=True).returning(*_content), StoredContent
)


async def contents(cursor: Cursor, names: Sequence[str]) -> list[StoredContent]:
    """Returns those of these contents that accounts have written or that are reported, hidden or not."""
    return await cursor.fetch_all(CONTENTS, names=names)


async def shown(cursor: Cursor, names: Sequence[str]) -> list[PackContent]:
    """Returns those of these contents that accounts have written and that are not hidden."""
    return await cursor.fetch_all(SHOWN, names=names)


async def is_shown(cursor: Cursor, game: str, name: str) -> bool:
    """Returns whether an account has written such a content for the game and it is not hidden."""
    return await cursor.fetch_one(IS_SHOWN, content=name, in_game=game) is not None


async def lock_written(cursor: Cursor, name: str) -> StoredContent | None:
    """Returns a content if an account has written it, locked until the transaction ends."""
    return await cursor.fetch_one(LOCK_WRITTEN, names=[name])


async def use(cursor: Cursor, names: Sequence[str]) -> list[StoredContent]:
    """Returns those of these contents that accounts have written, and keeps them for good."""
    return await cursor.fetch_all(USE, names=names) if names else []


HIDE = ValueQuery[str](
    update(PACK_CONTENTS)
    .where(PACK_CONTENTS.c.name == bindparam("content"))
    .values(hidden=bindparam("is_hidden"))
    .returning(PACK_CONTENTS.c.title)
)


async def hide(cursor: Cursor, name: str, *, hidden: bool) -> str | None:
    """Hides or shows a content, in all packs and games; returns its title, None if there is no such one."""
    return await cursor.fetch_one(HIDE, content=name, is_hidden=hidden)


class PackAuthor(NamedTuple):
    """Who brought a content to the server."""

    id: UUID
    name: str


AUTHOR = Query(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .join(CARD_PACKS, CARD_PACKS.c.player_id == PLAYERS.c.id)
    .where(CARD_PACKS.c.content == bindparam("name"))
    .order_by(case((_code, 0), else_=1), CARD_PACKS.c.id)
    .limit(1),
    PackAuthor,
)
ADD_REPORT = Command(
    insert(REPORTS).values(
        at=func.now(),
        table=null(),
        **parameters("by_id", "about_id", "about", "pack", "words", "lines", "address_key"),
    )
)


async def author_of(cursor: Cursor, name: str, code: str) -> PackAuthor | None:
    """Returns the owner of the pack with this code if it has this content, or else the first who has it."""
    return await cursor.fetch_one(AUTHOR, name=name, link=code)


async def add_reported(cursor: Cursor, content: PackContent) -> None:
    """Stores a content that came with an import for the administrators; nobody else gets it by that."""
    await cursor.execute(UPSERT_CONTENT, **content._asdict())


async def add_report(
    cursor: Cursor, by: UUID, author: PackAuthor | None, name: str, words: str, address_key: str
) -> None:
    """Stores a report of the content of this name."""
    about = {"about_id": author.id if author else None, "about": author.name if author else ""}
    values = {"pack": name, "words": words, "lines": [], "address_key": address_key}
    await cursor.execute(ADD_REPORT, by_id=by, **about, **values)


ALL_OF_PLAYER = PagedQuery(
    select(
        PACK_CONTENTS.c.title,
        PACK_CONTENTS.c.language,
        PACK_CONTENTS.c.cards,
        CARD_PACKS.c.shared,
        CARD_PACKS.c.changed_at,
    )
    .join(PACK_CONTENTS, PACK_CONTENTS.c.name == CARD_PACKS.c.content)
    .where(CARD_PACKS.c.player_id == _player),
    CARD_PACKS.c.id,
    size=PAGE_SIZE,
)
