import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Analyzer } from '#lib/analysis/analyzer.svelte.ts';
import { dailyApi } from '#lib/daily/api.ts';
import { ShownDay } from '#lib/daily/shown-day.svelte.ts';
import { nightsApi } from '#lib/nights/api.ts';
import { followTable } from '#lib/nights/follow-table.ts';
import type { DailyDay, NightOfTable } from '#lib/protocol.ts';
import { session } from '#lib/session.svelte.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Responses that the test gives, by request. */
class Responses<T> {
	readonly #waiting: PromiseWithResolvers<T>[] = [];

	get count(): number {
		return this.#waiting.length;
	}

	readonly ask = (): Promise<T> => {
		const next = Promise.withResolvers<T>();
		this.#waiting.push(next);
		return next.promise;
	};

	async give(index: number, response: T): Promise<void> {
		this.#waiting[index]!.resolve(response);
		await vi.advanceTimersByTimeAsync(0);
	}

	async fail(index: number): Promise<void> {
		this.#waiting[index]!.reject(new Error('lost'));
		await vi.advanceTimersByTimeAsync(0);
	}
}

describe('the night of a table', () => {
	const night = (changes: Partial<NightOfTable> = {}): NightOfTable =>
		({ code: 'night', next: '', over: false, ...changes }) as NightOfTable;

	function follow(): [Responses<NightOfTable>, NightOfTable[], () => void] {
		const responses = new Responses<NightOfTable>();
		vi.spyOn(nightsApi, 'ofTable').mockImplementation(responses.ask);
		const shown: NightOfTable[] = [];
		return [responses, shown, followTable('abc', true, (found) => shown.push(found))];
	}

	it('is loaded until the next deal has its table', async () => {
		const [responses, shown] = follow();
		await responses.fail(0);
		await vi.advanceTimersByTimeAsync(2_000);
		await responses.give(1, night());
		await vi.advanceTimersByTimeAsync(2_000);
		await responses.give(2, night({ next: 'def' }));
		await vi.advanceTimersByTimeAsync(60_000);
		expect([responses.count, shown.map(({ next }) => next)]).toEqual([3, ['', 'def']]);
	});

	it.each(['give', 'fail'] as const)('is not loaded after its page was left (%s)', async (how) => {
		const [responses, shown, stop] = follow();
		stop();
		await responses[how](0, night());
		await vi.advanceTimersByTimeAsync(60_000);
		expect([responses.count, shown]).toEqual([1, []]);
	});
});

describe('the deals of a day', () => {
	const counting = { deals: [{ mine: { status: 'finished', settled: false } }] } as DailyDay;
	let responses: Responses<DailyDay>;
	let day: ShownDay;

	beforeEach(async () => {
		responses = new Responses();
		vi.spyOn(session, 'load').mockResolvedValue(undefined as never);
		vi.spyOn(dailyApi, 'day').mockImplementation(responses.ask);
		day = new ShownDay('');
		day.load();
		await vi.advanceTimersByTimeAsync(0);
	});

	it('are loaded ever more slowly while a score is counted', async () => {
		for (const wait of [1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
			const { count } = responses;
			await responses.give(count - 1, counting);
			await vi.advanceTimersByTimeAsync(wait - 1);
			expect(responses.count).toBe(count);
			await vi.advanceTimersByTimeAsync(1);
			expect(responses.count).toBe(count + 1);
		}
	});

	it('are loaded by one chain of requests', async () => {
		await responses.give(0, counting);
		day.load();
		await vi.advanceTimersByTimeAsync(0);
		await responses.give(1, counting);
		await vi.advanceTimersByTimeAsync(1_500);
		expect(responses.count).toBe(3);
	});

	it('are not loaded after the page was left', async () => {
		await responses.give(0, counting);
		day.leave();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(responses.count).toBe(1);
	});
});

describe('the analysis of a game', () => {
	let responses: Responses<Response>;
	let analyzer: Analyzer;
	const progress = (done: number): Response => Response.json({ done, of: 9 });

	beforeEach(async () => {
		responses = new Responses();
		vi.stubGlobal('fetch', responses.ask);
		analyzer = new Analyzer('abc');
		analyzer.start();
		await vi.advanceTimersByTimeAsync(0);
	});

	it('is requested by one loop after it was canceled and started again', async () => {
		analyzer.cancel();
		analyzer.start();
		await vi.advanceTimersByTimeAsync(0);
		await responses.give(0, progress(1));
		await responses.give(1, progress(2));
		await vi.advanceTimersByTimeAsync(1_000);
		expect([responses.count, analyzer.done]).toEqual([3, 2]);
	});

	it('shows no error of a canceled request', async () => {
		analyzer.cancel();
		await responses.fail(0);
		expect([analyzer.error, analyzer.running]).toEqual([undefined, false]);
	});

	it('ends with an error', async () => {
		await responses.fail(0);
		expect([analyzer.error, analyzer.running]).toEqual(['offline', false]);
	});
});
