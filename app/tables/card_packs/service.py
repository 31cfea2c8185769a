"""Card packs that players write: preview, store, share, copy and report."""

from collections.abc import Sequence
from itertools import islice
from uuid import UUID

from cachetools import LRUCache

from app.core.errors import InvalidText
from app.core.time_slices import in_slices
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.storage_quotas import StorageQuota
from app.players.accounts.errors import NoAccount
from app.players.accounts.repository import has_account
from app.players.bans.service import Bans
from app.players.text_filter import sanitize_text
from app.tables.card_packs import imported_texts, repository
from app.tables.card_packs.content import (
    MAX_TITLE,
    PackContent,
    content_of,
    has_long_texts,
    pack_rules,
    with_letters,
)
from app.tables.card_packs.errors import BadCards, PackHidden, PackNotFound, TooManyPacks
from app.tables.card_packs.record_texts import add_texts, shown_contents, text_size
from app.tables.card_packs.repository import PackDescription, StoredPack
from app.tables.card_packs.schemas import (
    NewPack,
    OwnPack,
    PackCard,
    PackFault,
    PackList,
    PackPreview,
    PackReport,
    PackSummary,
    PackTexts,
    PlainCard,
    WrittenPack,
)
from engine.card_lists import read_cards
from engine.card_packs import Pack
from engine.registry import ENTRIES
from engine.types import Json

MAX_PACKS = 20  # per player
CACHE_SIZE = 16  # packs of up to 200 KB, as JSON
PREVIEW_ROUNDS = 400  # random rounds
MAX_UPLOADS, MAX_UPLOADS_EACH = 200, 3  # lists queued or being read, in total and per player
MAX_IN_MEMORY, MAX_IN_MEMORY_PER_ADDRESS = 32, 16  # lists of at most 256 KB held in memory


class CardPacks:
    """The packs of players, who need an account to have any."""

    def __init__(self, database: Database, storage: StorageQuota, bans: Bans) -> None:
        self._database = database
        self._bans = bans
        self._cache: LRUCache[tuple[str, str], bytes] = LRUCache(CACHE_SIZE)  # by game and name
        self._storage = storage
        self.uploads = FairQueue(
            MAX_UPLOADS,
            MAX_UPLOADS_EACH,
            max_running=MAX_IN_MEMORY,
            max_running_per_address=MAX_IN_MEMORY_PER_ADDRESS,
        )

    async def texts(self, game: str, name: str, reader: UUID | None) -> bytes:
        """Returns a PackTexts as JSON: a pack of a game, built-in or by a player.

        What only came with an import is for those who may see this or a table with it. Raises PackNotFound.
        """
        if game not in ENTRIES:
            raise PackNotFound
        if built_in := ENTRIES[game].packs.get(name):
            return self._serialized(game, built_in, "")
        async with self._database.read() as cursor:
            if not await _is_readable(cursor, game, name, reader):  # asked each time: it may be hidden
                raise PackNotFound
            if cached := self._cache.get((game, name)):
                return cached
            found = await shown_contents(cursor, [name])
        if not found:  # it was deleted meanwhile
            raise PackNotFound
        return self._serialized(game, found[0].as_pack(), found[0].title)

    def _serialized(self, game: str, pack: Pack, title: str) -> bytes:
        """Returns the texts as JSON; names stand for contents, so this never changes."""
        key = game, pack.name
        if key not in self._cache:
            self._cache[key] = _texts(pack, title).model_dump_json().encode()
        return self._cache[key]

    async def add_texts(self, record: Json) -> None:
        """Adds the texts of players' packs to a record, as far as they fit into one."""
        async with self._database.read() as cursor:
            await add_texts(cursor, record)

    async def require_account(self, caller: Caller) -> None:
        """Raises NoAccount if the caller is a guest."""
        async with self._database.read() as cursor:
            if caller.player is None or not await has_account(cursor, caller.player):
                raise NoAccount

    async def preview(self, pack: WrittenPack) -> PackPreview:
        """Reads a list of cards. Raises Malformed if the game knows no such packs."""
        rules = pack_rules(pack.game)
        given, faults = read_cards(pack.written, pack.format)
        cards = with_letters(rules, given)
        rounds = islice(rules.dry_rounds([card.letters for card in cards]), 0 if faults else PREVIEW_ROUNDS)
        dry = [is_dry async for is_dry in in_slices(rounds)]
        return PackPreview(
            cards=[PlainCard(text=card.text, letters=card.letters) for card in cards],
            faults=[PackFault(line=fault.line, code=fault.code) for fault in faults],
            made=sum(not card.letters for card in given),
            dry_rate=sum(dry) / PREVIEW_ROUNDS,
            memo=has_long_texts(rules, [card.text for card in cards]),
        )

    async def packs_of(self, player: UUID) -> PackList:
        """Lists the player's packs."""
        async with self._database.read() as cursor:
            packs = await repository.packs_of(cursor, player)
        return PackList(packs=[_summary(pack) for pack in packs], room=max(0, MAX_PACKS - len(packs)))

    async def get(self, player: UUID, code: str) -> OwnPack:
        """Returns a pack of the player, or one that is shared. Raises PackNotFound."""
        async with self._database.read() as cursor:
            return _own_pack(await _readable(cursor, player, code), player)

    async def add(self, caller: Caller, player: UUID, pack: NewPack) -> OwnPack:
        """Stores a new pack.

        Raises Muted, Malformed, InvalidText, BadCards, NoAccount, TooManyPacks, TooMuchToday.
        """
        return await self._add(caller, player, _content(pack))

    async def copy(self, caller: Caller, player: UUID, code: str) -> OwnPack:
        """Copies a pack of anybody who shares it.

        Raises Muted, PackNotFound, PackHidden, NoAccount, TooManyPacks, TooMuchToday.
        """
        async with self._database.read() as cursor:
            pack = await _readable(cursor, player, code)
        if pack.hidden:
            raise PackHidden
        return await self._add(caller, player, pack.content)

    async def _add(self, caller: Caller, player: UUID, content: PackContent) -> OwnPack:
        self._bans.require_not_muted(caller)
        async with self._database.write() as cursor:
            if (await _owner(cursor, player)).packs >= MAX_PACKS:
                raise TooManyPacks
            self._storage.take(caller, text_size([content]))
            code = await repository.add(cursor, player, content)
            return _own_pack(await _own(cursor, player, code), player)

    async def change(self, caller: Caller, player: UUID, code: str, new: NewPack) -> OwnPack:
        """Replaces the cards of a pack of the player; games that use it keep theirs.

        Raises Muted, PackNotFound, Malformed, InvalidText, BadCards, TooMuchToday.
        """
        self._bans.require_not_muted(caller)
        content = _content(new)
        async with self._database.write() as cursor:
            pack = await _own(cursor, player, code)
            self._storage.take(caller, text_size([content]))
            await repository.change(cursor, pack, content)
            return _own_pack(await _own(cursor, player, code), player)

    async def share(self, caller: Caller, player: UUID, code: str, *, shared: bool) -> OwnPack:
        """Sets whether everybody who has the link may see the pack; muted people may only end it.

        Raises Muted, PackNotFound, PackHidden.
        """
        if shared:
            self._bans.require_not_muted(caller)
        async with self._database.write() as cursor:
            if (await _own(cursor, player, code)).hidden and shared:
                raise PackHidden
            await repository.share(cursor, code, shared=shared)
            return _own_pack(await _own(cursor, player, code), player)

    async def delete(self, player: UUID, code: str) -> None:
        """Deletes a pack of the player; games that use it keep its cards. Raises PackNotFound."""
        async with self._database.write() as cursor:
            await repository.delete_pack(cursor, await _own(cursor, player, code))

    async def report(self, player: UUID, report: PackReport, address_key: str) -> None:
        """Stores a report of cards, and keeps them for the administrators.

        Raises PackNotFound, InvalidText.
        """
        words = sanitize_text(report.words) if report.words else ""
        async with self._database.write() as cursor:
            if found := await repository.lock_written(cursor, report.name):
                if found.hidden:
                    raise PackNotFound
                author = await repository.author_of(cursor, report.name, report.code)
            else:
                await _add_reported(cursor, report.name, player)
                author = await imported_texts.importer_of(cursor, report.name)
            await repository.add_report(cursor, player, author, report.name, words, address_key)


async def _is_readable(cursor: Cursor, game: str, name: str, reader: UUID | None) -> bool:
    if await repository.is_shown(cursor, game, name):
        return True
    return reader is not None and await imported_texts.is_seen(cursor, game, name, reader)


async def _add_reported(cursor: Cursor, name: str, reader: UUID) -> None:
    """Stores a content of imports for administrators. Raises PackNotFound if the reader may not see it."""
    found = await imported_texts.shown(cursor, [name])
    if not found or not await imported_texts.is_seen(cursor, found[0].game, name, reader):
        raise PackNotFound
    await repository.add_reported(cursor, found[0])


async def _owner(cursor: Cursor, player: UUID) -> repository.Owner:
    """Raises NoAccount."""
    owner = await repository.lock_owner(cursor, player)
    if not owner.account:
        raise NoAccount
    return owner


async def _own(cursor: Cursor, player: UUID, code: str) -> StoredPack:
    """Returns a pack of the player. Raises PackNotFound."""
    pack = await repository.find(cursor, code)
    if pack is None or pack.player_id != player:
        raise PackNotFound
    return pack


async def _readable(cursor: Cursor, player: UUID, code: str) -> StoredPack:
    """Returns a pack that the player may see. Raises PackNotFound."""
    pack = await repository.find(cursor, code)
    if pack is None or (pack.player_id != player and (pack.hidden or not pack.shared)):
        raise PackNotFound
    return pack


def _content(pack: NewPack) -> PackContent:
    """Raises Malformed, InvalidText, BadCards."""
    rules, title = pack_rules(pack.game), sanitize_text(pack.title)
    if len(title) > MAX_TITLE:
        raise InvalidText
    cards, faults = read_cards(pack.written, pack.format)
    if faults:
        raise BadCards
    return content_of(pack.game, title, pack.language, with_letters(rules, cards))


def _plain(cards: Sequence[Sequence[str]]) -> list[PlainCard]:
    return [PlainCard(text=text, letters=letters) for text, letters in cards]


def _own_pack(pack: StoredPack, player: UUID) -> OwnPack:
    return OwnPack(
        code=pack.code,
        name=pack.name,
        game=pack.game,
        title=pack.title,
        language=pack.language,
        cards=_plain(pack.cards),
        mine=pack.player_id == player,
        shared=pack.shared,
        hidden=pack.hidden,
    )


def _summary(pack: PackDescription) -> PackSummary:
    return PackSummary(
        code=pack.code,
        name=pack.name,
        game=pack.game,
        title=pack.title,
        language=pack.language,
        count=pack.size,
        shared=pack.shared,
        hidden=pack.hidden,
        changed=pack.changed_at.isoformat(timespec="seconds"),
    )


def _texts(pack: Pack, title: str) -> PackTexts:
    cards = [PackCard(texts=dict(one.texts), letters=one.letters, sex=one.sex) for one in pack.cards]
    return PackTexts(name=pack.name, title=title, memo=pack.memo, languages=list(pack.languages), cards=cards)
