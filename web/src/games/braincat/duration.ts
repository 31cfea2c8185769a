import { m } from '#messages';

const MINUTE = 60;

/** A duration in words: "1 second", "2 min 5 s". */
export function durationText(seconds: number): string {
	const whole = Math.round(seconds);
	if (whole < MINUTE) return m.brain_replay_seconds({ count: whole });
	return m.brain_replay_minutes({ minutes: Math.floor(whole / MINUTE), seconds: whole % MINUTE });
}
