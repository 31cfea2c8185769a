import { SvelteSet } from 'svelte/reactivity';

const KEY = 'boxcats-muted';
const MOST = 200;

function kept(): string[] {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
	} catch {
		return [];
	}
}

/** Whom this browser hides: by the handle that a person has at every table. */
const hidden = new SvelteSet<string>(kept());

export const isMuted = (who: string): boolean => hidden.has(who);

export function setMuted(who: string, muted: boolean): void {
	if (muted) hidden.add(who);
	else hidden.delete(who);
	try {
		localStorage.setItem(KEY, JSON.stringify([...hidden].slice(-MOST)));
	} catch {
		// it holds until the page is closed
	}
}
