import { m } from '#messages';
import { MOVE_ERROR_MESSAGES } from './move-error-messages.ts';
import { CONNECTION_ERROR_MESSAGES } from './connection-error-messages.ts';

/** Texts of the server's error codes and of the client's own: `offline`, `stale`, `outdated`, `table_full`. */
export const ERROR_MESSAGES: Record<string, () => string> = {
	...MOVE_ERROR_MESSAGES,
	...CONNECTION_ERROR_MESSAGES,
	queue_full: m.error_queue_full,
	waiting_elsewhere: m.error_waiting_elsewhere,
	// tables and people
	bad_name: m.error_bad_name,
	no_such_seat: m.error_no_such_seat,
	seat_taken: m.error_seat_taken,
	table_full: m.error_table_full,
	not_host: m.error_not_host,
	seat_changed: m.error_seat_changed,
	removed: m.error_removed,
	kept_out: m.error_kept_out,
	terms_changed: m.error_terms_changed,
	too_many_tables: m.error_too_many_tables,
	too_many_tables_here: m.error_too_many_tables_here,
	too_many_seats: m.error_too_many_seats,
	already_started: m.error_already_started,
	not_all_ready: m.error_not_all_ready,
	not_enough_players: m.error_not_enough_players,
	deals_in_play: m.error_deals_in_play,
	stays_private: m.error_stays_private,
	stays_public: m.error_stays_public,
	own_packs_private: m.error_own_packs_private,
	password_needed: m.error_password_needed,
	link_in_name: m.error_link_in_name,
	reserved_name: m.error_reserved_name,
	renamed_often: m.error_renamed_often,
	name_taken: m.error_name_taken,
	no_such_person: m.error_no_such_person,
	// chat and moderation
	bad_words: m.error_bad_words,
	no_links: m.error_no_links,
	muted: m.error_muted,
	// connection and server
	busy: m.error_busy,
	too_much_today: m.error_too_much_today,
	forbidden_origin: m.error_forbidden_origin,
	not_found: m.error_not_found
};

/** Returns the text of an error code in the reader's language. */
export function errorMessage(code: string): string {
	return (ERROR_MESSAGES[code] ?? m.error_internal)();
}
