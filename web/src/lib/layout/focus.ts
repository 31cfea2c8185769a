/** Where the keyboard is while a dialog is open. */

/** Whether a key is not meant for the page: it goes to a field, or to the dialog that is open over it. */
export function isElsewhere(event: KeyboardEvent): boolean {
	const field = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
	return Boolean(field) || document.querySelector('dialog:modal') !== null;
}

/**
 * Keeps the focus in an open dialog. A button that is disabled while the server answers, or a form that goes once it is
 * sent, would leave it to the page below; what was disabled gets it back.
 */
export function keepFocus(dialog: HTMLDialogElement): () => void {
	let last: HTMLElement | undefined;
	let lent = false; // the dialog itself has the focus meanwhile

	function note({ target }: FocusEvent): void {
		if (target === dialog || !(target instanceof HTMLElement)) return;
		last = target;
		lent = false;
	}

	function restore(): void {
		const now = document.activeElement;
		const lost = now === null || now === document.body || (dialog.contains(now) && now.matches(':disabled'));
		if (!dialog.open || !(lost || (lent && now === dialog))) return;
		const back = last?.isConnected && !last.matches(':disabled') ? last : undefined;
		(back ?? dialog).focus({ preventScroll: true });
		lent = !back;
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
