import { describe, expect, it } from 'vitest';
import { shortened } from '#lib/text-length.ts';
import { knownDealsText } from '#lib/branch/known-deals.ts';
import { backoff } from '#lib/heartbeat.ts';
import { codeIn } from '#lib/home/table-code.ts';
import { isShareable } from '#lib/table-link.ts';
import { placesAround } from '#lib/lobby/seat-positions.ts';
import { missing } from '#lib/lobby/start-conditions.ts';
import type { GameInfo, SeatInfo } from '#lib/protocol.ts';
import { randomHex } from '#lib/random.ts';
import { DEFAULT_SETTINGS, fitting } from '#lib/table-settings.ts';
import { tableInfo } from './fake-server.ts';

describe('the code in a typed text', () => {
	it.each([
		['abc234', 'abc234'],
		['  ABC234 ', 'abc234'],
		['ＡＢＣ２３４', 'abc234'],
		['http://192.168.1.5:8000/t/abc234', 'abc234'],
		['https://cats.example/t/abc234/?x=1#C10', 'abc234'],
		['', undefined],
		['two words', undefined],
		['http://', undefined]
	])('%j: %s', (text, code) => {
		expect(codeIn(text)).toBe(code);
	});
});

it.each([
	['localhost', false],
	['127.0.0.1', false],
	['[::1]', false],
	['192.168.1.5', true],
	['cats.example', true]
])('a link on %s can be opened by others: %s', (hostname, others) => {
	expect(isShareable(hostname)).toBe(others);
});

it('the tries begin soon and never lie far apart', () => {
	const longest = Array.from({ length: 12 }, (_, attempt) => backoff(attempt, () => 1));
	expect(longest.slice(0, 5)).toEqual([200, 400, 800, 1500, 1500]);
	expect(Math.max(...longest)).toBe(1500);
	expect(backoff(0, () => 0)).toBeGreaterThan(100);
});

it('a chat line is as long as the server allows, also one of emoji', () => {
	expect(shortened('🐈'.repeat(301))).toBe('🐈'.repeat(300));
	expect(shortened('a'.repeat(299))).toHaveLength(299);
});

it('a salt is 16 bytes as hex', () => {
	expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
	expect(randomHex(16)).not.toBe(randomHex(16));
});

it('the reader sits nearest, the next seat to the left of them', () => {
	const [mine, next] = [placesAround(4, 2)[2]!, placesAround(4, 2)[3]!];
	expect(mine.x).toBeCloseTo(50);
	expect(mine.y).toBeGreaterThan(80);
	expect(next.x).toBeLessThan(20);
	expect(next.y).toBeCloseTo(50);
});

describe('who has seen the deals of a duplicate', () => {
	const [ada] = tableInfo().seats;
	const say = (...seen: string[]): string => {
		const seats = ['Ada', 'Bo', 'Cy'].map((name) => ({ ...ada!, name, seen_deals: seen.includes(name) }));
		return knownDealsText(tableInfo({ seats, status: 'open' }));
	};

	it('is said by name, and where it is nobody not at all', () => {
		expect(say()).toBe('');
		expect(say('Bo')).toContain('Bo has seen');
		expect(say('Ada', 'Cy')).toContain('Ada and Cy have seen');
	});
});

describe('what a table waits for', () => {
	const person = (changes: Partial<SeatInfo> = {}): SeatInfo => ({
		kind: 'person',
		name: 'Bo',
		cat: 'tabby',
		ready: false,
		host: false,
		you: false,
		again: '',
		handle: '',
		account: false,
		shows_hand: false,
		caretaker: false,
		seen_deals: false,
		salted: true,
		who: '',
		...changes
	});
	const host = person({ name: 'Ada', host: true });
	const free: SeatInfo = {
		kind: 'empty',
		name: '',
		cat: 'siamese',
		ready: false,
		host: false,
		you: false,
		again: '',
		handle: '',
		account: false,
		shows_hand: false,
		caretaker: false,
		seen_deals: false,
		salted: false,
		who: ''
	};
	const say = (seats: SeatInfo[], bots = ''): [string, boolean] => {
		const { text, mayStart } = missing(tableInfo({ seats, bots, status: 'open' }));
		return [text, mayStart];
	};
	const me = { you: true };

	it.each<[string, SeatInfo[], string, boolean]>([
		['Waiting for Bo.', [{ ...host, ...me }, person()], '', false],
		['Waiting for Bo and Cy.', [{ ...host, ...me }, person(), person({ name: 'Cy' })], '', false],
		['Waiting for \u2068דוד\u2069.', [{ ...host, ...me }, person({ name: 'דוד' })], '', false],
		['Waiting for you and Cy.', [host, person(me), person({ name: 'Cy' })], '', false],
		['Everyone is ready. Start when you like.', [{ ...host, ...me }, person({ ready: true })], '', true],
		['1 seat is still free.', [{ ...host, ...me }, free], '', false],
		['A bot takes the free seat.', [{ ...host, ...me }, free], 'sensible', true],
		['Bots take the 2 free seats.', [{ ...host, ...me }, free, free], 'sensible', true],
		['Everyone is ready but you.', [host, person(me)], '', false],
		['Everyone is ready. Waiting for Ada to start.', [host, person({ ...me, ready: true })], '', true],
		['You’re watching. Take a free seat to play.', [host, free], 'sensible', true],
		['You’re watching. All seats are taken.', [host, person()], '', false]
	])('%s', (text, seats, bots, mayStart) => {
		expect(say(seats, bots)).toEqual([text, mayStart]);
	});
});

it('a table promises only what its game has', () => {
	const small: GameInfo = {
		key: 'small',
		seats: [2],
		options: {},
		match_modes: {},
		bots: [],
		shows_late: false,
		has_memory: false,
		has_time_limits: false,
		modes_by_days: [],
		packs: [],
		pack_sizes: {}
	};
	const wanted = { ...DEFAULT_SETTINGS, watching: 'hand', memory: true, hold: 2 } as const;
	expect(fitting({ ...wanted, languages: [] }, small)).toEqual({ ...DEFAULT_SETTINGS, hold: 2 });
	expect(fitting({ ...wanted, languages: [] }, { ...small, shows_late: true, has_memory: true })).toEqual(
		wanted
	);
	expect(fitting({ ...DEFAULT_SETTINGS, watching: 'nobody' }, small).watching).toBe('nobody');
});
