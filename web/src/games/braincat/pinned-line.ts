/** The line that the cat of a round pins on why its paws pointed there: a chat line with a mark of the round. */

import type { ChatLine } from '#lib/protocol.ts';
import { shortened } from '#lib/text-length.ts';

const markOf = (round: number): string => `#${round + 1}: `;

/** Returns the chat line for a reason; rounds are counted from 0, void ones too. */
export const pinned = (round: number, reason: string): string => markOf(round) + reason;

/** Truncates a reason so that its chat line is not too long. */
export const shortenedReason = (round: number, reason: string): string =>
	shortened(pinned(round, reason)).slice(markOf(round).length);

/** Returns the last reason that this seat has pinned to a round. */
export function reasonOf(lines: readonly ChatLine[], cat: number, round: number): string | undefined {
	const mark = markOf(round);
	const line = lines.findLast(({ seat, text }) => seat === cat && text?.startsWith(mark));
	return line?.text?.slice(mark.length);
}
