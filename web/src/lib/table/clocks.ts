import type { SeatClock } from '#lib/protocol.ts';

/** The clocks by seat, and when they were received by this page's clock; server time is never compared. */
export interface Clocks {
	at: number;
	seats: Record<string, SeatClock>;
}

/** The time limit of the game's current step, in milliseconds, and when it was received. */
export interface StepClock {
	at: number;
	left: number;
}

export const NO_CLOCKS: Clocks = { at: 0, seats: {} };
export const LOW_TIME_MS = 10_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds left for this seat; undefined while its clock is stopped. */
export function leftOf(clocks: Clocks, seat: number, now: number): number | undefined {
	const left = clocks.seats[seat]?.left;
	return left === undefined ? undefined : Math.max(0, left - Math.max(0, now - clocks.at));
}

/** Formats a duration: 1:05, 5 h, 2 d. */
export function timeText(time: number, locale: string): string {
	if (time >= 48 * HOUR) return inUnits(time / (24 * HOUR), 'day', locale);
	if (time >= 2 * HOUR) return inUnits(time / HOUR, 'hour', locale);
	const seconds = Math.ceil(time / 1_000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function inUnits(count: number, unit: string, locale: string): string {
	return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(
		Math.floor(count)
	);
}
