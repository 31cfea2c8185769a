import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, api, codeOf, untilAnswered } from '#lib/api.ts';
import { seatApi } from '#lib/fairness/seat-api.ts';
import { tableInfo } from './fake-server.ts';

interface Asked {
	method: string;
	path: string;
	body: Record<string, unknown> | undefined;
}

const asked: Asked[] = [];

/** Stubs fetch with responses in order; "away" is a network error. */
function serve(...answers: ([number, object] | 'away')[]): void {
	asked.length = 0;
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const body = init.body ? (JSON.parse(init.body as string) as Asked['body']) : undefined;
		asked.push({ method: init.method!, path, body });
		const answer = answers.shift()!;
		if (answer === 'away') throw new TypeError('failed to fetch');
		return new Response(JSON.stringify(answer[1]), { status: answer[0] });
	});
}

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe('a request', () => {
	it('sits down with a salt', async () => {
		serve([200, tableInfo()]);
		expect((await seatApi.sit('abc234', 2, '5a1t', 'seen')).code).toBe('abc234');
		const body = { salt: '5a1t', terms_key: 'seen' };
		expect(asked[0]).toMatchObject({ method: 'PUT', path: '/api/tables/abc234/seats/2', body });
	});

	it('throws the code of a refusal', async () => {
		serve([409, { code: 'seat_taken' }]);
		await expect(seatApi.sit('abc234', 2, '', 'seen')).rejects.toMatchObject({ code: 'seat_taken' });
	});

	it('says when nobody answers, or another server', async () => {
		serve('away', [502, []]);
		await expect(api.me()).rejects.toMatchObject({ code: 'offline' });
		await expect(api.me()).rejects.toMatchObject({ code: 'internal' });
	});

	it('takes a response that was cut off for none', async () => {
		vi.stubGlobal('fetch', async () => new Response('{"name": "Ad'));
		await expect(api.me()).rejects.toMatchObject({ code: 'offline' });
	});

	it('gets a session where there is none and asks again, once', async () => {
		serve([401, { code: 'no_session' }], [200, { name: 'Ada', tables: [] }], [200, tableInfo()]);
		await seatApi.start('abc234', '');
		expect(asked.map(({ path }) => path)).toEqual([
			'/api/tables/abc234/start',
			'/api/me',
			'/api/tables/abc234/start'
		]);
		const refusal: [number, object] = [401, { code: 'no_session' }];
		serve(refusal, [200, {}], refusal);
		await expect(seatApi.start('abc234', '')).rejects.toMatchObject({ code: 'no_session' });
	});

	it('asks who this is once at a time, and nothing else before it knows', async () => {
		serve([200, { name: 'Ada', tables: [] }], [200, tableInfo()], [200, { name: 'Bo', tables: [] }]);
		const [one, other] = await Promise.all([api.me(), api.me(), seatApi.start('abc234', '')]);
		expect(other).toBe(one);
		expect(asked.map(({ path }) => path)).toEqual(['/api/me', '/api/tables/abc234/start']);
		expect((await api.me()).name).toBe('Bo');
	});

	it('does not let a code lead anywhere else', async () => {
		serve([404, { code: 'table_not_found' }]);
		await expect(api.table('../me')).rejects.toBeInstanceOf(ApiError);
		expect(asked[0]?.path).toBe('/api/tables/..%2Fme');
	});
});

describe('asking until there is an answer', () => {
	it('goes on while the trouble is a passing one', async () => {
		vi.useFakeTimers();
		serve('away', [503, { code: 'one_moment' }], [200, { name: 'Ada', tables: [] }]);
		const troubles: string[] = [];
		const answer = untilAnswered(api.me, (code) => troubles.push(code));
		await vi.advanceTimersByTimeAsync(5_000);
		expect((await answer).name).toBe('Ada');
		expect(troubles).toEqual(['offline', 'one_moment']);
	});

	it('ends with a lasting one', async () => {
		serve([404, { code: 'table_not_found' }]);
		const answer = untilAnswered(
			() => api.table('nobody'),
			() => undefined
		);
		await expect(answer.catch(codeOf)).resolves.toBe('table_not_found');
	});

	it('can go on for one trouble only', async () => {
		vi.useFakeTimers();
		serve([503, { code: 'busy' }], [503, { code: 'one_moment' }]);
		const troubles: string[] = [];
		const answer = untilAnswered(api.me, (code) => troubles.push(code), ['busy']).catch(codeOf);
		await vi.advanceTimersByTimeAsync(5_000);
		expect(await answer).toBe('one_moment');
		expect(troubles).toEqual(['busy', 'one_moment']);
	});
});
