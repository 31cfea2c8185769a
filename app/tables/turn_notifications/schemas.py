"""Request and response bodies of notifications."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.core.i18n import Language
from app.core.schemas import StrictModel
from app.infra.safe_http import MAX_URL_LENGTH
from app.tables.turn_notifications.push import is_public_key

Address = Annotated[str, Field(max_length=MAX_URL_LENGTH)]


def _check_key(written: str) -> str:
    """Raises ValueError for an invalid public key."""
    if not is_public_key(written):
        raise ValueError("no point on the curve")
    return written


class MyTurn(StrictModel):
    """A table that waits for the player: to act there, or to sit down."""

    code: str
    since: datetime
    until: datetime | None  # when time is up; None: no deadline
    invitation: bool = False  # the player is invited and does not sit there


class DeviceInfo(StrictModel):
    """The server's push key, and whether this device is subscribed."""

    key: str  # the server's public key, base64url
    on: bool


class NewDevice(StrictModel):
    """A browser's push subscription, in the browser's own form."""

    endpoint: Address
    p256dh: Annotated[str, Field(pattern=r"^[\w-]{87}=?$"), AfterValidator(_check_key)]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]
    language: Language  # of the notifications


class NewWebhook(StrictModel):
    """A webhook for notifications of one table."""

    url: Address
    language: Language


class WebhookInfo(StrictModel):
    """The webhook without its secret parts; both empty if there is none."""

    kind: Literal["", "discord", "slack", "ntfy"] = ""
    host: str = ""
