import type { Attachment } from 'svelte/attachments';

const NEAR_END_PX = 40;

/**
 * Returns an attachment for a list that grows: with each of its `changes` it scrolls to the end, unless the reader
 * has scrolled back.
 */
export function followEnd(changes: () => unknown): Attachment<HTMLElement> {
	return (list) => {
		let height = 0; // at the last change
		$effect(() => {
			changes();
			const atEnd = list.scrollTop + list.clientHeight >= height - NEAR_END_PX;
			height = list.scrollHeight;
			if (atEnd) requestAnimationFrame(() => (list.scrollTop = list.scrollHeight)); // a dialog opens first
		});
	};
}
