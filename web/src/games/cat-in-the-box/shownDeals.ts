/** The cards of each round as a replay shows them when it opens. */

import { mergePatch, type JsonObject } from '#lib/merge.ts';
import type { Replay } from '#lib/protocol.gen.ts';
import type { Deal } from './dealing.ts';

export function shownDeals({ start, steps }: Replay): Deal[] {
	let [view, own]: JsonObject[] = [start.view, start.own];
	const deals = [shownDeal(view!, own!)];
	for (const step of steps) {
		view = mergePatch(view, step.patch) as JsonObject;
		own = mergePatch(own, step.own) as JsonObject;
		if (step.log.some(({ kind }) => kind === 'round_opened')) deals.push(shownDeal(view, own));
	}
	return deals;
}

function shownDeal(view: JsonObject, own: JsonObject): Deal {
	const hands = Object.values(own).map((seen) => (seen as { hand: number[] }).hand);
	return { hands, revealed: view.revealed as number[] | undefined };
}
