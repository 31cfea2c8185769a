/** The steps of a round's score as sentences. */

import { m } from '#messages';
import { signed } from '#lib/points.ts';
import type { Step } from './summary.ts';

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
