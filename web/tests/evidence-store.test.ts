import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
	dropSalt,
	storeCommitment,
	storeNextCommitment,
	storeShown,
	evidenceOf,
	noteSalt,
	saltsOf
} from '#lib/fairness/evidence-store.ts';
import { giveSalt, leaveSeat, nextSalt, sitDown } from '#lib/fairness/salts.ts';
import { tableInfo } from './fake-server.ts';
import { fakeStorage } from './fake-storage.ts';

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const seat = tableInfo().seats[0]!;

describe('what a browser keeps of a shuffle', () => {
	it('is the first commitment that it was shown, whatever is shown later', () => {
		storeShown(tableInfo({ status: 'open', commitment: 'aa' }));
		storeShown(tableInfo({ status: 'playing', commitment: 'bb' }));
		expect(evidenceOf('abc234')).toMatchObject({ code: 'abc234', commitment: 'aa', before: true });
	});

	it('says when it came only after the start, and nothing is kept of a game that is over', () => {
		storeShown(tableInfo({ status: 'playing' }));
		storeShown(tableInfo({ code: 'xyz987', status: 'finished' }));
		expect(evidenceOf('abc234')?.before).toBe(false);
		expect(evidenceOf('xyz987')).toBeUndefined();
	});

	it('is what it sent, as taken once the server says so, and nothing that was refused', () => {
		storeCommitment('abc234', 'aa', true);
		noteSalt('abc234', 'one');
		noteSalt('abc234', 'two');
		dropSalt('abc234', 'two');
		expect(evidenceOf('abc234')?.salts).toEqual({ one: 'sent' });
		storeShown(tableInfo({ status: 'open' }));
		expect(evidenceOf('abc234')?.salts).toEqual({ one: 'taken' });
	});

	it('has the newest salt first', () => {
		storeCommitment('abc234', 'aa', true);
		noteSalt('abc234', 'one');
		noteSalt('abc234', 'two');
		expect(saltsOf('abc234')).toEqual(['two', 'one']);
	});

	it('has no salt for a seat that was left', async () => {
		const open = tableInfo({ status: 'open' });
		vi.stubGlobal('fetch', async () => Response.json(open));
		storeShown(open);
		noteSalt('abc234', 'one');
		await leaveSeat(open, 0);
		expect(evidenceOf('abc234')?.salts).toEqual({});
	});

	it('has the salt of a seat that was taken before the commitment was stored', async () => {
		const open = tableInfo({ status: 'open' });
		vi.stubGlobal('fetch', async () => Response.json(open));
		await sitDown(open, 1);
		expect(saltsOf('abc234')).toHaveLength(1);
		expect(evidenceOf('abc234')).toMatchObject({ commitment: open.commitment, before: true });
	});

	it('is bounded: the oldest go', () => {
		vi.useFakeTimers();
		for (let number = 0; number < 310; number++) {
			vi.setSystemTime(number);
			storeCommitment(`t${number}`, 'aa', true);
		}
		expect(Object.keys(localStorage)).toHaveLength(300);
		expect([evidenceOf('t9'), evidenceOf('t10')?.at, evidenceOf('t309')?.at]).toEqual([undefined, 10, 309]);
	});

	it('is nothing where storage is forbidden, and then no page breaks', () => {
		vi.stubGlobal('localStorage', undefined);
		storeShown(tableInfo({ status: 'open' }));
		expect(evidenceOf('abc234')).toBeUndefined();
	});
});

describe('the next game', () => {
	const over = tableInfo({ status: 'finished', next_code: 'nxt234', next_commitment: 'cc' });

	it('has the same salt however often it is asked for, and it is kept with its commitment', () => {
		const salt = nextSalt(over, true);
		expect(nextSalt(over, true)).toBe(salt);
		expect(evidenceOf('nxt234')).toMatchObject({ commitment: 'cc', before: true, salts: { [salt]: 'sent' } });
	});

	it('has no salt that counts before it is bound to anything', () => {
		nextSalt({ ...over, next_code: '', next_commitment: '' }, true);
		expect(Object.keys(localStorage)).toEqual([]);
	});

	it('has none of this browser if another one has answered, or after a no', () => {
		nextSalt({ ...over, seats: [{ ...seat, again: 'yes' }] }, true);
		expect(evidenceOf('nxt234')).toBeUndefined();
		nextSalt(over, true);
		nextSalt(over, false);
		expect(evidenceOf('nxt234')?.salts).toEqual({});
	});

	it('at another table than was promised is compared with the promise', () => {
		const salt = nextSalt(over, true);
		const other = tableInfo({ code: 'oth234', commitment: 'dd' });
		storeNextCommitment(over, other);
		storeShown(other);
		expect(evidenceOf('oth234')).toMatchObject({
			code: 'nxt234',
			commitment: 'cc',
			salts: { [salt]: 'sent' }
		});
	});
});

describe('a salt for a seat without one', () => {
	const unsalted = tableInfo({ status: 'open', seats: [{ ...seat, you: true, salted: false }] });
	const sent: string[] = [];

	/** Answers requests, after noting their salts. */
	function answerWith(status: number, body: object): void {
		const answer = async (_: string, { body: request }: RequestInit) => {
			sent.push(JSON.parse(request as string).salt);
			return Response.json(body, { status });
		};
		vi.stubGlobal('fetch', answer);
	}

	it('is the one that an earlier page has sent, and is kept although it is not asked for anymore', async () => {
		storeShown(unsalted);
		noteSalt('abc234', 'first');
		answerWith(409, { code: 'already_started' });
		giveSalt(unsalted);
		await vi.waitFor(() => expect(sent).toEqual(['first']));
		await new Promise((settled) => setTimeout(settled));
		expect(evidenceOf('abc234')?.salts).toEqual({ first: 'sent' });
	});
});
