"""Queries of the texts of packs that imported games brought: they are deleted with their imports."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import String, bindparam, cast, func, insert, literal, or_, select

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import BRANCHES, IMPORT_PACKS, IMPORTS, PACK_CONTENTS, PLAYERS, SEATS, TABLES
from app.tables.card_packs.content import PackContent
from app.tables.card_packs.repository import PackAuthor

_name, _game = bindparam("content", type_=String), bindparam("in_game", type_=String)
_reader = bindparam("reader", type_=PLAYERS.c.id.type)
_from_import = IMPORT_PACKS.c.import_id == IMPORTS.c.id
_hidden = (
    select(PACK_CONTENTS.c.name)
    .where(PACK_CONTENTS.c.name == IMPORT_PACKS.c.name, PACK_CONTENTS.c.hidden)
    .exists()
)
ADD = Command(
    insert(IMPORT_PACKS).values(
        import_id=select(IMPORTS.c.id).where(IMPORTS.c.code == bindparam("link")).scalar_subquery(),
        **parameters(*PackContent._fields),
    )
)
_other = IMPORT_PACKS.alias()
_first = select(func.min(_other.c.import_id)).where(_other.c.name == IMPORT_PACKS.c.name).scalar_subquery()
SHOWN = Query(
    select(*(IMPORT_PACKS.c[name] for name in PackContent._fields)).where(
        IMPORT_PACKS.c.name.in_(bindparam("names", expanding=True)),
        IMPORT_PACKS.c.import_id == _first,
        ~_hidden,
    ),
    PackContent,
)
_is_seated = (  # at a table that continues the import, or continues such a table, or is its rematch
    select(SEATS.c.table_id)
    .join(TABLES, TABLES.c.id == SEATS.c.table_id)
    .where(SEATS.c.player_id == _reader, TABLES.c.game == _game)
    .where(cast(TABLES.c.options, String).contains(_name))
    .exists()
)
_may_watch = (
    select(BRANCHES.c.table_id)
    .join(TABLES, TABLES.c.id == BRANCHES.c.table_id)
    .where(BRANCHES.c.source == IMPORTS.c.code, TABLES.c.look_on)
    .exists()
)
IS_SEEN: ValueQuery[int] = ValueQuery(
    select(literal(1).label("seen"))
    .select_from(IMPORT_PACKS)
    .join(IMPORTS, _from_import)
    .where(IMPORT_PACKS.c.name == _name, IMPORT_PACKS.c.game == _game, ~_hidden)
    .where(or_(IMPORTS.c.player_id.is_(None), IMPORTS.c.player_id == _reader, _is_seated, _may_watch))
    .limit(1)
)


async def add_contents(cursor: Cursor, code: str, contents: Sequence[PackContent]) -> None:
    """Stores the contents that came with the import of this code."""
    await cursor.execute_many(ADD, [{"link": code, **content._asdict()} for content in contents])


async def shown(cursor: Cursor, names: Sequence[str]) -> list[PackContent]:
    """Returns those of these contents that came with imports and are not hidden."""
    return await cursor.fetch_all(SHOWN, names=names) if names else []


async def is_seen(cursor: Cursor, game: str, name: str, reader: UUID) -> bool:
    """Returns whether such a content came with an import that the reader may see, or that is continued at a
    table where the reader sits or which admits spectators; False if it is hidden.
    """
    return await cursor.fetch_one(IS_SEEN, content=name, in_game=game, reader=reader) is not None


IMPORTER = Query(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .join(IMPORTS, IMPORTS.c.player_id == PLAYERS.c.id)
    .join(IMPORT_PACKS, _from_import)
    .where(IMPORT_PACKS.c.name == _name)
    .order_by(IMPORT_PACKS.c.import_id)
    .limit(1),
    PackAuthor,
)


async def importer_of(cursor: Cursor, name: str) -> PackAuthor | None:
    """Returns the first player whose import brought this content; None for commands on the server."""
    return await cursor.fetch_one(IMPORTER, content=name)
