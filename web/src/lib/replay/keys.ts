/** The keyboard shortcuts of a replay. */

import type { Landmark, Landmarks } from './landmarks.ts';
import { SPEEDS, type Replay } from './replay.svelte.ts';

type Action = (replay: Replay) => void;
type Leap = [to: Landmark, direction: 1 | -1];

const faster = (replay: Replay, by: 1 | -1): void => {
	const at = SPEEDS.findIndex((speed) => speed === replay.speed) + by;
	replay.speed = SPEEDS[at] ?? replay.speed;
};

const KEY_ACTIONS: Record<string, Action> = {
	ArrowLeft: (replay) => replay.step(-1),
	ArrowRight: (replay) => replay.step(1),
	Home: (replay) => replay.go(0),
	End: (replay) => replay.go(replay.end),
	' ': (replay) => (replay.playing ? replay.pause() : replay.play())
};

/** Single-character shortcuts, which can be switched off. */
const CHARACTERS: Record<string, Action> = {
	'+': (replay) => faster(replay, 1),
	'-': (replay) => faster(replay, -1)
};

const LEAPS: Record<string, Leap> = { PageUp: ['round', -1], PageDown: ['round', 1] };
const SHIFTED_LEAPS: Record<string, Leap> = { ArrowLeft: ['trick', -1], ArrowRight: ['trick', 1] };
const CHARACTER_LEAPS: Record<string, Leap> = { p: ['paradox', 1] };

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the action of a key event, if any; leaps to what a replay lacks have none. */
export function actionOf(event: Key, characters: boolean, landmarks: Landmarks): Action | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const character = characters ? event.key.toLowerCase() : '';
	const leap =
		(event.shiftKey ? SHIFTED_LEAPS[event.key] : undefined) ?? LEAPS[event.key] ?? CHARACTER_LEAPS[character];
	if (!leap) return KEY_ACTIONS[event.key] ?? CHARACTERS[character];
	const [to, direction] = leap;
	return landmarks[to].length ? (replay) => replay.leap(to, direction) : undefined;
}
