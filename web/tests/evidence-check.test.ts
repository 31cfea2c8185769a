import { describe, expect, it } from 'vitest';
import type { Evidence } from '#lib/fairness/evidence-store.ts';
import { hashOf, judgeList } from '#lib/fairness/public-list.ts';
import type { Fairness } from '#lib/fairness/record.ts';
import { compareEvidence } from '#lib/fairness/evidence-check.ts';
import type { CommitmentEntry, Commitments, Replay } from '#lib/protocol.ts';

const fairness: Fairness = { secret: '00', table: 'abc234', salts: ['5a', '5b', ''], commitment: 'c0' };
const table = {
	code: 'abc234',
	seats: ['Ada', 'Bo', 'Cat'],
	people: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cat', bot: 'random' }],
	imported: false,
	you: 0
} as unknown as Replay['table'];
const kept: Evidence = { code: 'abc234', commitment: 'c0', at: 0, before: true, salts: { '5a': 'taken' } };
const SIGNS = { right: '+', wrong: '!', unknown: '?', unseen: '.' };

const signs = (seen?: Evidence, change: Partial<Fairness> = {}, at = table): string =>
	compareEvidence({ ...fairness, ...change }, at, seen)
		.map(({ verdict }) => SIGNS[verdict])
		.join('');

describe('a record beside what this browser kept', () => {
	it.each<[string, string, Evidence | undefined, Partial<Fairness>]>([
		['that agrees', '++..', kept, {}],
		['with another commitment', '!+..', kept, { commitment: 'c1' }],
		['with another code', '!+..', kept, { table: 'abc235' }],
		[
			'of a deal that many tables play',
			'+??.',
			{ ...kept, salts: {} },
			{ table: 'daily 2040-01-31', salts: [] }
		],
		['with another salt on this seat', '+!..', kept, { salts: ['99', '5b', ''] }],
		['without the salt that was taken', '+!..', kept, { salts: ['', '5b', ''] }],
		[
			'without one that got no answer',
			'+?..',
			{ ...kept, salts: { '5a': 'sent' } },
			{ salts: ['', '5b', ''] }
		],
		['with one sent by another browser', '+?..', { ...kept, salts: {} }, {}],
		['with a seat that added nothing', '++?.', kept, { salts: ['5a', '', ''] }],
		['of a game that this browser has not seen', '....', undefined, {}]
	])('%s', (_, expected, seen, change) => {
		expect(signs(seen, change)).toBe(expected);
	});

	it('of a game from elsewhere has one line', () => {
		expect(signs(undefined, {}, { ...table, imported: true })).toBe('.');
	});
});

/** A list of these commitments, one second apart. */
function listOf(...commitments: string[]): Commitments {
	let previous = '0'.repeat(64);
	const entries = commitments.map((commitment, at): CommitmentEntry => {
		const entry = { number: at + 1, at: (at + 1) * 1_000, commitment, previous, hash: '' };
		previous = hashOf(entry);
		return { ...entry, hash: previous };
	});
	return { entries, more: false, head: entries.at(-1), began_at: 1_000 };
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const [ONE, TWO, THREE] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [string, string, string];

/** The findings for a game with the first commitment, after a change to the list. */
function judged(started: number, change: (list: Commitments) => void = () => {}): string {
	const list = listOf(ONE, TWO, THREE);
	change(list);
	return judgeList(list, ONE, started).verdict;
}

describe('the public list', () => {
	it('hashes as the server does', () => {
		expect(listOf(ONE).entries[0]!.hash).toBe(
			'7456c8464c936166e20eb0b248eb46c2e3c8d3d02714e0e8696fec561f99d804'
		);
	});

	it('has the commitment in time', () => {
		expect(judged(1_000)).toBe('right');
		expect(judged(1_000 - MINUTE)).toBe('right');
		expect(judged(999 - MINUTE)).toBe('wrong');
		expect(judged(NaN)).toBe('wrong');
	});

	it.each<[string, (list: Commitments) => void]>([
		['another commitment', (list) => (list.entries[0]!.commitment = TWO)],
		['another time', (list) => (list.entries[0]!.at += 1)],
		['an entry taken out', (list) => list.entries.splice(1, 1)],
		['an entry put in', (list) => list.entries.splice(1, 0, list.entries[0]!)],
		[
			'entries that follow another one',
			(list) => {
				const other = listOf(THREE, TWO, THREE);
				list.entries.splice(1, 2, ...other.entries.slice(1));
				list.head = other.head;
			}
		],
		['another end', (list) => (list.head = listOf(TWO).head)],
		['another end with the same number', (list) => (list.head = listOf(TWO, TWO, THREE).head)]
	])('is found out with %s', (_, change) => {
		expect(judged(1_000, change)).toBe('wrong');
	});

	it('misses a game: wrong, but for one before it began and on its first day', () => {
		const empty = (list: Commitments): void => void (list.entries = []);
		expect(judged(1_000 + DAY, empty)).toBe('wrong');
		expect(judged(DAY, empty)).toBe('unknown');
		expect(judged(0, (list) => ((list.entries = []), delete list.began_at))).toBe('unknown');
	});
});
