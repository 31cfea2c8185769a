/** The lobby's connection: open while a lobby page is shown or matchmaking runs. */

import { shell } from '../shell.svelte.ts';
import type { Lobby } from './lobby.svelte.ts';

let shown = 0; // number of lobby pages that are open

/** Registers a lobby page and returns the connection. */
export function openLobby(make: () => Lobby): Lobby {
	shown += 1;
	return (shell.lobby ??= make());
}

/** Unregisters a lobby page; matchmaking continues. */
export function closeLobby(): void {
	shown -= 1;
	closeUnusedConnection();
}

/** Cancels matchmaking. */
export function stopWaiting(): void {
	shell.lobby?.cancel();
	closeUnusedConnection();
}

/** Closes the connection if neither a page nor matchmaking needs it. */
export function closeUnusedConnection(): void {
	if (shown || shell.lobby?.request || shell.lobby?.found) return;
	shell.lobby?.leave();
	shell.lobby = undefined;
}
