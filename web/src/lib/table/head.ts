import { getContext, setContext, type Snippet } from 'svelte';

const HEAD = Symbol('head');
const SIDE = Symbol('side');

/** What stands above a table in place of its top bar; it gets the cards that the game shows there. */
export type Head = Snippet<[cards: Snippet | undefined]>;

/** To be called by the page of a table that has no top bar. */
export const replaceHead = (head: () => Head): unknown => setContext(HEAD, head);

export const replacedHead = (): Head | undefined => getContext<(() => Head) | undefined>(HEAD)?.();

/** To be called by the page of a table that has neither log nor chat: what stands beside it on wide screens. */
export const replaceSide = (side: () => Snippet): unknown => setContext(SIDE, side);

export const replacedSide = (): Snippet | undefined => getContext<(() => Snippet) | undefined>(SIDE)?.();
