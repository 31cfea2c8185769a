import type { Attachment } from 'svelte/attachments';

const MIN_DISTANCE = 45; // pixels; less is a tap

/** Handles horizontal swipes: 1 for a swipe to the left, as one turns a page. */
export function swipe(onswipe: (direction: 1 | -1) => void): Attachment<HTMLElement> {
	return (element) => {
		let from: Touch | undefined;
		const start = (event: TouchEvent) => (from = event.touches.length === 1 ? event.touches[0] : undefined);
		const end = (event: TouchEvent) => {
			const to = event.changedTouches[0];
			if (!from || !to) return;
			const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
			from = undefined;
			if (Math.abs(x) >= MIN_DISTANCE && Math.abs(x) > 2 * Math.abs(y)) onswipe(x < 0 ? 1 : -1);
		};
		element.addEventListener('touchstart', start, { passive: true });
		element.addEventListener('touchend', end, { passive: true });
		return () => {
			element.removeEventListener('touchstart', start);
			element.removeEventListener('touchend', end);
		};
	};
}
