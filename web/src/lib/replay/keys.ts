/** The keyboard shortcuts of a replay. */

import { SPEEDS, type Replay } from './replay.svelte.ts';

type Action = (replay: Replay) => void;

const faster = (replay: Replay, by: 1 | -1): void => {
	const at = SPEEDS.findIndex((speed) => speed === replay.speed) + by;
	replay.speed = SPEEDS[at] ?? replay.speed;
};

const KEY_ACTIONS: Record<string, Action> = {
	ArrowLeft: (replay) => replay.step(-1),
	ArrowRight: (replay) => replay.step(1),
	PageUp: (replay) => replay.leap('round', -1),
	PageDown: (replay) => replay.leap('round', 1),
	Home: (replay) => replay.go(0),
	End: (replay) => replay.go(replay.end),
	' ': (replay) => (replay.playing ? replay.pause() : replay.play())
};

const SHIFTED: Record<string, Action> = {
	ArrowLeft: (replay) => replay.leap('trick', -1),
	ArrowRight: (replay) => replay.leap('trick', 1)
};

/** Single-character shortcuts, which can be switched off. */
const CHARACTERS: Record<string, Action> = {
	p: (replay) => replay.leap('paradox', 1),
	'+': (replay) => faster(replay, 1),
	'-': (replay) => faster(replay, -1)
};

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the action of a key event, if any. */
export function actionOf(event: Key, characters: boolean): Action | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	if (event.shiftKey && event.key in SHIFTED) return SHIFTED[event.key];
	return KEY_ACTIONS[event.key] ?? (characters ? CHARACTERS[event.key.toLowerCase()] : undefined);
}
