"""Notices over HTTP."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.core.i18n import Language
from app.infra.safe_http import LONGEST
from app.players.accounts.schemas import Body
from app.tables.turn_notifications.push import is_public_key

Address = Annotated[str, Field(max_length=LONGEST)]


def _check_key(written: str) -> str:
    """Raises ValueError if no browser would give it."""
    if not is_public_key(written):
        raise ValueError("no point on the curve")
    return written


class MyTurn(Body):
    """A table where something waits for this person."""

    code: str
    since: datetime
    until: datetime | None  # when time is up, if it can be


class DeviceInfo(Body):
    """What a browser has to know to subscribe, and whether it is known to have done so."""

    key: str  # by which it tells this server's messages from others'; base64url
    on: bool


class NewDevice(Body):
    """A browser's subscription: all three as the browser gives them."""

    endpoint: Address
    p256dh: Annotated[str, Field(pattern=r"^[\w-]{87}=?$"), AfterValidator(_check_key)]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]
    language: Language  # of the notices


class NewWebhook(Body):
    """Where this person wants to be told, too."""

    url: Address
    language: Language


class WebhookInfo(Body):
    """What is kept, without what is secret in it; both empty if there is none."""

    kind: Literal["", "discord", "slack", "ntfy"] = ""
    host: str = ""
