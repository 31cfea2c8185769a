import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkTo, movedTo, plyIn, plyOf } from '#lib/replay/address.ts';
import { actionOf } from '#lib/replay/keys.ts';
import type { Replay } from '#lib/replay/replay.svelte.ts';
import { replayOf } from './document.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a replay', () => {
	it('goes to any move, and no further than there are', () => {
		const replay = replayOf();
		for (const [asked, shown] of [
			[3, 3],
			[99, 4],
			[-1, 0],
			[NaN, 0],
			[2.7, 2]
		] as const) {
			replay.go(asked);
			expect(replay.ply).toBe(shown);
		}
	});

	it('lets things fly only on one move forward', () => {
		const replay = replayOf();
		replay.step(1);
		expect(replay.glides).toBe(true);
		replay.step(-1);
		expect(replay.glides).toBe(false);
		replay.go(2);
		expect(replay.glides).toBe(false);
	});

	it('leaps to tricks, rounds and paradoxes', () => {
		const replay = replayOf();
		replay.leap('trick', 1);
		expect(replay.ply).toBe(2);
		replay.leap('paradox', 1);
		expect(replay.ply).toBe(3);
		replay.leap('round', -1);
		expect(replay.ply).toBe(0);
	});

	it('plays on by itself, as fast as is asked, and stops at the end', () => {
		const replay = replayOf();
		replay.play();
		vi.advanceTimersByTime(1_200);
		expect(replay.ply).toBe(1);
		replay.speed = 8;
		vi.advanceTimersByTime(150);
		expect(replay.ply).toBe(2);
		expect(replay.glides).toBe(false); // too short for animations
		vi.advanceTimersByTime(1_000);
		expect(replay.ply).toBe(4);
		expect(replay.playing).toBe(false);
		replay.play();
		expect(replay.ply).toBe(0);
		replay.pause();
	});

	it('stops playing when the reader steps', () => {
		const replay = replayOf();
		replay.play();
		replay.step(1);
		vi.advanceTimersByTime(9_000);
		expect(replay.ply).toBe(1);
	});

	it('opens all hands of a finished game, and shows it to players from their own seat', () => {
		expect(replayOf().openSeats).toEqual([0, 1]);
		const mine = replayOf({}, { you: 1 });
		expect(mine.perspective).toBe(1);
		expect(mine.openSeats).toEqual([]);
		expect(mine.seatNames.me).toBe(1);
		mine.perspective = 0;
		expect(mine.seatNames.me).toBeUndefined();
		expect(mine.view.hand).toEqual([1, 4, 7]);
	});

	it('names a player who deleted the account as a former player', () => {
		expect(replayOf().seatNames.names[1]).toMatch(/former/i);
	});
});

describe('the address', () => {
	it('names a move', () => {
		expect(movedTo({ pathname: '/r/abc', search: '' }, 42)).toBe('/r/abc#42');
		expect(movedTo({ pathname: '/r/abc', search: '?ply=7&review=x' }, 42)).toBe('/r/abc?review=x#42');
		expect(plyIn('#42')).toBe(42);
	});

	it('names it to the server, too, when it is passed on, and is read with or without its end', () => {
		const { hash, search } = new URL(linkTo('abc', 42), 'http://here');
		expect(plyOf({ hash, search: '' })).toBe(42);
		expect(plyOf({ hash: '', search })).toBe(42);
		expect(plyOf({ hash: '#7', search })).toBe(7);
		expect(plyOf({ hash: '', search: '' })).toBeUndefined();
		expect(linkTo('abc', 0)).not.toContain('?');
	});

	it.each(['', '#', '#x', '#-1', '#1.5', '#1234567', '#42x'])('%s names none', (hash) => {
		expect(plyIn(hash)).toBeUndefined();
	});
});

describe('a key', () => {
	const key = (key: string, held: object = {}) => ({
		key,
		shiftKey: false,
		ctrlKey: false,
		metaKey: false,
		altKey: false,
		...held
	});
	const at = (replay: Replay, event: ReturnType<typeof key>, characters = true): number => {
		actionOf(event, characters, replay.landmarks)?.(replay);
		return replay.ply;
	};

	it('steps, leaps and goes to the ends', () => {
		const replay = replayOf();
		expect(at(replay, key('ArrowRight'))).toBe(1);
		expect(at(replay, key('ArrowLeft'))).toBe(0);
		expect(at(replay, key('ArrowRight', { shiftKey: true }))).toBe(2);
		expect(at(replay, key('PageDown'))).toBe(3);
		expect(at(replay, key('End'))).toBe(4);
		expect(at(replay, key('Home'))).toBe(0);
		expect(at(replay, key('p'))).toBe(3);
	});

	it('leaps to nothing that the game lacks', () => {
		const replay = replayOf({}, {}, {});
		replay.go(1);
		for (const event of [key('PageDown'), key('PageUp'), key('p'), key('ArrowRight', { shiftKey: true })])
			expect(at(replay, event)).toBe(1);
		expect(replay.hasRounds).toBe(false);
		expect(replayOf().hasRounds).toBe(true);
	});

	it('plays faster and slower within the speeds there are', () => {
		const replay = replayOf();
		for (let times = 0; times < 9; times++) at(replay, key('+'));
		expect(replay.speed).toBe(8);
		for (let times = 0; times < 9; times++) at(replay, key('-'));
		expect(replay.speed).toBe(0.5);
	});

	it('that writes something can be switched off', () => {
		expect(at(replayOf(), key('p'), false)).toBe(0);
		expect(at(replayOf(), key('ArrowRight'), false)).toBe(1);
	});

	it('with another one held is the browser’s', () => {
		const { landmarks } = replayOf();
		expect(actionOf(key('ArrowLeft', { altKey: true }), true, landmarks)).toBeUndefined();
		expect(actionOf(key('p', { ctrlKey: true }), true, landmarks)).toBeUndefined();
	});
});
