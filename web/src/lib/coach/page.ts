/** The parts of a table's page that the coach points at and those that it keeps uncovered. */

import type { Box } from './placement.ts';

export const TABLE = 'main.game';
const SCROLLS = new Set(['auto', 'scroll']);

/** Returns the visible elements of the table. `:scope` in the selector is the table. */
export function visibleElements(selector: string): HTMLElement[] {
	const found = document.querySelector(TABLE)?.querySelectorAll<HTMLElement>(selector) ?? [];
	return [...found].filter((element) => element.checkVisibility({ visibilityProperty: true }));
}

export function boxOf(element: Element): Box {
	const { left, top, right, bottom } = element.getBoundingClientRect();
	return { left, top, right, bottom };
}

/**
 * Returns the part of an element's box that the window and what scrolls the element show.
 * The box of an element that is scrolled away has no height: it is the edge behind which the element is.
 */
export function shownBoxOf(element: Element): Box {
	let box = boxOf(element);
	for (let around = element.parentElement; around; around = around.parentElement)
		if (SCROLLS.has(getComputedStyle(around).overflowY)) box = cut(box, boxOf(around));
	return cut(box, { top: 0, bottom: innerHeight });
}

function cut(box: Box, { top, bottom }: Pick<Box, 'top' | 'bottom'>): Box {
	const within = (y: number): number => Math.max(top, Math.min(y, bottom));
	return { ...box, top: within(box.top), bottom: within(box.bottom) };
}

/** Calls back, at most once a frame, when the table's elements may have changed or moved. */
export function watchPage(changed: () => void): () => void {
	let frame = 0;
	const soon = (): void => {
		frame ||= requestAnimationFrame(() => {
			frame = 0;
			changed();
		});
	};
	const mutations = new MutationObserver(soon);
	mutations.observe(document.body, {
		subtree: true,
		childList: true,
		attributes: true,
		characterData: true
	});
	const abort = new AbortController();
	const always = { capture: true, passive: true, signal: abort.signal };
	for (const kind of ['scroll', 'transitionend', 'animationend'])
		document.addEventListener(kind, soon, always);
	addEventListener('resize', soon, always);
	document.fonts.addEventListener('loadingdone', soon, always);
	soon();
	return () => {
		mutations.disconnect();
		abort.abort();
		cancelAnimationFrame(frame);
	};
}
