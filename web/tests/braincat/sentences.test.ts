import { describe, expect, it } from 'vitest';
import { awaitedSentence, progressTitle } from '#games/braincat/sentences.ts';
import { outcomeSentence, pointsSentence, recap, resultSentence } from '#games/braincat/summary-sentences.ts';
import { viewWhere, viewsWhere } from './positions.ts';

const NAMES = Array.from({ length: 12 }, (_, seat) => `P${seat}`);
const seatNames = (me?: number) => ({ names: NAMES, me });

describe('the page says', () => {
	it('the round and the mode', () => {
		const [view] = viewWhere('moods', ({ round, result }) => round === 1 && !result);
		expect(progressTitle(view)).toBe('Moods · round 2 of 4');
	});

	it('who is awaited: not the reader, and nobody who is ready', () => {
		const [view, seat] = viewWhere(
			'moods',
			({ debate, to_act }, seat) =>
				to_act.includes(seat) && (debate?.ready.length ?? 0) > 0 && to_act.length - debate!.ready.length > 1
		);
		const sentence = awaitedSentence(view, seatNames(seat)) ?? '';
		for (const ready of view.debate!.ready) expect(sentence).not.toContain(`P${ready}`);
		expect(sentence).not.toContain(`P${seat}`);
	});

	it('what has happened in the round', () => {
		const [view, seat] = viewWhere(
			'discovery',
			({ board, phase }) => phase === 'debate' && board!.gone.length > 0
		);
		const sentences = recap(view, seatNames(seat));
		expect(sentences).toContain(`The blue paw points at clue ${view.board!.paws[0]! + 1}.`);
		expect(sentences.some((text) => text.startsWith('Master card'))).toBe(true);
	});

	it.each(['discovery', 'moods', 'fickle', 'teams', 'individual'] as const)(
		'how rounds and the game of %s ended',
		(game) => {
			for (const [view, seat] of viewsWhere(game, ({ result }) => result !== undefined)) {
				expect(resultSentence(view.result!, view, seatNames(seat))).not.toBe('');
				for (const summary of Object.values(view.ended)) {
					expect(outcomeSentence(summary, seatNames(seat))).toContain(`P${summary.board.cat}`);
					expect(pointsSentence(view, summary, seatNames(seat)) === undefined).toBe(
						game === 'discovery' || summary.outcome === 'void'
					);
				}
			}
		}
	);
});
