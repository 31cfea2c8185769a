"""Close codes of the server's WebSockets, shared with the client through `close-codes.gen.ts`."""

from enum import IntEnum, StrEnum


class ClientAction(StrEnum):
    """What the client does when a connection is closed with a code; after an unknown code it reconnects."""

    RECONNECT = "reconnects after a delay"
    RENEW_SESSION = "requests a new session, then reconnects"
    RELOAD = "reloads the page once"
    STOP = "stops and shows the reason"


class CloseCode(IntEnum):
    """1000-2999 are defined by RFC 6455 and its registry, 4000-4999 by this application."""

    action: ClientAction
    meaning: str

    def __new__(cls, code: int, action: ClientAction, meaning: str) -> "CloseCode":
        member = int.__new__(cls, code)
        member._value_ = code
        member.action = action
        member.meaning = meaning
        return member

    INVALID_TEXT = 1007, ClientAction.RECONNECT, "A text message is not UTF-8."
    FORBIDDEN_ORIGIN = (
        1008,
        ClientAction.RECONNECT,
        "The page is of another site; sent before the upgrade, so the browser sees HTTP 403.",
    )
    MESSAGE_TOO_BIG = 1009, ClientAction.STOP, "A message is too large; sent by the WebSocket library."
    INTERNAL_ERROR = 1011, ClientAction.RECONNECT, "An unexpected error of the server."
    TRY_AGAIN = 1012, ClientAction.RECONNECT, "The server restarts, or its database cannot be reached."
    MALFORMED = 4400, ClientAction.STOP, "A message does not match the protocol."
    NO_SESSION = 4401, ClientAction.RENEW_SESSION, "There is no session, or it has ended."
    NOT_ALLOWED = 4403, ClientAction.STOP, "The player may not watch here."
    NOT_FOUND = 4404, ClientAction.STOP, "The table, night or shared replay does not exist."
    TOO_MANY_SPECTATORS = (
        4409,
        ClientAction.STOP,
        "The table, night or shared replay has too many spectators.",
    )
    DAMAGED_GAME = 4410, ClientAction.STOP, "What is stored of the game is damaged."
    BANNED = 4423, ClientAction.STOP, "The player or the address is banned."
    OUTDATED_CLIENT = 4426, ClientAction.RELOAD, "The client speaks another version of the protocol."
    TOO_MANY_MESSAGES = 4429, ClientAction.STOP, "The player sends too many messages."
