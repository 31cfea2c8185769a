import { m } from '#messages';
import { errorMessage } from '../error-messages.ts';

/** Returns the text of an error code of the chat; a code like B10 is a rule of the game. */
export const chatErrorMessage = (code: string): string =>
	/^[A-Z]\d+$/.test(code) ? m.chat_closed_by_rules() : errorMessage(code);
