/** The move that the analysis prefers, as the play area draws it. */

import type { Frame } from '#lib/replay/frames.ts';
import { nameOf } from '../area.ts';
import type { CatBoxLite, Move } from '../protocol.ts';

/** The face that a move lays. */
export function faceOf({ face, holder, slot }: Move, before: Frame<CatBoxLite>): string {
	const { view, own } = before;
	return (face === 'public' ? view.hands[holder]?.[slot] : own[holder]?.backs[slot]) ?? '';
}

export function ghostOf(
	best: Move | undefined,
	before: Frame<CatBoxLite> | undefined
): { face: string; place: string } | undefined {
	return best && before && { face: faceOf(best, before), place: nameOf(best) };
}
