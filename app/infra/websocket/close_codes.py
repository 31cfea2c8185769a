"""Close codes of the server's WebSockets, shared with the client through `protocol.gen.ts`."""

from enum import IntEnum


class CloseCode(IntEnum):
    """1000-2999 are defined by RFC 6455 and its registry, 4000-4999 by this application.

    The client reconnects after any code that it does not treat as final.
    """

    INVALID_TEXT = 1007  # a text message that is not UTF-8
    FORBIDDEN_ORIGIN = 1008  # sent before the upgrade, so the browser sees HTTP 403
    MESSAGE_TOO_BIG = 1009  # sent by the WebSocket library
    INTERNAL_ERROR = 1011
    TRY_AGAIN = 1012  # the server restarts, or its database cannot be reached
    MALFORMED = 4400  # not a message of the protocol
    NO_SESSION = 4401  # no session, or it was revoked: the client asks for a new one
    NOT_ALLOWED = 4403  # this player may not watch here
    NOT_FOUND = 4404
    TOO_MANY_SPECTATORS = 4409
    BANNED = 4423
    OUTDATED_CLIENT = 4426  # another protocol version: the client reloads itself
    TOO_MANY_MESSAGES = 4429
