/** Resolves after the browser has painted the next frame: before, imports would compete with what it needs. */
export const afterPaint = (): Promise<void> =>
	// callbacks run before a frame's paint
	new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
