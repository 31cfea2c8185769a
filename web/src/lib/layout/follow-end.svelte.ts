import type { Attachment } from 'svelte/attachments';

const NEAR_END_PX = 40;

/** Returns a function that scrolls a list to its end if it was there at the last call, or `always`. */
export function endFollower(list: HTMLElement): (always?: unknown) => void {
	let [content, height] = [0, 0]; // at the last call
	return (always) => {
		const atEnd = always || list.scrollTop + height >= content - NEAR_END_PX;
		[content, height] = [list.scrollHeight, list.clientHeight];
		if (atEnd) requestAnimationFrame(() => (list.scrollTop = list.scrollHeight)); // a dialog opens first
	};
}

/**
 * Returns an attachment for a list that grows: with each of its `changes` and when it is resized it scrolls to the
 * end, unless the reader has scrolled back and the change is not `own`.
 */
export function followEnd(changes: () => unknown, own?: () => unknown): Attachment<HTMLElement> {
	return (list) => {
		const follow = endFollower(list);
		$effect(() => {
			changes();
			follow(own?.());
		});
		const resizes = new ResizeObserver(() => follow());
		resizes.observe(list);
		return () => resizes.disconnect();
	};
}
