import { describe, expect, it } from 'vitest';
import { leftOf, timeText } from '#lib/table/clocks.ts';
import { eventsOf } from '#lib/table/log-events.ts';
import { linesOf } from '../src/games/cat-in-the-box/log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const clocks = { at: 1_000, seats: { 0: { left: 5_000, bank: 0 }, 1: { bank: 90_000 } } };

describe('what is left', () => {
	it('is counted from when it was told', () => {
		expect(leftOf(clocks, 0, 1_000)).toBe(5_000);
		expect(leftOf(clocks, 0, 3_500)).toBe(2_500);
		expect(leftOf(clocks, 0, 500)).toBe(5_000);
		expect(leftOf(clocks, 0, 9_000)).toBe(0);
	});

	it('is nothing where no clock runs', () => {
		expect(leftOf(clocks, 1, 1_000)).toBeUndefined();
		expect(leftOf(clocks, 2, 1_000)).toBeUndefined();
	});
});

it.each([
	[0, '0:00'],
	[900, '0:01'],
	[65_000, '1:05'],
	[90 * MINUTE, '90:00'],
	[5.5 * HOUR, '5h'],
	[71 * HOUR, '2d']
])('%i ms are written %s', (time, text) => {
	expect(timeText(time, 'en')).toBe(text);
});

it('the log tells the caretaker from the owner', () => {
	const event = (seat: number) => ({ kind: 'card_set_aside' as const, seat });
	const lines = linesOf([
		{ version: 1, events: [event(0)] },
		{ version: 2, events: [event(1)], caretaker: true },
		{ version: 3, events: [event(2)], caretaker: true }
	]);
	expect(lines.map(({ seats, caretaker }) => [seats, caretaker])).toEqual([
		[[0], false],
		[[1, 2], true]
	]);
});

it('what follows from a move of the caretaker is not marked as its own', () => {
	const events = ['declared', 'trick_won', 'round_opened'];
	const marks = (caretaker?: boolean) =>
		eventsOf([{ version: 7, events, caretaker }]).map((one) => one.caretaker);
	expect(marks(true)).toEqual([true, false, false]);
	expect(marks()).toEqual([false, false, false]);
});
