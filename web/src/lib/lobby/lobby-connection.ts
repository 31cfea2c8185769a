/** The lobby's connection: open while the lobby is shown, and while this person waits for players on any page. */

import { shell } from '../shell.svelte.ts';
import type { Lobby } from './lobby.svelte.ts';

let shown = 0; // pages of the lobby

/** A page of the lobby is there. */
export function openLobby(make: () => Lobby): Lobby {
	shown += 1;
	return (shell.lobby ??= make());
}

/** It is left; who waits goes on waiting. */
export function closeLobby(): void {
	shown -= 1;
	hangUp();
}

/** Players are no longer wanted. */
export function stopWaiting(): void {
	shell.lobby?.cancel();
	hangUp();
}

/** Closes the connection if it is of no use any more. */
export function hangUp(): void {
	if (shown || shell.lobby?.request || shell.lobby?.found) return;
	shell.lobby?.leave();
	shell.lobby = undefined;
}
