import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endFollower } from '#lib/layout/follow-end.svelte.ts';

beforeEach(() => vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw()));
afterEach(() => vi.unstubAllGlobals());

/** A list of 1000 px with a window of 300 px, and what follows its end. */
function shown() {
	const list = { scrollTop: 0, scrollHeight: 1000, clientHeight: 300 };
	const follow = endFollower(list as HTMLElement);
	follow();
	return { list, follow };
}

it('a list follows its end when it grows and when its window gets smaller', () => {
	const { list, follow } = shown();
	expect(list.scrollTop).toBe(1000);
	list.scrollTop = 700; // as browsers limit it
	list.scrollHeight = 1100;
	follow();
	expect(list.scrollTop).toBe(1100);
	list.scrollTop = 800;
	list.clientHeight = 200;
	follow();
	expect(list.scrollTop).toBe(1100);
});

it('a reader who has scrolled back stays there, except at an own line', () => {
	const { list, follow } = shown();
	list.scrollTop = 500;
	list.clientHeight = 200;
	follow();
	list.scrollHeight = 1100;
	follow();
	expect(list.scrollTop).toBe(500);
	follow(true);
	expect(list.scrollTop).toBe(1100);
});
