import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import checkDeal from '#games/braincat/deal.ts';
import { copyOf, GAMES } from './games.ts';

type Name = keyof typeof GAMES;
const NAMES = Object.keys(GAMES) as Name[];

const seedOf = ({ replay }: (typeof GAMES)[Name]): Uint8Array => hexToBytes(replay.record.seed!);
const check = (game: (typeof GAMES)[Name]) => checkDeal(game.replay.record, seedOf(game), game.replay);

describe.each(NAMES)('%s', (name) => {
	it('follows from the seed: moods, packs, cards and all numbers drawn', () => {
		const findings = check(GAMES[name]);
		expect(findings.map(({ verdict }) => verdict)).toEqual(GAMES[name].deals.map(() => 'right'));
	});

	it('lists the cards that were dealt', () => {
		const lists = check(GAMES[name]).map(({ cards }) => cards!.lines);
		const expected = GAMES[name].deals.map(({ masters, clues }) => [masters.join(' '), clues.join(' ')]);
		expected.forEach(([masters, clues], round) => {
			expect(lists[round]![0]).toContain(masters);
			expect(lists[round]![1]).toContain(clues);
		});
	});

	it('fits the deals that are written out', () => {
		const { replay, deals } = GAMES[name];
		const findings = checkDeal({ ...replay.record, deals }, undefined, replay);
		expect(findings.map(({ verdict }) => verdict)).toEqual(deals.map(() => 'right'));
	});

	it('does not follow from another seed', () => {
		const { replay } = GAMES[name];
		const findings = checkDeal(replay.record, new Uint8Array(32), replay);
		expect(findings.every(({ verdict }) => verdict === 'wrong')).toBe(true);
	});
});

describe('a changed replay', () => {
	it('shows another clue', () => {
		const game = copyOf('individual');
		const step = game.replay.steps.find(
			({ patch }) => 'board' in patch && (patch.board as { clues?: number[] })?.clues
		)!;
		const ended = game.replay.steps.find(({ patch }) => 'ended' in patch)!;
		expect(step).toBeDefined();
		const [summary] = Object.values(ended.patch.ended as Record<string, { board: { clues: number[] } }>);
		summary!.board.clues.reverse();
		expect(check(game)[0]!.text).toContain('other cards');
	});

	it.each(NAMES)('shows other numbers drawn, in %s', (name) => {
		const { replay, deals } = GAMES[name];
		const round = deals.findIndex(({ draws }) => draws.length > 0);
		const other = deals.map((deal) => ({ ...deal, draws: deal.draws.map((draw) => draw + 1) }));
		const findings = checkDeal({ ...replay.record, deals: other }, undefined, replay);
		expect(findings[round]!.text).toContain('totems or lots');
	});

	it('chooses another pack than the record', () => {
		const game = copyOf('discovery');
		game.replay.record.moves.find(([, move]) => move.kind === 'choose_pack')![1].pack = 'other';
		expect(check(game)[0]).toMatchObject({ verdict: 'wrong' });
	});
});

it('cannot be checked without a replay, and says so of a missing deal', () => {
	const { replay } = GAMES.teams;
	expect(checkDeal(replay.record, seedOf(GAMES.teams))[0]!.verdict).toBe('unknown');
	const findings = checkDeal({ ...replay.record, deals: [] }, undefined, replay);
	expect(findings.every(({ text }) => text.includes('no cards'))).toBe(true);
});
