/** The steps of a round's score as sentences. */

import { m } from '#messages';
import { signed } from '#lib/points.ts';
import type { View } from './protocol.ts';
import type { Step } from './summary.ts';

/** Where closing the summary of a round leads: to the next one, to the result or back to the game. */
export function summaryClose({ result, scored }: Pick<View, 'result' | 'scored'>, round: number): string {
	const isLast = round + 1 >= Object.keys(scored).length;
	return result && isLast ? m.cat_see_result() : m.cat_next_round({ round: round + 2 });
}

export function stepSentence(step: Step): string {
	switch (step.kind) {
		case 'tricks': {
			const say = step.paradox ? m.cat_step_paradox : m.cat_step_tricks;
			return say({ count: step.won, points: signed(step.points) });
		}
		case 'bonus':
			if (step.bid === undefined) return m.cat_step_few({ points: signed(step.points) });
			return m.cat_step_bid_met({ bid: step.bid, points: signed(step.points) });
		case 'no_bonus':
			if (step.why === 'paradox') return m.cat_step_caused();
			if (step.bid === undefined) return m.cat_step_many();
			return m.cat_step_missed({ bid: step.bid, won: step.won });
		case 'sum':
			return m.cat_step_sum({ points: signed(step.points) });
	}
}
