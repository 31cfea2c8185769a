import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestWithSession, onPasswordNeeded } from '#lib/api.ts';

const REFUSAL: [number, object] = [403, { code: 'password_needed' }];

/** Stubs fetch with responses in order; returns the requested paths. */
function serve(...answers: [number, object][]): string[] {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		const [status, body] = answers.shift()!;
		return new Response(JSON.stringify(body), { status });
	});
	return asked;
}

afterEach(() => {
	onPasswordNeeded(async () => false);
	vi.unstubAllGlobals();
});

describe('what needs the password', () => {
	it('is asked for again once the password was given', async () => {
		const asked = serve(REFUSAL, [200, { secret: 'x' }]);
		onPasswordNeeded(async () => true);
		expect(await requestWithSession('POST /handover', {})).toEqual({ secret: 'x' });
		expect(asked).toEqual(['/api/handover', '/api/handover']);
	});

	it('is refused where it was not given, and never asked for in a circle', async () => {
		const once = serve(REFUSAL);
		await expect(requestWithSession('POST /handover', {})).rejects.toMatchObject({ code: 'password_needed' });
		expect(once).toHaveLength(1);
		const twice = serve(REFUSAL, REFUSAL);
		onPasswordNeeded(async () => true);
		await expect(requestWithSession('POST /handover', {})).rejects.toMatchObject({ code: 'password_needed' });
		expect(twice).toHaveLength(2);
	});
});
