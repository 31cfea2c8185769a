import { describe, expect, it } from 'vitest';
import { chatClosedReason } from '#games/braincat/chat-rules.ts';
import type { Result, RoundSummary, View } from '#games/braincat/protocol.ts';
import { awaitedSentence, progressTitle } from '#games/braincat/sentences.ts';
import { outcomeSentence, pointsSentence, recap, resultSentence } from '#games/braincat/summary-sentences.ts';
import { turnSentence } from '#games/braincat/turn-sentence.ts';
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

	it('which family is picking a card', () => {
		const [view, seat] = viewWhere('teams', ({ phase, result }) => phase === 'pick' && !result);
		const family = view.families![view.to_act[0]!] === 'red' ? 'Red' : 'Blue';
		expect(turnSentence(view, seatNames(seat))).toBe(`The ${family} family is picking a card.`);
	});

	it('which family is still voting on its totem', () => {
		const [view, seat] = viewWhere(
			'teams',
			({ phase, acting }) => phase === 'keep' && acting!.to_act.length === 1
		);
		const family = view.acting!.to_act[0] === 'red' ? 'Red' : 'Blue';
		expect(turnSentence(view, seatNames(seat))).toBe(`The ${family} family is voting on its totem.`);
	});

	it('what has happened in the round', () => {
		const [view, seat] = viewWhere(
			'discovery',
			({ board, phase }) => phase === 'debate' && board!.gone.length > 0
		);
		const sentences = recap(view, seatNames(seat), { paws: [12, 65], now: 3 });
		expect(sentences).toContain('The cat’s thinking time, paw by paw: 12 seconds, 1 min 5 s.');
		expect(sentences).toContain('The cat has been thinking for 3 seconds.');
		expect(sentences).toContain(`The blue paw points at clue ${view.board!.paws[0]! + 1}.`);
		expect(sentences.some((text) => text.startsWith('Master card'))).toBe(true);
	});

	it('why the chat is closed, before a line is refused', () => {
		const [paw] = viewWhere('discovery', ({ phase }) => phase === 'paw');
		const [debate] = viewWhere('discovery', ({ phase }) => phase === 'debate');
		const [pack] = viewWhere('discovery', ({ phase }) => phase === 'pack');
		const { cat } = debate.board!;
		const other = (cat + 1) % debate.seats;
		expect(chatClosedReason(paw, (paw.board!.cat + 1) % paw.seats)).toMatch(/places its paw/);
		expect(chatClosedReason(debate, cat)).toMatch(/You’re the cat/);
		expect(chatClosedReason(debate, other)).toBeUndefined();
		expect(chatClosedReason({ ...debate, board: { ...debate.board!, mood: 'M5' } }, other)).toMatch(/sulky/);
		expect(chatClosedReason(pack, pack.board!.cat)).toBeUndefined();
	});

	it.each(['discovery', 'moods', 'fickle', 'teams', 'individual'] as const)(
		'how rounds and the game of %s ended',
		(game) => {
			for (const [view, seat] of viewsWhere(game, ({ result }) => result !== undefined)) {
				expect(resultSentence(view.result!, view, seatNames(seat))).not.toBe('');
				for (const summary of Object.values(view.ended)) {
					const { cat } = summary.board;
					expect(outcomeSentence(view, summary, seatNames(seat))).toContain(
						cat === seat ? 'You were' : `P${cat}`
					);
					expect(pointsSentence(view, summary, seatNames(seat)) === undefined).toBe(
						game === 'discovery' || summary.outcome === 'void'
					);
				}
			}
		}
	);

	it('keeps points in the line of their name', () => {
		const [view] = viewWhere('individual', ({ ended }) => 0 in ended);
		expect(pointsSentence(view, view.ended[0]!, seatNames())).toMatch(/P0\u00a0\d+, P1\u00a0\d+/);
	});

	it('you to the reader, also among others', () => {
		const [view] = viewWhere('individual', ({ result }) => result !== undefined);
		expect(pointsSentence(view, view.ended[0]!, seatNames(1))).toMatch(/P0\u00a0\d+, You\u00a0\d+/);
		const result = { ...view.result!, winners: [0, 1] };
		expect(resultSentence(result, view, seatNames(1))).toBe('You share the win with P0.');
		expect(resultSentence(result, view, seatNames(2))).toBe('P0 and P1 share the win.');
	});

	it('why a round does not count', () => {
		const [view] = viewWhere('discovery', ({ ended }) => 0 in ended);
		const summary: RoundSummary = { ...view.ended[0]!, outcome: 'void' };
		const { cat } = summary.board;
		const said = (me?: number, seen = view) => outcomeSentence(seen, summary, seatNames(me));
		expect(said()).toBe(`P${cat} was the cat and left: the round doesn’t count.`);
		expect(said(cat)).toBe('You were the cat and left: the round doesn’t count.');
		// another has left, too few are here, and the game ended with this round
		const ended: View = { ...view, ended: { 0: summary }, result: { abandoned: true } as Result };
		expect(said(undefined, ended)).toBe(`The round doesn’t count. P${cat} was the cat.`);
		expect(said(cat, ended)).toBe('The round doesn’t count. You were the cat.');
	});
});
