/** Extracts each round's deal from a replay. */

import { mergePatch } from '#lib/json-merge-patch.ts';
import type { Document, Own, View } from './protocol.ts';

export interface Deal {
	hands: number[][]; // by seat
	revealed?: number[]; // two seats only
}

export function shownDeals({ start, steps }: Document): Deal[] {
	let { view, own } = start;
	const deals = [shownDeal(view, own)];
	for (const step of steps) {
		view = mergePatch(view, step.patch) as View;
		own = mergePatch(own, step.own) as Record<string, Own>;
		if (step.log.some(({ kind }) => kind === 'round_opened')) deals.push(shownDeal(view, own));
	}
	return deals;
}

function shownDeal({ revealed }: View, own: Record<string, Own>): Deal {
	const hands = Object.values(own).map(({ hand = [] }) => hand);
	return { hands, revealed };
}
