import { expect, it, vi } from 'vitest';
import type { Event } from '#games/braincat/protocol.ts';
import { Scenes, scenesOf } from '#games/braincat/scenes.svelte.ts';
import { framesIn, GAMES } from './games.ts';

const decided = (thrown: object): Event => ({ kind: 'decided', choice: 'red', ...thrown }) as Event;
const dumped = (...masters: number[]): Event => ({ kind: 'masters_dumped', masters });
const dealt = (mood?: string): Event =>
	({ kind: 'round_dealt', pack: 'jobs', clue_pack: 'jobs', ...(mood && { mood }) }) as Event;
const kindsOf = (...events: Event[]): string[] => scenesOf(events).map(({ kind }) => kind);

it('shows a throw, a dumpster that is filled, and a mood', () => {
	expect(kindsOf(decided({}), dumped(), dealt())).toEqual([]);
	expect(kindsOf(decided({ clue_throw: 0 }))).toEqual(['throw']);
	expect(kindsOf(decided({ card_throw: 1 }), dumped(0, 3))).toEqual(['throw', 'dumpster']);
	expect(kindsOf(dealt('M4'))).toEqual(['mood']);
});

it('shows the last two of many', () => {
	expect(kindsOf(dumped(0), dumped(1), decided({ card_throw: 0 }))).toEqual(['dumpster', 'throw']);
});

it.each(Object.keys(GAMES) as (keyof typeof GAMES)[])('finds them in the %s game', (name) => {
	const kinds = framesIn(name).flatMap(({ events }) => kindsOf(...events));
	if (name === 'teams') expect(kinds).toContain('dumpster');
	if (name === 'moods') expect(kinds).toContain('mood');
});

it('calls back after the last scene, each time once', () => {
	const [scenes, over] = [new Scenes(), vi.fn()];
	scenes.show([], over);
	expect(over).toHaveBeenCalledTimes(1);
	scenes.show(scenesOf([dumped(0), dealt('M1')]), over);
	scenes.show([], over);
	expect(scenes.current?.kind).toBe('dumpster');
	scenes.next();
	expect(over).toHaveBeenCalledTimes(1);
	scenes.next();
	expect(over).toHaveBeenCalledTimes(3);
	expect(scenes.current).toBeUndefined();
});
