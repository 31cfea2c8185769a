/** Whether a key event belongs to a field, an open dialog or, for arrow keys, to a log or chat that they scroll. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
	const lists = /^Arrow/.test(event.key) ? ', ol[tabindex], [role=log]' : '';
	const own = event.target instanceof HTMLElement && event.target.closest(`input, textarea, select${lists}`);
	return Boolean(own) || document.querySelector('dialog:modal') !== null;
}
