/** A small replay with two seats: one puts a card aside, bids and declares, the other ends in a paradox. */

import { Replay, type ReplayTexts } from '#lib/replay/replay.svelte.ts';
import type { Replay as Document } from '#lib/protocol.ts';
import { position } from '../cat-in-the-box/view.ts';

const LEGAL = { declare: { blue4: { keeps: { 7: 2 } }, red7: { keeps: { 4: 1 }, loses: 'blue' as const } } };

export function document(differs: Partial<Document> = {}, table: Partial<Document['table']> = {}): Document {
	return {
		table: {
			code: 'abc',
			game: 'cat-in-the-box',
			options: {},
			seats: ['Ada', ''],
			people: [],
			status: 'finished',
			imported: false,
			...table
		},
		eyes: [0, 1],
		start: {
			view: position({
				seats: 2,
				round: 0,
				trick: 0,
				phase: 'set_aside',
				to_act: [0, 1],
				tokens: {},
				current: undefined,
				hand: undefined
			}),
			own: { 0: { hand: [1, 4, 7] }, 1: { hand: [2, 2, 5] } },
			log: [{ kind: 'round_opened', round: 0, start: 0 }]
		},
		steps: [
			{
				seat: 0,
				patch: { phase: 'play', to_act: [0] },
				own: { 0: { hand: [4, 7], aside: 1, legal: LEGAL } },
				log: [{ kind: 'card_set_aside', seat: 0 }]
			},
			{
				seat: 0,
				by: 'caretaker',
				patch: { tokens: { blue4: 0 }, to_act: [1] },
				own: { 0: { hand: [7], legal: null } },
				log: [
					{ kind: 'declared', seat: 0, card: 4, color: 'blue', lead: true },
					{ kind: 'trick_won', seat: 0, trick: 0 }
				]
			},
			{
				seat: 0,
				patch: { round: 1, tokens: { blue4: null }, phase: 'set_aside' },
				own: {},
				log: [
					{ kind: 'paradox_caused', seat: 1, hand: [2, 2] },
					{ kind: 'round_scored', round: 0, points: [1, -1] },
					{ kind: 'round_opened', round: 1, start: 1 }
				]
			},
			{
				seat: 1,
				patch: { to_act: [0] },
				own: { 1: { hand: [5] } },
				log: [{ kind: 'card_set_aside', seat: 1 }]
			}
		],
		...differs
	};
}

const LANDMARKS = { trick_won: 'trick', round_opened: 'round', paradox_caused: 'paradox' } as const;

/** The replay of this document, for a game without components. */
export function replayOf(
	differs: Partial<Document> = {},
	table: Partial<Document['table']> = {},
	landmarks: ReplayTexts['landmarks'] = LANDMARKS
): Replay {
	return new Replay(document(differs, table), { landmarks } as unknown as ReplayTexts);
}
