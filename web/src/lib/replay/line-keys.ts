/**
 * Moves the focus with the up and down arrows in a list of moves: Tab only stops at the position shown, as
 * nobody would tab through hundreds of lines to what follows them.
 */
export function lineKeys(list: HTMLElement): () => void {
	function onKey(event: KeyboardEvent) {
		const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
		if (!by) return;
		const lines = [...list.querySelectorAll('button')];
		lines[lines.findIndex((line) => line === document.activeElement) + by]?.focus();
		event.preventDefault();
	}

	list.addEventListener('keydown', onKey);
	return () => list.removeEventListener('keydown', onKey);
}
