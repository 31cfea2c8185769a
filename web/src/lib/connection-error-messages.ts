import { m } from '#messages';
import { MOVE_ERROR_MESSAGES } from './move-error-messages.ts';

/** Texts of the error codes with which a connection stops. */
export const CONNECTION_ERROR_MESSAGES: Record<string, () => string> = {
	table_not_found: m.error_table_not_found,
	no_looking_on: m.error_no_looking_on,
	too_many_look_on: m.error_too_many_look_on,
	damaged_game: m.error_damaged_game,
	banned: m.error_banned,
	no_session: m.error_no_session,
	too_big: m.error_too_big,
	outdated: m.error_outdated
};

/** Returns the text of the error code of a stopped connection. */
export const connectionErrorMessage = (code: string): string =>
	(CONNECTION_ERROR_MESSAGES[code] ?? MOVE_ERROR_MESSAGES[code] ?? m.error_internal)();
