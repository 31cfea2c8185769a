import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { boxAround, isBeside, placeBeside, type Box } from '#lib/coach/placement.ts';
import { wantsCoach } from '#lib/coach/first-game.ts';
import { tipsOver, storeTips } from '#lib/coach/progress.ts';
import { textOf } from '#lib/coach/symbols.ts';
import { afterChange, close, currentTip, show, type Shown } from '#lib/coach/tips.ts';
import type { Tip } from '#lib/game-definition.ts';
import { historyApi } from '#lib/history/api.ts';
import type { Me } from '#lib/protocol.ts';
import { session } from '#lib/session.svelte.ts';
import { openGuide } from '#lib/learn/guide-book.ts';
import catInTheBox from '#games/cat-in-the-box/help.ts';
import catBoxLite from '#games/cat-box-lite/help.ts';
import braincat from '#games/braincat/help.ts';
import { position as catPosition, MY_LEAD } from './cat-in-the-box/view.ts';
import { position as litePosition } from './cat-box-lite/view.ts';
import { viewWhere } from './braincat/positions.ts';

const ACCOUNT: Me = {
	who: 'p1',
	name: 'Ada',
	cat: 'tabby',
	account: true,
	named: true,
	admin: false,
	open_reports: 0,
	tables: [],
	security_events: []
};

const tipsOf = (...keys: string[]): Tip[] =>
	keys.map((key) => ({ key, text: () => '', when: () => true, at: () => key }));

describe('the tips of a coach', () => {
	const NONE: Shown = { now: [], over: [] };
	const tips = tipsOf('first', 'second');
	const always = (): boolean => true;

	it('are shown in their order, each when its moment has come', () => {
		expect(currentTip(tips, NONE, always, always)?.key).toBe('first');
		expect(currentTip(tips, NONE, (key) => key === 'second', always)?.key).toBe('second');
		expect(currentTip(tips, NONE, () => false, always)).toBeUndefined();
	});

	it('wait until their target is on the page', () => {
		expect(currentTip(tips, NONE, always, ({ key }) => key !== 'first')?.key).toBe('second');
	});

	it('are shown once', () => {
		const shown = close(show(NONE, 'first'), ['first']);
		expect(currentTip(tips, shown, always, always)?.key).toBe('second');
		expect(shown).toEqual({ now: [], over: ['first'] });
	});

	it('are over with their moment if they have been shown', () => {
		const shown = show(NONE, 'first');
		expect(afterChange(shown, always)).toBe(shown);
		expect(afterChange(shown, () => false).over).toEqual(['first']);
		expect(afterChange(NONE, () => false)).toBe(NONE);
	});

	it('return after a more important one while their moment lasts', () => {
		const shown = close(show(show(NONE, 'second'), 'first'), ['first']);
		expect(currentTip(tips, afterChange(shown, always), always, always)?.key).toBe('second');
	});
});

describe('the bubble of a coach', () => {
	const window = { width: 360, height: 640 };
	const size = { width: 300, height: 100 };
	const NOTHING = [[]]; // must stay visible
	const box = (left: number, top: number, right: number, bottom: number): Box => ({
		left,
		top,
		right,
		bottom
	});
	const hides = (target: Box, clear: Box[][]): boolean[] => {
		const { left, top } = placeBeside(target, size, window, clear);
		const own = box(left, top, left + size.width, top + size.height);
		return [target, ...clear.flat()].map(
			(one) => own.left < one.right && one.left < own.right && own.top < one.bottom && one.top < own.bottom
		);
	};

	it('stands beside its target', () => {
		expect(placeBeside(box(0, 200, 360, 220), size, window, NOTHING).side).toBe('below');
		expect(placeBeside(box(0, 600, 360, 640), size, window, NOTHING).side).toBe('above');
		expect(placeBeside(box(0, 0, 20, 640), size, window, NOTHING).side).toBe('after');
		expect(placeBeside(box(340, 0, 360, 640), size, window, NOTHING).side).toBe('before');
	});

	it('stays in the window', () => {
		expect(placeBeside(box(340, 200, 360, 220), size, window, NOTHING)).toMatchObject({ left: 56, top: 227 });
	});

	it('covers neither its target nor what must stay visible', () => {
		expect(hides(box(0, 560, 360, 640), [[box(0, 480, 360, 550)]])).toEqual([false, false]);
		expect(hides(box(0, 120, 360, 140), [[box(0, 140, 360, 640)]])).toEqual([false, false]);
	});

	it('covers the last groups where there is no other place', () => {
		const groups = [[box(0, 400, 360, 640)], [box(0, 0, 360, 390)]];
		expect(hides(box(0, 395, 360, 400), groups)).toEqual([false, false, true]);
	});

	it('stands over the last group, far from its target, rather than over an earlier one', () => {
		const groups = [[box(0, 500, 360, 640)], [box(0, 200, 360, 490)], [box(0, 0, 360, 190)]];
		expect(hides(box(0, 490, 360, 500), groups)).toEqual([false, false, false, true]);
	});

	it('stands at an edge where it covers little if there is no place', () => {
		expect(placeBeside(box(0, 50, 360, 640), size, window, NOTHING)).toMatchObject({ top: 4 });
		expect(placeBeside(box(0, 0, 360, 590), size, window, NOTHING)).toMatchObject({ top: 536 });
	});

	it('points at a target that it is beside', () => {
		const target = box(0, 560, 360, 640);
		const beside = (clear: Box[][]): boolean =>
			isBeside(placeBeside(target, size, window, clear), target, size);
		expect(beside(NOTHING)).toBe(true);
		expect(beside([[box(0, 480, 360, 550)]])).toBe(false);
	});

	it('points at all elements of its target', () => {
		expect(boxAround([box(1, 2, 3, 4), box(0, 3, 2, 9)])).toEqual(box(0, 2, 3, 9));
		expect(boxAround([])).toBeUndefined();
	});
});

describe('the browser', () => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value)
	});
	afterAll(() => vi.unstubAllGlobals());
	afterEach(() => kept.clear());

	it('remembers what is over for each game', () => {
		expect(tipsOver('braincat')).toEqual([]);
		storeTips('braincat', ['paw']);
		storeTips('cat-box-lite', true);
		expect(tipsOver('braincat')).toEqual(['paw']);
		expect(tipsOver('cat-box-lite')).toBeUndefined();
	});

	it.each([
		['active', true],
		['finished', false]
	])('asks the server once whether an account has finished a game: %s', async (status, wanted) => {
		session.switchTo(ACCOUNT);
		const page = { games: [{ status }] } as Awaited<ReturnType<typeof historyApi.games>>;
		const games = vi.spyOn(historyApi, 'games').mockResolvedValue(page);
		expect(await wantsCoach('braincat')).toBe(wanted);
		expect(await wantsCoach('braincat')).toBe(wanted);
		expect(games).toHaveBeenCalledOnce();
		games.mockRestore();
	});

	it('asks nothing about a guest', async () => {
		session.switchTo({ ...ACCOUNT, account: false });
		const games = vi.spyOn(historyApi, 'games');
		expect(await wantsCoach('braincat')).toBe(true);
		expect(games).not.toHaveBeenCalled();
		games.mockRestore();
	});

	it('begins again with what cannot be read', () => {
		kept.set('boxcats.coach', '{"braincat": 3');
		expect(tipsOver('braincat')).toEqual([]);
		kept.set('boxcats.coach', '{"braincat": 3}');
		expect(tipsOver('braincat')).toEqual([]);
	});
});

const HELP = { 'cat-in-the-box': catInTheBox, 'cat-box-lite': catBoxLite, braincat };

it.each(Object.entries(HELP))('every tip of %s has a text of its own', (_game, { tips }) => {
	const texts = new Set(tips.map(({ text }) => text()));
	expect(texts).not.toContain('');
	expect(texts.size).toBe(tips.length);
});

it.each(Object.entries(HELP))('every symbol of %s has a text', async (game, { symbols }) => {
	for (const locale of ['en', 'fr', 'ja'] as const) {
		const book = (await openGuide(game, locale))!;
		for (const key of Object.keys(symbols)) expect(textOf(book, key), `${locale} ${key}`).not.toBe('');
		expect(Object.keys(symbols)).toEqual(expect.arrayContaining(Object.keys(book.symbols)));
	}
});

const momentsIn = ({ tips }: { tips: readonly Tip[] }, view: object, seat: number): string[] =>
	tips.filter(({ when }) => when(view, seat)).map(({ key }) => key);

describe('the moments of Cat in the Box', () => {
	const moments = (view: object): string[] => momentsIn(catInTheBox, view, 0);
	const PLAYER = { hand: 5, set_aside: true, won: 1, score: 0, bid: 2 };

	it('follow the legal moves', () => {
		expect(moments(catPosition({ legal: { set_aside: [1, 4] } }))).toEqual(['discard']);
		expect(moments(catPosition({ legal: { bid: [1, 2] } }))).toEqual(['bid']);
		expect(moments(MY_LEAD)).toEqual(['board', 'lead']);
		expect(moments(catPosition({ legal: { declare: { blue7: { keeps: { 1: 2 } } } } }))).toEqual([
			'board',
			'follow'
		]);
	});

	it('include a paradox that is near, as the engine counts it', () => {
		const legal = { declare: { red7: { keeps: { 1: 0, 4: 3 } } } };
		expect(moments(catPosition({ legal }))).toContain('paradox');
	});

	it('include what has happened on the board', () => {
		const lost = { players: { 0: { ...PLAYER, lost: ['green' as const] } } };
		expect(moments(catPosition({ ...lost, tokens: { red4: 0 }, red_broken: true }))).toEqual([
			'lost',
			'token',
			'broken'
		]);
	});
});

it('the moments of Cat Box Lite follow the turns', () => {
	const moments = (differs: Parameters<typeof litePosition>[0]): string[] =>
		momentsIn(catBoxLite, litePosition(differs), 1);
	expect(moments({ turn: 0 })).toEqual(['place', 'identity', 'hand']);
	expect(moments({ turn: 4 })).toEqual(['place', 'identity', 'hand', 'others', 'pile', 'group']);
	expect(moments({ turn: 15, legal: undefined, pile: 0 })).toEqual(['identity', 'last', 'group']);
});

describe('the moments of Braincat', () => {
	const moments = ([view, seat]: [object, number]): string[] => momentsIn(braincat, view, seat);

	it('are those of the cat', () => {
		const cat = (view: { board?: { cat: number } }, seat: number): boolean => view.board?.cat === seat;
		expect(moments(viewWhere('discovery', (view, seat) => view.phase === 'paw' && cat(view, seat)))).toEqual([
			'mystery',
			'point'
		]);
		expect(
			moments(viewWhere('discovery', (view, seat) => view.phase === 'debate' && cat(view, seat)))
		).toEqual(['mystery', 'silence']);
	});

	it('are those of the family', () => {
		const family = (view: { board?: { cat: number } }, seat: number): boolean => view.board?.cat !== seat;
		expect(
			moments(viewWhere('discovery', (view, seat) => view.phase === 'debate' && family(view, seat)))
		).toEqual(['paw', 'vote', 'clues']);
	});
});
