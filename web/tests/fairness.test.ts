import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { dealRound } from '#games/cat-in-the-box/deal.ts';
import type { Deal } from '#games/cat-in-the-box/shown-deals.ts';
import { checkDeal } from '#lib/fairness/check.ts';
import type { GameRecord } from '#lib/fairness/record.ts';
import type { Replay } from '#lib/protocol.gen.ts';
import { Stream, commitment, seedFrom } from '#lib/fairness/shuffle.ts';
import fair from '../../tests/engine/recorded/4-white-fair.json';
import seedAlone from '../../tests/engine/recorded/4-white.json';
import written from '../../tests/engine/recorded/3-white.json';
import vectors from '../../tests/vectors/shuffle.json';

const SEATS = [2, 3, 4, 5] as const;

/** The test vectors of tests/engine/test_shuffle.py. */
describe.each(vectors)('the shuffle of table $table', (vector) => {
	const seed = hexToBytes(vector.seed);

	it('has this commitment and this seed', () => {
		const secret = hexToBytes(vector.secret);
		expect(bytesToHex(commitment(secret))).toBe(vector.commitment);
		const salts = vector.salts.map((salt) => hexToBytes(salt));
		expect(bytesToHex(seedFrom(secret, vector.table, salts))).toBe(vector.seed);
	});

	it.each(Object.entries(vector.words))('has these words under %s', (label, words) => {
		const stream = new Stream(seed, label);
		expect(words.map(() => stream.below(2 ** 32))).toEqual(words);
	});

	it.each(Object.entries(vector.below))('has these numbers below %s', (n, numbers) => {
		const stream = new Stream(seed, 'below');
		expect(numbers.map(() => stream.below(Number(n)))).toEqual(numbers);
	});

	it.each(Object.entries(vector.shuffle))('puts %s things in this order', (count, order) => {
		const items = Array.from({ length: Number(count) }, (_, i) => i);
		expect(new Stream(seed, 'shuffle').shuffle(items)).toEqual(order);
	});

	it.each(SEATS)('C1, C3: lets this seat of %i begin and deals these cards', (seats) => {
		expect(new Stream(seed, 'first').below(seats)).toBe(vector.first_seat[seats]);
		for (const [round, deal] of vector.deals[seats].entries())
			expect(dealRound(seed, seats, round)).toEqual(deal);
	});
});

const copyOf = (record: unknown): GameRecord => structuredClone(record) as GameRecord;

/** Changes a copy of the record and returns its verdicts, one sign each. */
async function verdicts(record: unknown, change: (record: GameRecord) => void = () => {}): Promise<string> {
	const copy = copyOf(record);
	change(copy);
	const signs = { right: '+', wrong: '!', unknown: '?', unseen: '.' };
	return (await checkDeal(copy)).map(({ verdict }) => signs[verdict]).join('');
}

const wrongLines = async (record: GameRecord): Promise<string[]> =>
	(await checkDeal(record)).filter(({ verdict }) => verdict === 'wrong').map(({ text }) => text);

describe('of a record', () => {
	it('everything fits: commitment, seed, first seat and four rounds', async () => {
		expect(await verdicts(fair)).toBe('+++++++');
	});

	it('without fairness the source of the seed cannot be checked, the deals can', async () => {
		expect(await verdicts(seedAlone)).toBe('??++++');
	});

	it('with its cards written out nothing stands behind them', async () => {
		expect(await verdicts(written)).toBe('?+++');
	});

	it('of a game this page does not know nothing is said of the deals', async () => {
		expect(await verdicts(fair, (record) => (record.game = 'dog-in-the-box'))).toBe('+++?');
	});

	it('a round shows the hands it was dealt', async () => {
		const { cards } = (await checkDeal(copyOf(fair)))[3]!;
		const hand = [...vectors[0]!.deals[4][0]!.hands[1]!].sort((a, b) => a - b).join(' ');
		expect(cards?.lines[1]).toBe(`Bo: ${hand}`);
	});
});

describe('a record that was tampered with is found out, if what was changed is', () => {
	it.each<[string, (record: GameRecord) => void, string]>([
		['the secret', (one) => (one.fairness!.secret = '0'.repeat(64)), '!!+++++'],
		['the secret, to none', (one) => (one.fairness!.secret = 'xyz'), '!!+++++'],
		['the commitment', (one) => (one.fairness!.commitment = '0'.repeat(64)), '!++++++'],
		['the code', (one) => (one.fairness!.table = 'x7k2mr'), '+!+++++'],
		['a salt', (one) => (one.fairness!.salts[1] = '0'.repeat(32)), '+!+++++'],
		['a salt, to none', (one) => (one.fairness!.salts[1] = 'q'), '+!+++++'],
		['the number of salts', (one) => one.fairness!.salts.push(''), '+!+++++'],
		['the number of seats', (one) => one.seats.push('Eve'), '+!'],
		['the first seat', (one) => (one.first_seat = (one.first_seat! + 1) % 4), '++!++++'],
		['the seed', (one) => (one.seed = '0'.repeat(64)), '+!'],
		['the seed, to none', (one) => (one.seed = '00'), '!']
	])('%s', async (_, change, expected) => {
		expect((await verdicts(fair, change)).slice(0, expected.length)).toBe(expected);
		expect(await verdicts(fair, change)).not.toBe(await verdicts(fair));
	});

	it('a card: it names round, seat and card', async () => {
		const record = copyOf(fair);
		const hand = vectors[0]!.deals[4][1]!.hands;
		const second = record.moves.findIndex(
			([, { kind }], at) => kind === 'set_aside' && record.moves[at - 1]?.[1].kind === 'declare'
		);
		const [seat, move] = record.moves[second]!;
		move.card = [1, 2, 3, 4, 5, 6, 7, 8].find((card) => !hand[seat!]!.includes(card))!;
		const name = record.seats[seat!];
		expect(await wrongLines(record)).toEqual([
			`Round 2: ${name} plays or discards a ${move.card as number} they weren’t dealt.`
		]);
	});

	it('a card played more often than it was dealt', async () => {
		const record = copyOf(written);
		const declared = record.moves.filter(([seat, { kind }]) => seat === 0 && kind === 'declare');
		for (const [, move] of declared.slice(0, 6)) move.card = declared[0]![1].card;
		expect((await wrongLines(record))[0]).toContain('Round 1');
	});

	it('a round without cards', async () => {
		const record = copyOf(written);
		(record.deals as unknown[]).pop();
		expect(await wrongLines(record)).toEqual(['Round 3: no cards in the record.']);
	});
});

/** A replay with the cards of these rounds. */
function replayOf(deals: Deal[]): Replay {
	const shown = deals.map(({ hands, revealed }) => ({
		patch: { revealed },
		own: Object.fromEntries(hands.map((hand, seat) => [seat, { hand }])),
		log: [{ kind: 'round_opened' }]
	}));
	const [first, ...later] = shown;
	const start = { view: { revealed: deals[0]!.revealed }, own: first!.own, log: first!.log };
	return { start, steps: later } as unknown as Replay;
}

describe('the cards that the page shows', () => {
	const deals = vectors[0]!.deals[4];
	const signs = async (shown: Deal[]): Promise<string[]> =>
		(await checkDeal(copyOf(fair), replayOf(shown))).map(({ verdict }) => verdict);

	it('are those dealt', async () => {
		expect(new Set(await signs(deals))).toEqual(new Set(['right']));
	});

	it('are others', async () => {
		const others = structuredClone(deals) as Deal[];
		others[2]!.hands.reverse();
		expect((await signs(others)).indexOf('wrong')).toBe(5);
		expect((await checkDeal(copyOf(fair), replayOf(others)))[5]!.text).toBe(
			'Round 3: this page shows different cards from those dealt.'
		);
	});

	it('with two seats are those revealed, too', async () => {
		const two = vectors[1]!;
		const { seed, secret, table, salts, commitment } = two;
		const moves = two.deals[2].flatMap(({ hands }) => [
			...hands.map((hand, seat) => [seat, { kind: 'set_aside', card: hand[0] }]),
			[0, { kind: 'declare', card: hands[0]![1], color: 'blue' }]
		]);
		const fairness = { secret, table, salts, commitment };
		const record = { game: 'cat-in-the-box', seats: ['Ada', 'Bo'], seed, moves, fairness };
		const wrong = async (shown: Deal[]): Promise<number> =>
			(await checkDeal(record as GameRecord, replayOf(shown))).filter(({ verdict }) => verdict === 'wrong')
				.length;
		expect(await wrong(two.deals[2])).toBe(0);
		expect(await wrong(two.deals[2].map((deal) => ({ ...deal, revealed: [5, 5, 5] })))).toBe(2);
	});
});
