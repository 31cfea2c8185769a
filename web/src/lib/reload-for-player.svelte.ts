import { untrack } from 'svelte';
import { session } from './session.svelte.ts';

/** Reloads a page that was refused when another player signs in, also in another tab. Call it in a component. */
export function reloadForAnotherPlayer(): void {
	const refused = untrack(() => session.player?.who);

	$effect(() => {
		if (session.player?.who !== refused) location.reload();
	});
}
