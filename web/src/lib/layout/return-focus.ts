/**
 * Returns the focus, from now on, to each element that loses it by being disabled, for example during a request, when
 * it is enabled again; unless the player has gone elsewhere.
 */
export function returnFocus(): void {
	let lost: Element | null = null; // had the focus when it was disabled
	const forget = (): void => void (lost = null);

	function watch(): void {
		const now = document.activeElement;
		if (now?.matches(':disabled'))
			lost = now; // browsers move the focus to the body later
		else if (lost instanceof HTMLElement && !lost.matches(':disabled')) {
			if (now === document.body) lost.focus({ preventScroll: true });
			forget();
		}
	}

	new MutationObserver(watch).observe(document, {
		subtree: true,
		attributes: true,
		attributeFilter: ['disabled']
	});
	for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, forget);
}
