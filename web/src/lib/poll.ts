/**
 * Sends a request now, and again after the milliseconds that `show` or `fail` returns, until they return nothing.
 * Returns a function that stops it: a response on its way is then dropped.
 */
export function poll<T>(
	ask: () => Promise<T>,
	show: (response: T) => number | undefined,
	fail: (error: unknown) => number | undefined
): () => void {
	let active = true;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const run = async (): Promise<void> => {
		const next = await ask().then(
			(response) => () => show(response),
			(error: unknown) => () => fail(error)
		);
		const wait = active ? next() : undefined;
		if (active && wait !== undefined) timer = setTimeout(() => void run(), wait);
	};
	void run();
	return () => {
		active = false;
		clearTimeout(timer);
	};
}
