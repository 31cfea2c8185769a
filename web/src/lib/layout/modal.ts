/** Attachments of dialogs. */

let opener: Element | null; // gets the focus back, also after a sequence of dialogs

/** What gets the focus after a dialog that nothing has opened, or whose opener is gone, as at the end of a game. */
const NEXT = 'main section[tabindex="-1"]';

/** Opens a dialog; what had the focus before gets it back when the dialog is removed. */
export function modal(dialog: HTMLDialogElement): () => void {
	if (!document.activeElement?.closest('dialog')) opener = document.activeElement;
	dialog.showModal();
	return () => {
		dialog.close();
		const isLost = document.activeElement === document.body && !document.querySelector('dialog:modal');
		if (!isLost) return;
		const back = opener?.isConnected && opener !== document.body ? opener : document.querySelector(NEXT);
		if (back instanceof HTMLElement) back.focus();
	};
}

/**
 * Calls `close` after a click on the dialog element itself, which is outside its content. A click that begins in the
 * content does not count: a text may be selected beyond the dialog's edge.
 */
export const closeOnBackdrop =
	(close: () => unknown) =>
	(dialog: HTMLDialogElement): void => {
		let pressed: EventTarget | null;
		dialog.addEventListener('pointerdown', ({ target }) => (pressed = target));
		dialog.addEventListener('click', ({ target }) => {
			if (target === dialog && pressed === dialog) close();
		});
	};
