/** Positions are laid out once before anybody asks for them: the first of a kind takes a browser twice as long. */

import { flushSync, mount, unmount } from 'svelte';
import { Replay } from './replay.svelte.ts';

/** The first of each kind of place that the game comes to, and one amid it. */
export function kindsOf({ landmarks, end }: Pick<Replay, 'landmarks' | 'end'>): number[] {
	const first = Object.values(landmarks).flatMap((plies) => plies.filter((ply) => ply > 0).slice(0, 1));
	return [...new Set([...first, Math.trunc(end / 2)])];
}

/**
 * Lays them out, one whenever the page is idle, and takes them away again before anything is painted.
 * @returns what ends it
 */
export function rehearse(replay: Replay, stage: HTMLElement): () => void {
	const plies = kindsOf(replay);
	const place = Object.assign(document.createElement('div'), { className: 'rehearsal', inert: true });
	let parts: object[] = [];
	let waiting = whenIdle(begin);

	function begin(): void {
		const { Scene, Story } = replay.game;
		const other = new Replay(replay.document, replay.game);
		parts = [Scene, Story].map((part) => mount(part, { target: place, props: { replay: other } }));
		waiting = whenIdle(() => layOut(other));
	}

	function layOut(other: Replay): void {
		const ply = plies.shift();
		if (ply === undefined) return end();
		other.eyes = replay.eyes;
		other.go(ply);
		flushSync();
		stage.append(place);
		place.getBoundingClientRect(); // a browser lays out what it is asked about
		place.remove();
		waiting = whenIdle(() => layOut(other));
	}

	function end(): void {
		cancelIdle(waiting);
		for (const part of parts.splice(0)) void unmount(part);
	}

	return end;
}

// Safari has neither.
const whenIdle = (then: () => void): number => window.requestIdleCallback?.(then) ?? window.setTimeout(then, 100);
const cancelIdle = (id: number): void => (window.cancelIdleCallback ?? clearTimeout)(id);
