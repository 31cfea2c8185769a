import { m } from '#messages';
import { errorMessage } from '../error-messages.ts';

/** Texts of error codes that only chats get, and the list of spectators. */
export const CHAT_ERROR_MESSAGES: Record<string, () => string> = {
	hand_not_shown: m.error_hand_not_shown,
	phrases_only: m.error_phrases_only,
	chat_closed: m.error_chat_closed
};

/** Returns the text of an error code of a chat; a code like B10 is a rule of the game. */
export function chatErrorMessage(code: string): string {
	if (/^[A-Z]\d+$/.test(code)) return m.chat_closed_by_rules();
	return CHAT_ERROR_MESSAGES[code]?.() ?? errorMessage(code);
}
