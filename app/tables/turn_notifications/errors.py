"""Errors of turn notifications."""

from app.core.errors import AppError


class BadWebhook(AppError):
    """The address is not a webhook of ntfy, Discord or Slack."""

    code, status = "bad_webhook", 422
