/* Generated from the server by `npm run generate`; not to be edited. */

/** Close codes of the server's WebSockets; described in app/infra/websocket/close_codes.py. */

export const INVALID_TEXT = 1007;
export const FORBIDDEN_ORIGIN = 1008;
export const MESSAGE_TOO_BIG = 1009;
export const INTERNAL_ERROR = 1011;
export const TRY_AGAIN = 1012;
export const MALFORMED = 4400;
export const NO_SESSION = 4401;
export const NOT_ALLOWED = 4403;
export const NOT_FOUND = 4404;
export const TOO_MANY_SPECTATORS = 4409;
export const DAMAGED_GAME = 4410;
export const BANNED = 4423;
export const OUTDATED_CLIENT = 4426;
export const TOO_MANY_MESSAGES = 4429;
