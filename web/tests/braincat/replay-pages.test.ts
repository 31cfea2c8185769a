import { render } from 'svelte/server';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import replayParts from '#games/braincat/replay/index.ts';
import type { Braincat } from '#games/braincat/protocol.ts';
import { Replay } from '#lib/replay/replay.svelte.ts';
import { GAMES } from './games.ts';

// no texts: cards are shown by number, and nothing is requested again while other tests run
vi.stubGlobal('fetch', async () => Response.json({ code: 'pack_not_found' }, { status: 404 }));
afterAll(() => vi.unstubAllGlobals());

const NAMES = Object.keys(GAMES) as (keyof typeof GAMES)[];
const parts = { ...replayParts, ...(await replayParts.panels()) };
const PARTS = ['Scene', 'ChoiceDetails', 'Charts', 'MoveList'] as const;

const replayOf = (name: keyof typeof GAMES) => new Replay<Braincat>(GAMES[name].replay, replayParts);
const textOf = (part: (typeof PARTS)[number], replay: Replay<Braincat>): string =>
	render(parts[part], { props: { replay } })
		.body.replace(/<!--[^]*?-->/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');

afterEach(() => vi.clearAllMocks());

describe.each(NAMES)('the replay of the %s game', (name) => {
	it.each(PARTS)('draws %s at every position that ends a step or a round', (part) => {
		const replay = replayOf(name);
		for (const { ply } of replay.frames.filter(({ events }) => events.length > 1)) {
			replay.go(ply);
			expect(textOf(part, replay)).not.toMatch(/undefined|NaN|brain_|\[object/);
		}
	});

	it('begins a landmark with every round', () => {
		const replay = replayOf(name);
		const begun = Object.keys(replay.frames.at(-1)!.view.ended).length;
		expect(replay.landmarks.round).toHaveLength(begun);
	});
});

it('tells the highlights and the clue autopsy at the end of the game', () => {
	const replay = replayOf('individual');
	replay.go(replay.end);
	const text = textOf('ChoiceDetails', replay);
	expect(text).toMatch(/understood \w+ best: on the mystery card after \d+ of \d+ paws\./);
	expect(text).toMatch(/Longest thought: \w+, .+ for paw \d of round \d\./);
	expect(text).toContain('Clue autopsy, round 4');
	expect(text).toContain('Blue paw, points at clue');
});

it('has no clue autopsy while a round is played, and no secret for a spectator', () => {
	const replay = replayOf('discovery');
	const paw = replay.frames.find(({ view }) => view.phase === 'paw')!;
	replay.go(paw.ply);
	expect(textOf('ChoiceDetails', replay)).toContain('when it is over');
	replay.perspective = 'spectator';
	expect(textOf('Scene', replay)).not.toContain('Mystery card');
	replay.perspective = 'open';
	expect(textOf('Scene', replay)).toContain('Mystery card');
});

it.each(NAMES)('has no heading for the master cards of the %s game while there are none', (name) => {
	const replay = replayOf(name);
	const hasMasters = replay.frames.map(({ ply }) => {
		replay.go(ply);
		const { body } = render(parts.Scene, { props: { replay } });
		expect(body.includes('Master cards')).toBe(/<ol class="masters[^>]*>(<!--[^]*?-->)*<li/.test(body));
		return body.includes('Master cards');
	});
	expect(new Set(hasMasters).size).toBe(2);
});

it('shows how long the cat thought for each paw', () => {
	const replay = replayOf('teams');
	const placed = replay.frames.find(({ events }) => events.some(({ kind }) => kind === 'paw_placed'))!;
	const seconds = placed.step!.at! - replay.frames[placed.ply - 1]!.step!.at!;
	replay.go(placed.ply);
	expect(textOf('Scene', replay)).toContain(`${seconds} second`);
	replay.go(placed.ply - 1);
	expect(textOf('Scene', replay)).not.toContain('of thought');
});

it('lists the rounds of a co-operative game, and draws the points of the others', () => {
	const at = (name: keyof typeof GAMES) => {
		const replay = replayOf(name);
		replay.go(replay.end);
		return textOf('Charts', replay);
	};
	expect(at('discovery')).toMatch(/void.*won/);
	expect(at('moods')).toMatch(/points?/);
	expect(at('teams')).toContain('Blue family');
	expect(at('individual')).toContain('Points by round');
});

it('marks the lines of two families with their suits, not with the cats of the first two seats', () => {
	const chart = (name: keyof typeof GAMES) =>
		render(parts.Charts, { props: { replay: replayOf(name) } }).body;
	expect(chart('teams').match(/class="suit/g)).toHaveLength(2);
	expect(chart('individual')).not.toContain('class="suit');
});

it('calls the reader "You" beside the points', () => {
	const { replay } = GAMES.individual;
	const own = new Replay<Braincat>({ ...replay, table: { ...replay.table, you: 0 } }, replayParts);
	expect(textOf('Charts', own)).toContain(' You ');
});
