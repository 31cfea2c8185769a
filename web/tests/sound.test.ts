import { afterEach, expect, it, vi } from 'vitest';
import { play } from '#lib/sound.ts';

afterEach(() => {
	vi.doUnmock('#lib/sound-synth.ts');
	vi.unstubAllGlobals();
});

it('a sound that could not be loaded is not a part that the page lacks', async () => {
	vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
	vi.doMock('#lib/sound-synth.ts', () => {
		throw new Error('Failed to fetch dynamically imported module');
	});
	await expect(play('turn')).resolves.toBeUndefined();
});
