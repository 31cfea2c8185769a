/** What a seat is in the current round. */

import type { Family, View } from './protocol.ts';

export const isCat = (view: View, seat: number | undefined): boolean =>
	seat !== undefined && view.board?.cat === seat;

export const familyOf = (view: View, seat: number | undefined): Family | undefined =>
	seat === undefined ? undefined : view.families?.[seat];

/** Whether this seat moves its family's totem in the current step. */
export function isAmbassador(view: View, seat: number | undefined): boolean {
	const family = familyOf(view, seat);
	return family !== undefined && view.acting?.ambassadors[family] === seat;
}

export const hasLeft = (view: View, seat: number): boolean => !view.in_play.includes(seat);

/** Whether everybody waits for this seat; in a debate all may act, so those who are ready are left out. */
export const isAwaited = (view: View, seat: number): boolean =>
	view.to_act.includes(seat) && !view.debate?.ready.includes(seat);
