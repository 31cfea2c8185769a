/** Ends the quick match of a player who leaves this browser: its next guest would go on with it. */

import { shell } from '#lib/shell.svelte.ts';

export function endSearch(): void {
	shell.lobby?.cancel();
	shell.lobby?.leave();
	shell.lobby = undefined;
}
