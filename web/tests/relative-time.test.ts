import { describe, expect, it } from 'vitest';
import { relativeTime, upcomingTime } from '#lib/relative-time.ts';

const NOON = new Date(2026, 10, 21, 12);
const before = (seconds: number): string => new Date(NOON.getTime() - seconds * 1_000).toISOString();

describe('how long ago', () => {
	it.each([
		[5, 'now'],
		[-30, 'now'],
		[90, '1 minute ago'],
		[3_600, '1 hour ago'],
		[100_000, 'yesterday']
	])('%d seconds: %s', (seconds, words) => {
		expect(relativeTime(before(seconds), 'en', NOON.getTime())).toBe(words);
	});
});

it('a time names its day when it is another', () => {
	expect(upcomingTime(new Date(2026, 10, 21, 18, 5).toISOString(), 'en', NOON)).toMatch(/^6:05\sPM$/);
	expect(upcomingTime(new Date(2026, 10, 22, 9, 0).toISOString(), 'fr', NOON)).toBe('dim. 09:00');
});
