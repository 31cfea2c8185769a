"""A table as its viewers get it, each with what concerns them."""

from typing import Literal
from uuid import UUID

from app.players.cats import CatName
from app.players.public_id import public_id
from app.tables.game.protocol import ExcludedPlayer, SeatInfo, TableInfo
from app.tables.game.tables import Table, TableSeat
from engine.shuffle import commitment


def table_info(table: Table, viewer: UUID) -> TableInfo:
    """Returns the table as this player sees it."""
    seat, is_host = table.seat_of(viewer), viewer == table.host
    return TableInfo(
        code=table.code,
        game=table.game,
        options=table.options,
        status=table.status,
        seats=[_seat_info(table, one, cat, viewer) for one, cat in zip(table.seats, table.cats, strict=True)],
        bots=table.bots,
        terms_key=table.settings_key if table.status == "open" else "",
        terms=table.settings if seat is not None else table.settings.for_spectators(),
        commitment=commitment(table.secret).hex(),
        you_host=is_host,
        next=table.started_rematch,
        closed=table.closed_reason,
        rated=table.rated,
        awaited=table.is_awaited,
        hints=seat is not None and table.allows_hints(seat),
        spectators_write=table.has_spectator_chat,
        next_code=(table.rematch_code or "") if table.rematch_secret else "",
        unattended=table.status == "abandoned" and not table.started and not table.closed_reason,
        removed=_removed(table, viewer),
        kept_out=_excluded_players(table) if is_host else [],
        invited=list(table.invited) if is_host else [],
        next_commitment=commitment(table.rematch_secret).hex() if table.rematch_secret else "",
        starting=table.starting,
        branched=table.origin_info,
        source_public=bool(table.origin and table.origin.duplicate and table.origin.public),
        deal_name=table.deal_name,
    )


def _removed(table: Table, player: UUID) -> Literal["", "for_now", "for_good"]:
    removal = next((one for one in table.removals if one.player == player), None)
    if removal is None:
        return ""
    return "for_good" if removal.is_permanent else "for_now"


def _excluded_players(table: Table) -> list[ExcludedPlayer]:
    out = [one for one in table.removals if one.is_permanent]
    return [ExcludedPlayer(who=public_id(one.player), name=one.name) for one in out]


def _seat_info(table: Table, seat: TableSeat, cat: CatName, viewer: UUID) -> SeatInfo:
    again: Literal["", "no", "yes"] = "yes" if seat.again else "" if seat.again is None else "no"
    return SeatInfo(
        kind=seat.kind,
        name=seat.name,
        cat=cat,
        handle=seat.handle,
        account=seat.account,
        ready=seat.ready,
        host=seat.player is not None and seat.player == table.host,
        you=seat.player == viewer,
        again=again,
        shows_hand=seat.shows_hand,
        caretaker=seat.caretaker,
        salted=bool(seat.salt),
        who=public_id(seat.player) if seat.player else "",
        seen_deals=seat.seen_deals,
        rating=seat.rating,
    )
