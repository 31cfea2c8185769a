import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { clueChain, dealRound, type DealtRound, type PackData } from '#games/braincat/deal-round.ts';
import { Stream } from '#lib/fairness/shuffle.ts';
import vectors from '../../../tests/vectors/shuffle.json';

const MODE: Record<number, string> = { 4: 'individual', 5: 'discovery', 6: 'teams' }; // by number of masters
const FIRST: DealtRound = { number: 0, chosen: 'a', cluePack: undefined, finished: [] };
const plain = (cards: number): PackData => ({ letters: Array<string>(cards).fill(''), memo: false });

/** The test vectors of tests/engine/braincat/test_vectors.py. */
describe.each(vectors)('the streams of table $table', ({ seed: hex, braincat }) => {
	const seed = hexToBytes(hex);

	it.each(braincat.rounds)('B6: deals the cards of round $number', ({ number, sexes, masters, deal }) => {
		const a = sexes.includes('-') ? plain(sexes.length) : { sexes, memo: true };
		const dealt = dealRound(seed, MODE[masters]!, { a }, { ...FIRST, number });
		expect(dealt).toEqual({ pack: 'a', ...deal });
	});

	it('B5: deals the whole pack of the clues', () => {
		for (const [cards, clues] of Object.entries(braincat.clues)) {
			const packs = { a: plain(30), b: plain(Number(cards)) };
			expect(dealRound(seed, 'discovery', packs, { ...FIRST, cluePack: 'b' }).clues).toEqual(clues);
		}
	});

	it('B18: draws the first mood that no finished round had', () => {
		const finished: DealtRound['finished'] = [];
		for (const mood of braincat.moods) {
			expect(dealRound(seed, 'moods', { a: plain(30) }, { ...FIRST, finished }).mood).toBe(mood);
			finished.push({ mood, pack: 'a' });
		}
	});

	it('B19: swaps the pack for another one, unless there is none', () => {
		const gone = braincat.moods.slice(0, braincat.moods.indexOf('M6'));
		const finished = gone.map((mood) => ({ mood, pack: 'gone' }));
		const swapped = (number: number, names: string[]) => {
			const packs = Object.fromEntries([...names, 'gone', 'a'].map((name) => [name, plain(30)]));
			const played = [...finished, { mood: undefined, pack: 'gone' }, { mood: undefined, pack: 'gone' }];
			return dealRound(seed, 'moods', packs, { ...FIRST, number, finished: played }).pack;
		};
		expect(swapped(2, [])).toBe('a');
		for (const [others, drawn] of Object.entries(braincat.swaps)) {
			const names = Array.from(
				{ length: Number(others) },
				(_, index) => `p${String(index).padStart(2, '0')}`
			);
			expect(swapped(2, names)).toBe(names[drawn]);
		}
	});

	it('B19: swaps the pack whatever the order of the packs', () => {
		const gone = braincat.moods.slice(0, braincat.moods.indexOf('M6'));
		const finished = gone.map((mood) => ({ mood, pack: 'gone' }));
		const swapped = (number: number, names: string[]) => {
			const packs = Object.fromEntries(names.map((name) => [name, plain(30)]));
			return dealRound(seed, 'moods', packs, { ...FIRST, number, finished }).pack;
		};
		for (let number = 0; number < 4; number++)
			expect(swapped(number, ['d', 'c', 'b', 'a'])).toBe(swapped(number, ['a', 'b', 'c', 'd']));
	});

	it('draws these numbers', () => {
		const stream = new Stream(seed, 'draws:1');
		expect(braincat.draws.map(([bound]) => stream.below(bound!))).toEqual(
			braincat.draws.map(([, drawn]) => drawn)
		);
	});
});

describe('B9: the clue chain', () => {
	const pack = { letters: ['A', 'A', 'AB', 'C', 'A', 'D'], memo: false };
	const chain = (clues: number[], length: number, mood?: string) =>
		clueChain({ clues, ...(mood && { mood }) }, pack, length);

	it('passes over cards that share a letter, and comes back to them when the pile is empty', () => {
		expect(chain([1, 2, 3, 4, 5, 6], 4)).toEqual([1, 2, 4, 6]);
		expect(chain([1, 2, 3, 4, 5, 6], 5)).toEqual([1, 2, 4, 6, 3]);
	});

	it('takes the first card if none fits, and with M10 always', () => {
		expect(chain([1, 4, 3, 5], 3)).toEqual([1, 4, 3]);
		expect(chain([1, 2, 3, 4, 5, 6], 4, 'M10')).toEqual([1, 2, 3, 4]);
	});
});
