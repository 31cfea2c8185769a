/**
 * Resolves after the browser has painted the next frame: before, imports would compete with what it needs.
 * Resolves at once in a page that is hidden, which has no frames.
 */
export const afterPaint = (): Promise<void> =>
	new Promise((resolve) => {
		if (document.hidden) resolve();
		else requestAnimationFrame(() => setTimeout(resolve)); // callbacks run before a frame's paint
	});
