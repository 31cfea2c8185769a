/** Synthesizes the sounds; loaded with the first one. */

export type Sound = 'card' | 'turn' | 'trick' | 'paradox' | 'score' | 'win';

interface Note {
	at: number; // seconds from the start
	pitch: number; // Hz
	to?: number; // target frequency of a glide
	length: number;
	shape?: OscillatorType;
}

const SOUNDS: Record<Sound, Note[]> = {
	card: [{ at: 0, pitch: 520, to: 300, length: 0.07, shape: 'triangle' }],
	turn: [
		{ at: 0, pitch: 587, length: 0.16 },
		{ at: 0.11, pitch: 880, length: 0.26 }
	],
	trick: [
		{ at: 0, pitch: 392, length: 0.12, shape: 'triangle' },
		{ at: 0.09, pitch: 494, length: 0.18, shape: 'triangle' }
	],
	paradox: [
		{ at: 0, pitch: 440, to: 98, length: 0.7, shape: 'sawtooth' },
		{ at: 0.12, pitch: 466, to: 104, length: 0.7, shape: 'triangle' }
	],
	score: [
		{ at: 0, pitch: 523, length: 0.14 },
		{ at: 0.1, pitch: 659, length: 0.14 },
		{ at: 0.2, pitch: 784, length: 0.24 }
	],
	win: [
		{ at: 0, pitch: 523, length: 0.18 },
		{ at: 0.14, pitch: 659, length: 0.18 },
		{ at: 0.28, pitch: 784, length: 0.18 },
		{ at: 0.42, pitch: 1047, length: 0.5 }
	]
};

const LOUDNESS = 0.06;
const FADE_IN = 0.012;
let context: AudioContext | undefined;

function ring(audio: AudioContext, note: Note): void {
	const start = audio.currentTime + note.at;
	const end = start + note.length;
	const tone = audio.createOscillator();
	const gain = audio.createGain();
	tone.type = note.shape ?? 'sine';
	tone.frequency.setValueAtTime(note.pitch, start);
	if (note.to) tone.frequency.exponentialRampToValueAtTime(note.to, end);
	gain.gain.setValueAtTime(0, start);
	gain.gain.linearRampToValueAtTime(LOUDNESS, start + FADE_IN);
	gain.gain.exponentialRampToValueAtTime(0.0001, end);
	tone.connect(gain).connect(audio.destination);
	tone.start(start);
	tone.stop(end);
}

/** Plays a sound, after a user gesture. */
export function playSound(sound: Sound): void {
	context ??= new AudioContext();
	for (const note of SOUNDS[sound]) ring(context, note);
}
