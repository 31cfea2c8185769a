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

/** Returns the part of an element's box that what scrolls it shows; undefined if this is nothing. */
export function shownBoxOf(element: Element): Box | undefined {
	let box = boxOf(element);
	for (let around = element.parentElement; around; around = around.parentElement) {
		if (!SCROLLS.has(getComputedStyle(around).overflowY)) continue;
		const { top, bottom } = boxOf(around);
		box = { ...box, top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
	}
	return box.top < box.bottom ? box : undefined;
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
