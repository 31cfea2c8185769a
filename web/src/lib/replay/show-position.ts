import type { Replay } from './replay.svelte.ts';

/** Shows the position after `ply` moves, and the board if it is out of sight, as it is below it on phones. */
export function showPosition(replay: Replay, ply: number): void {
	replay.go(ply);
	document.querySelector('.stage')?.scrollIntoView({ block: 'nearest' });
}
