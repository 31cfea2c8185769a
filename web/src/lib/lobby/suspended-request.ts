/** A quick match across a reload: the page cancels it when it is left, and the next page of the tab goes on. */

import type { RequestMatch } from '../protocol.ts';
import { shell } from '../shell.svelte.ts';
import { Lobby } from './lobby.svelte.ts';

const SUSPENDED = 'boxcats.search'; // sessionStorage key, which the layout reads
const RESUMED_WITHIN_MS = 30_000;

interface SuspendedRequest {
	request: RequestMatch;
	since: number; // as Date.now()
	left: number; // when the page was left, as Date.now()
}

/** Cancels the request of this tab and stores it for the next page. */
export function suspendRequest(lobby: Lobby): void {
	const { request, since } = lobby;
	lobby.suspend();
	if (!request) return;
	const suspended: SuspendedRequest = { request, since, left: Date.now() };
	const stored = JSON.stringify(suspended);
	try {
		sessionStorage.setItem(SUSPENDED, stored);
		addEventListener('pageshow', resumeStored, { once: true }); // when Back leads to this page
	} catch {
		// without storage the request has ended
	}
}

function resumeStored(): void {
	const stored = sessionStorage.getItem(SUSPENDED); // another page may have gone on with it
	if (stored) resumeRequest(stored);
}

/** Goes on with the stored request if the page was left a moment ago. */
export function resumeRequest(stored: string): void {
	sessionStorage.removeItem(SUSPENDED);
	const { request, since, left } = JSON.parse(stored) as SuspendedRequest;
	if (Date.now() - left > RESUMED_WITHIN_MS) return;
	if (!shell.lobby) {
		shell.lobby = new Lobby();
		shell.lobby.connect();
	}
	shell.lobby.resume(request, since);
}
