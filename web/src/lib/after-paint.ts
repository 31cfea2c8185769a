/** Times at which imports compete less with what the browser needs for its next frame. */

const CALM_WITHIN = 1_000; // milliseconds that a busy page may delay what waits

/** Resolves before the next paint, when the frame is complete: files load while the browser paints it. */
export const whilePainting = (): Promise<unknown> =>
	new Promise((resolve) => {
		if (document.hidden)
			resolve(0); // has no frames
		else requestAnimationFrame(resolve);
	});

/** Resolves after the next paint, when the page has nothing more urgent to do. */
export const afterPaint = async (): Promise<void> => {
	await whilePainting(); // callbacks run before a frame's paint
	await new Promise((resolve) => {
		if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: CALM_WITHIN });
		else setTimeout(resolve); // Safari
	});
};
