"""Formats of the supported webhooks."""

import json
import re
from html import escape
from typing import Literal, NamedTuple

import httpx

from app.infra.safe_http import parse
from app.tables.turn_notifications.errors import BadWebhook
from app.tables.turn_notifications.push import OutgoingRequest
from app.tables.turn_notifications.texts import Notice
from engine.types import Json

Kind = Literal["discord", "slack", "ntfy"]
HOSTS: dict[str, Kind] = {
    "discord.com": "discord",
    "ptb.discord.com": "discord",
    "canary.discord.com": "discord",
    "discordapp.com": "discord",
    "hooks.slack.com": "slack",
}
PATHS = {
    "discord": re.compile(r"/api/(v\d{1,2}/)?webhooks/\d{1,30}/[\w-]{1,200}", re.ASCII),
    "slack": re.compile(r"/services/\w{1,40}/\w{1,40}/\w{1,80}", re.ASCII),
    "ntfy": re.compile(r"/[\w-]{1,64}", re.ASCII),
}


class Webhook(NamedTuple):
    """A webhook's kind and address."""

    kind: Kind
    url: httpx.URL


def parse_webhook(address: str) -> Webhook:
    """Parses an address; any host other than Discord's and Slack's counts as an ntfy server.

    Raises BadWebhook, UnusableAddress.
    """
    url = parse(address)
    kind = HOSTS.get(url.host, "ntfy")
    if not PATHS[kind].fullmatch(url.path) or url.fragment:
        raise BadWebhook
    return Webhook(kind, url)


def build_request(webhook: Webhook, notice: Notice) -> OutgoingRequest:
    """Builds the request in the webhook's format."""
    kind, url = webhook
    line = f"{notice.title}: {notice.text}\n{notice.link}"
    body: Json
    match kind:
        case "discord":
            body = {"username": "Boxcats", "content": line, "allowed_mentions": {"parse": []}}
        case "slack":
            body = {"text": escape(line, quote=False), "link_names": False}  # Slack escapes only & < >
        case "ntfy":
            topic, url = url.path[1:], url.copy_with(path="/")
            body = {"topic": topic, "title": notice.title, "message": notice.text, "click": notice.link}
    return OutgoingRequest(str(url), json.dumps(body).encode(), {"Content-Type": "application/json"})
