/**
 * Keeps the focus in an open dialog. An element that is disabled or removed during a request would lose the focus
 * to the page below; a disabled one gets it back.
 */
export function keepFocus(dialog: HTMLDialogElement): () => void {
	let last: HTMLElement | undefined;
	let isMoved = false; // until then the dialog has the focus

	function note({ target }: FocusEvent): void {
		if (target === dialog || !(target instanceof HTMLElement)) return;
		last = target;
		isMoved = false;
	}

	function restore(): void {
		const now = document.activeElement;
		const lost = now === null || now === document.body || (dialog.contains(now) && now.matches(':disabled'));
		if (!dialog.open || !(lost || (isMoved && now === dialog))) return;
		const back = last?.isConnected && !last.matches(':disabled') ? last : undefined;
		(back ?? dialog).focus({ preventScroll: true });
		isMoved = !back;
	}

	const changes = new MutationObserver(restore);
	changes.observe(dialog, {
		subtree: true,
		childList: true,
		attributes: true,
		attributeFilter: ['disabled']
	});
	dialog.addEventListener('focusin', note);
	return () => {
		changes.disconnect();
		dialog.removeEventListener('focusin', note);
	};
}
