import type { Rejected } from './chat.svelte.ts';

/** Types of messages that are sent elsewhere on the page. */
type OtherType = 'again' | 'show_hand';
const OTHER_TYPES: (string | undefined)[] = ['again', 'show_hand'] satisfies OtherType[];

/** Returns the error code of the chat's last message; undefined if the last rejected message is another one. */
export function chatRefusal(rejected: Rejected | undefined): string | undefined {
	if (!rejected || OTHER_TYPES.includes(rejected.id)) return undefined;
	return /^[A-Z]\d+$/.test(rejected.code) ? 'closed_by_rules' : rejected.code; // a rule of the game, like B10
}

/** Returns the error code of the last message, of this type. */
export const otherRefusal = (type: OtherType, rejected: Rejected | undefined): string | undefined =>
	rejected?.id === type ? rejected.code : undefined;
