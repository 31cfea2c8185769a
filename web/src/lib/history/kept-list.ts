import type { HistoryGame } from '#lib/protocol.ts';

/** A list of games as far as it was loaded, and how far its page was scrolled. */
interface KeptList {
	games: HistoryGame[];
	next: string | undefined; // of the next page
	top: number; // pixels
}

let kept: { key: string; list: KeptList } | undefined;

/** Keeps the list of a page that is left; `key` is its reader and its filters. */
export const keepList = (key: string, list: KeptList): void => void (kept = { key, list });

/** Returns the list that was left last, if it has this key. */
export const keptList = (key: string): KeptList | undefined => (kept?.key === key ? kept.list : undefined);
