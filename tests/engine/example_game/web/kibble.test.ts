/** Runs in a copy of web/ to which the example game was added; the record is one of a game on a real server. */

import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { hexToBytes } from '@noble/hashes/utils.js';
import { gameName, knownGames, loadPart } from '#games/registry.ts';
import type { GameInfo, GameTotals } from '#lib/protocol.ts';
import record from './kibble-record.json';

const KEY = 'kibble';

it('is a known game with a name', () => {
	expect(knownGames([{ key: KEY } as GameInfo])).toHaveLength(1);
	expect(gameName(KEY)).toBe('Kibble');
});

it('has a screen, rules and a replay', async () => {
	const view = { game: KEY, seats: 2, to_act: [0], turn: 0, heap: 9, eaten: [0, 0], legal: [1, 2, 3] };
	const screen = (await loadPart(KEY, 'screen'))!;
	const { body } = render(screen, { props: { table: { view, names: ['Ada', 'Bo'] } as never } });
	expect(body.match(/<button/g)).toHaveLength(3);
	expect(render((await loadPart(KEY, 'rules'))!, { props: { rule: 'K2' } }).body).toContain('K3');
	expect((await loadPart(KEY, 'replay'))!.progress(view)).toContain('9');
});

it('has statistics and labels of moves', async () => {
	const stats = (await loadPart(KEY, 'stats'))!;
	expect(stats({ games: 2, counts: { pieces: 9 } } as unknown as GameTotals)[0]![1]).toBe('4.5');
	const moveLabel = (await loadPart(KEY, 'moveLabel'))!;
	expect(moveLabel({ kind: 'eaten', seat: 0, pieces: 3 })).toContain('3');
	expect(moveLabel({ kind: 'heap_served', start: 0, heap: 9 })).toBeUndefined();
});

it('derives the same deal from the seed as the engine', async () => {
	const checkDeal = (await loadPart(KEY, 'checkDeal'))!;
	expect(checkDeal(record as never, hexToBytes(record.seed))[0]!.verdict).toBe('right');
});
