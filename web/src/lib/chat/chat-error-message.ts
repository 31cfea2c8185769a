import { m } from '#messages';
import { errorMessage } from '../error-messages.ts';
import type { Rejected } from './chat.svelte.ts';

/** Types of messages that are sent elsewhere on the page. */
type OtherType = 'again' | 'show_hand';
const OTHER_TYPES: (string | undefined)[] = ['again', 'show_hand'] satisfies OtherType[];

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

/** Returns why the chat's last message was rejected; undefined if the last rejected message is another one. */
export function chatRefusal(rejected: Rejected | undefined): string | undefined {
	return rejected && !OTHER_TYPES.includes(rejected.id) ? chatErrorMessage(rejected.code) : undefined;
}

/** Returns why the last message, of this type, was rejected. */
export function otherRefusal(type: OtherType, rejected: Rejected | undefined): string | undefined {
	return rejected?.id === type ? chatErrorMessage(rejected.code) : undefined;
}
