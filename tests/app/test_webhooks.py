"""Each kind of webhook gets its own format, and invalid addresses are refused."""

import json

import pytest

from app.core.errors import UnusableAddress
from app.core.i18n import Language
from app.tables.turn_notifications.errors import BadWebhook
from app.tables.turn_notifications.texts import Notice, your_turn_notice
from app.tables.turn_notifications.webhooks import build_request, parse_webhook

DISCORD = "https://discord.com/api/webhooks/123456/aB-c_9"
SLACK = "https://hooks.slack.com/services/T000/B000/xyz"
NTFY = "https://ntfy.sh/ada-and-her-cats"
NOTICE = Notice("Your turn", "Cat & <Box> @everyone, table abc123", "https://cats.example/t/abc123")


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        (DISCORD, "discord"),
        ("https://ptb.discord.com/api/v10/webhooks/1/x?thread_id=2", "discord"),
        (SLACK, "slack"),
        (NTFY, "ntfy"),
        ("https://ntfy.cats.example/topic?auth=abc", "ntfy"),
    ],
)
def test_webhook_urls_are_recognized(address: str, kind: str) -> None:
    assert parse_webhook(address).kind == kind


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/channels/1/2", "https://discord.com/api/webhooks/1/x/slack", "https://discord.com/topic",
        "https://hooks.slack.com/topic", "https://hooks.slack.com/services/T0", "https://ntfy.sh/", "https://ntfy.sh",
        "https://ntfy.sh/a/b", "https://ntfy.sh/a%2Fb", "https://ntfy.sh/ä", "https://ntfy.sh/topic#here",
    ],
)  # fmt: skip
def test_invalid_webhook_urls_are_refused(address: str) -> None:
    with pytest.raises(BadWebhook):
        parse_webhook(address)


def test_plain_http_is_refused() -> None:
    with pytest.raises(UnusableAddress):
        parse_webhook("http://ntfy.sh/topic")


def test_discord_mentions_nobody() -> None:
    post = build_request(parse_webhook(DISCORD), NOTICE)
    message = json.loads(post.body)
    assert post.address == DISCORD
    assert message["allowed_mentions"] == {"parse": []}
    assert message["content"] == f"{NOTICE.title}: {NOTICE.text}\n{NOTICE.link}"


def test_slack_message_is_escaped() -> None:
    message = json.loads(build_request(parse_webhook(SLACK), NOTICE).body)
    assert "Cat &amp; &lt;Box&gt;" in message["text"]
    assert NOTICE.link in message["text"]


def test_ntfy_message_has_a_topic_and_a_link() -> None:
    post = build_request(parse_webhook(NTFY + "?auth=abc"), NOTICE)
    assert post.address == "https://ntfy.sh/?auth=abc"
    assert json.loads(post.body) == {
        "topic": "ada-and-her-cats",
        "title": NOTICE.title,
        "message": NOTICE.text,
        "click": NOTICE.link,
    }


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("en", "Your turn", "Cat in the Box, table abc123"),
        ("fr", "C’est à toi", "Cat in the Box, table abc123"),
        ("ja", "あなたの番です", "キャット・イン・ザ・ボックス・テーブルabc123"),
    ],
)
def test_notice_is_translated(language: Language, title: str, text: str) -> None:
    notice = your_turn_notice(language, "cat-in-the-box", "abc123", "https://cats.example")
    assert notice == Notice(title, text, "https://cats.example/t/abc123")
