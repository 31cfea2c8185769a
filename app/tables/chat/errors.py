"""Errors of the chat."""

from app.core.errors import AppError


class ChatClosed(AppError):
    """The chat of this table is closed."""

    code, status = "chat_closed", 403


class PhrasesOnly(AppError):
    """A guest may send only prepared phrases in public chats."""

    code, status = "phrases_only", 403
