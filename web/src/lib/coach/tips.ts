/** Which tip of a coach is shown: each once, when its moment has come. */

import type { Tip } from '#lib/game-definition.ts';

/** The tips that have been shown; those that are over are not shown again. */
export interface Shown {
	now: readonly string[]; // their moments last
	over: readonly string[];
}

/** Returns what has been shown after the position changed: a shown tip is over when its moment is. */
export function afterChange(shown: Shown, isNow: (key: string) => boolean): Shown {
	const past = shown.now.filter((key) => !isNow(key));
	return past.length ? close(shown, past) : shown;
}

/** Returns what has been shown once these tips have been closed. */
export const close = ({ now, over }: Shown, keys: readonly string[]): Shown => ({
	now: now.filter((key) => !keys.includes(key)),
	over: [...over, ...keys]
});

/** Returns what has been shown together with this tip. */
export const show = (shown: Shown, key: string): Shown =>
	shown.now.includes(key) ? shown : { ...shown, now: [...shown.now, key] };

/** Returns the tip to show: the first one whose moment has come and whose target is on the page. */
export const currentTip = (
	tips: readonly Tip[],
	{ over }: Shown,
	isNow: (key: string) => boolean,
	isOnPage: (tip: Tip) => boolean
): Tip | undefined => tips.find((tip) => !over.includes(tip.key) && isNow(tip.key) && isOnPage(tip));
