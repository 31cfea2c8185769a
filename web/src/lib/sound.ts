import { settings } from './settings.svelte.ts';
import type { Sound } from './sound-synth.ts';

let waiting: Sound | undefined; // plays after the first user gesture, which browsers require

function firstTouch(): Promise<void> {
	return new Promise((touched) => {
		for (const sign of ['click', 'keydown']) addEventListener(sign, () => touched(), { once: true });
	});
}

/** Without a connection to load it for the first time, nothing is heard. */
const playNow = (sound: Sound): Promise<void> =>
	import('./sound-synth.ts').then(
		({ playSound }) => playSound(sound),
		() => undefined
	);

/** Plays a sound if the settings allow it; before the first user gesture only the last one is remembered. */
export async function play(sound: Sound): Promise<void> {
	if (settings.sound === 'off' || (settings.sound === 'turn' && sound !== 'turn')) return;
	if (navigator.userActivation?.hasBeenActive) return playNow(sound);
	const isFirst = !waiting;
	waiting = sound;
	if (!isFirst) return;
	await firstTouch();
	const last = waiting;
	waiting = undefined;
	await playNow(last);
}
