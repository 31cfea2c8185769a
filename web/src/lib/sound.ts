import { settings } from './settings.svelte.ts';

export type Sound = 'card' | 'turn' | 'trick' | 'paradox' | 'score' | 'win';

let waiting = false; // for the first touch of the page: browsers play nothing before

function firstTouch(): Promise<void> {
	return new Promise((touched) => {
		for (const sign of ['click', 'keydown']) addEventListener(sign, () => touched(), { once: true });
	});
}

/** Plays a soft sound, if this person wants it; of those before the first touch only one is made up for. */
export async function play(sound: Sound): Promise<void> {
	if (waiting || settings.sound === 'off' || (settings.sound === 'turn' && sound !== 'turn')) return;
	if (!navigator.userActivation?.hasBeenActive) {
		waiting = true;
		await firstTouch();
		waiting = false;
	}
	(await import('./sound-synth.ts')).ringOut(sound);
}
