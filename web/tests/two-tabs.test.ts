import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const kept = new Map<string, string>();
const KEEPS = {
	getItem: (key: string) => kept.get(key) ?? null,
	setItem: (key: string, value: string) => void kept.set(key, value)
};

beforeEach(() => vi.stubGlobal('localStorage', KEEPS));
afterEach(() => {
	kept.clear();
	vi.unstubAllGlobals();
	vi.resetModules();
});

/** Loads a module once more, as another tab does. */
function reload<T>(load: () => Promise<T>): Promise<T> {
	vi.resetModules();
	return load();
}

describe('who is muted', () => {
	const open = () => reload(() => import('#lib/chat/muted.svelte.ts'));

	it('is what any tab stored, each of which changes one entry only', async () => {
		const [first, second] = [await open(), await open()];
		first.setMuted('ada', true);
		first.setMuted('bo', true);
		second.setMuted('cy', true);
		second.setMuted('ada', false);
		first.setMuted('di', true);
		expect(kept.get('boxcats-muted')).toBe('["bo","cy","di"]');
		expect(['ada', 'bo', 'cy', 'di'].filter(first.isMuted)).toEqual(['bo', 'cy', 'di']);
		expect(['ada', 'bo', 'cy'].filter((await open()).isMuted)).toEqual(['bo', 'cy']);
	});

	it('lasts as long as the page without storage', async () => {
		vi.stubGlobal('localStorage', undefined);
		const { isMuted, setMuted } = await open();
		setMuted('ada', true);
		setMuted('bo', true);
		setMuted('ada', false);
		expect(['ada', 'bo'].filter(isMuted)).toEqual(['bo']);
	});
});

describe('the settings', () => {
	const open = async () => (await reload(() => import('#lib/settings.svelte.ts'))).settings;

	it('are what any tab stored, each of which changes one of them only', async () => {
		const [first, second] = [await open(), await open()];
		first.sound = 'off';
		second.sort = 'down';
		first.text = 'large';
		const third = await open();
		for (const tab of [first, third])
			expect(tab).toMatchObject({ sound: 'off', sort: 'down', text: 'large', confirm: true });
	});

	it('last as long as the page without storage', async () => {
		vi.stubGlobal('localStorage', undefined);
		const settings = await open();
		settings.sound = 'off';
		settings.sort = 'down';
		expect(settings).toMatchObject({ sound: 'off', sort: 'down', text: 'normal' });
	});
});
