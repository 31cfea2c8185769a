import { settings } from './settings.svelte.ts';

export type Sound = 'card' | 'turn' | 'trick' | 'paradox' | 'score' | 'win';

let waiting = false; // plays after the first user gesture, which browsers require

function firstTouch(): Promise<void> {
	return new Promise((touched) => {
		for (const sign of ['click', 'keydown']) addEventListener(sign, () => touched(), { once: true });
	});
}

/** Plays a sound if the settings allow it; before the first user gesture only the last one is remembered. */
export async function play(sound: Sound): Promise<void> {
	if (waiting || settings.sound === 'off' || (settings.sound === 'turn' && sound !== 'turn')) return;
	if (!navigator.userActivation?.hasBeenActive) {
		waiting = true;
		await firstTouch();
		waiting = false;
	}
	(await import('./sound-synth.ts')).playSound(sound);
}
