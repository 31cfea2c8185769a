import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Choice, faceOf, playable } from '#games/cat-box-lite/choice.svelte.ts';
import { actionOf, noteOf, titleOf } from '#games/cat-box-lite/action-bar.ts';
import type { CatBoxLite, View } from '#games/cat-box-lite/protocol.ts';
import { settings } from '#lib/settings.svelte.ts';
import { Table } from '#lib/table/table.svelte.ts';
import { FakeServer, tableInfo } from '../fake-server.ts';
import { position } from './view.ts';

const PLAIN = { holder: 1, slot: 0, side: 'public' } as const; // obwg
const BOX = { holder: 1, slot: 0, side: 'private' } as const; // xbgo
const THEIRS = { holder: 0, slot: 1, side: 'public' } as const; // gobw

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))); // no browser window in tests

let server: FakeServer;
let table: Table<CatBoxLite>;
let choice: Choice;

function update(version: number, view: View, turn?: number): void {
	server.socket.tell({ type: 'update', version, turn, view, log: [] });
}

beforeEach(async () => {
	vi.useFakeTimers();
	server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	table = new Table(tableInfo(), () => 'ws://here/ws');
	table.connect();
	await vi.advanceTimersByTimeAsync(0);
	server.socket.tell({ type: 'table', table: tableInfo() });
	update(1, position(), 1);
	choice = new Choice(table);
});

afterEach(() => {
	table.leave();
	settings.confirm = true;
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe('a hint', () => {
	const move = { kind: 'place', holder: 1, slot: 0, face: 'public', column: 0, row: 1 } as const;

	it('is selected until the player selects something else', () => {
		table.hint = { turn: 1, move };
		expect([choice.card, choice.place]).toEqual([PLAIN, '0,1']);
		choice.pickCard(BOX);
		expect(choice.card).toEqual(BOX);
		choice.cancel();
		expect(choice.card).toBeUndefined();
	});

	it('replaces what was selected before', () => {
		choice.pickCard(BOX);
		table.hint = { turn: 1, move };
		expect(choice.card).toEqual(PLAIN);
	});

	it('is for its turn only', () => {
		table.hint = { turn: 0, move };
		expect(choice.card).toBeUndefined();
	});
});

describe('L7: what may be laid', () => {
	it('is both sides of one’s own cards, then the others’ public ones, clockwise', () => {
		const cards = playable(position(), 1).map(({ holder, slot, side }) => `${holder}${slot}${side}`);
		expect(cards).toEqual([
			'10public',
			'10private',
			'11public',
			'11private',
			'20public',
			'00public',
			'01public'
		]);
	});

	it('is nothing while it is another’s turn, or for a spectator', () => {
		const { legal: _, ...others } = position();
		expect(playable(others, 1)).toEqual([]);
		expect(playable(position(), undefined)).toEqual([]);
	});

	it('shows the private side of one’s own card alone', () => {
		expect(faceOf(position(), BOX)).toBe('xbgo');
		expect(faceOf(position(), THEIRS)).toBe('gobw');
	});
});

describe('L8: where it may lie', () => {
	it('is over two squares only with a box', () => {
		choice.pickCard(PLAIN);
		expect(choice.places).toEqual(['-1,-1', '1,-1', '1,1', '-1,1']);
		choice.pickCard(BOX);
		expect(choice.places).toContain('0,1');
	});

	it('stays for another face if that may lie there, too', () => {
		choice.pickCard(BOX);
		choice.lookAt('1,1');
		choice.pickCard(THEIRS);
		expect(choice.place).toBe('1,1');
		choice.pickCard(BOX);
		choice.lookAt('0,1');
		choice.pickCard(THEIRS);
		expect(choice.place).toBeUndefined();
	});

	it('is nowhere else', () => {
		choice.pickCard(PLAIN);
		choice.pickPlace('0,1');
		choice.pickPlace('7,7');
		expect(choice.place).toBeUndefined();
		expect(choice.move).toBeUndefined();
	});

	it('has been missed only until something is chosen', () => {
		choice.miss();
		expect(choice.missed).toBe(false); // no card, no place
		choice.pickCard(PLAIN);
		choice.miss();
		expect(choice.missed).toBe(true);
		choice.pickPlace('1,1');
		expect(choice.missed).toBe(false);
	});

	it('says what would be covered', () => {
		choice.pickCard(BOX);
		choice.lookAt('0,1');
		expect(choice.covers).toBe('go');
	});
});

describe('what is said of it', () => {
	const said = (refused?: string): (string | undefined)[] => {
		const now = {
			table,
			view: table.view!,
			choice,
			seatNames: { names: ['Ada', 'Bo', 'Cy'], me: 1 },
			counted: undefined,
			refused
		};
		return [titleOf(now), noteOf(now), actionOf(now)];
	};

	it('is what it covers, and what one would have in sight', () => {
		choice.pickCard(THEIRS);
		choice.pickPlace('-1,-1');
		expect(said()).toEqual(['It covers: black.', 'Your gray cats showing: 1\u00a0→\u00a02.', 'Place']);
	});

	it('is that it’s one’s turn, and which cards one may choose: those of others without cards of one’s own', () => {
		expect(said()[0]).toBe('Your turn: choose a card');
		expect(said()[1]).toMatch(/^Either side of your own/);
		table.view!.hands[1] = [];
		expect(said()[1]).toMatch(/^You have no cards left/);
		expect(said('stale')[1]).toBeUndefined();
	});

	it('is the rule, where that is in the way', () => {
		choice.pickCard(THEIRS);
		expect(said('L8').at(-1)).toBe('Rule L8');
		expect(said('stale').at(-1)).toBeUndefined();
	});
});

describe('laying it', () => {
	const MOVE = { kind: 'place', holder: 1, slot: 0, face: 'private', column: 0, row: 1 };

	it('takes a second step, and sends the move once', () => {
		choice.pickCard(BOX);
		choice.pickPlace('0,1');
		expect(server.socket.of('play')).toEqual([]);
		choice.commit();
		choice.commit();
		expect(server.socket.of('play').map(({ turn, move }) => [turn, move])).toEqual([[1, MOVE]]);
	});

	it('is one step for those who want no second', () => {
		settings.confirm = false;
		choice.pickCard(BOX);
		choice.pickPlace('0,1');
		expect(server.socket.of('play')).toHaveLength(1);
	});

	it('shows the card where it goes while the move is on its way', () => {
		choice.pickCard(BOX);
		choice.pickPlace('0,1');
		choice.commit();
		choice.pickCard(PLAIN);
		expect([choice.face, choice.place, choice.places]).toEqual(['xbgo', '0,1', []]);
	});

	it('a card put down again is no choice, nor is one of a turn that is over', () => {
		choice.pickCard(BOX);
		choice.pickCard(BOX);
		expect(choice.card).toBeUndefined();
		choice.pickCard(BOX);
		update(4, position(), 4);
		expect(choice.card).toBeUndefined();
	});
});
