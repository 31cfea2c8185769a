import { m } from '#messages';
import { errorMessage } from './error-messages.ts';

/** Texts of error codes that only some forms get; kept out of the first load of lobby and tables. */
export const FORM_ERROR_MESSAGES: Record<string, () => string> = {
	bad_password: m.error_bad_password,
	already_claimed: m.error_already_claimed,
	no_account: m.error_no_account,
	wrong_password: m.error_wrong_password,
	wrong_code: m.error_wrong_code,
	link_spent: m.error_link_spent,
	bad_record: m.error_bad_record,
	bad_move: m.error_bad_move,
	newer_format: m.error_newer_format,
	too_many_imports: m.error_too_many_imports,
	pack_hidden: m.error_pack_hidden,
	pack_not_found: m.error_pack_not_found,
	bad_cards: m.error_bad_cards,
	too_many_packs: m.error_too_many_packs,
	storage_full: m.error_storage_full,
	bad_webhook: m.error_bad_webhook,
	unusable_address: m.error_unusable_address,
	not_admin: m.error_not_admin,
	yourself: m.error_yourself,
	bad_network: m.error_bad_network,
	not_your_seat: m.error_not_your_seat,
	seat_of_account: m.error_seat_of_account,
	seat_requested: m.error_seat_requested,
	lesson_not_found: m.error_lesson_not_found,
	lesson_over: m.error_lesson_over,
	puzzle_not_found: m.error_puzzle_not_found,
	puzzle_answered: m.error_puzzle_answered,
	not_your_progress: m.error_not_your_progress,
	cannot_invite: m.error_cannot_invite,
	already_invited: m.error_already_invited,
	too_many_invitations: m.error_too_many_invitations,
	invitations_full: m.error_invitations_full,
	night_not_found: m.error_night_not_found,
	night_started: m.error_night_started,
	night_over: m.error_night_over,
	night_full: m.error_night_full,
	night_full_for_address: m.error_night_full_for_address,
	already_joined: m.error_already_joined,
	not_joined: m.error_not_joined,
	not_night_host: m.error_not_night_host,
	nobody_joined: m.error_nobody_joined,
	too_many_nights: m.error_too_many_nights,
	too_many_nights_here: m.error_too_many_nights_here,
	too_many_joined: m.error_too_many_joined
};

/** Returns the text of an error code in the reader's language. */
export const formErrorMessage = (code: string): string => FORM_ERROR_MESSAGES[code]?.() ?? errorMessage(code);
