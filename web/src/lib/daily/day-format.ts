import { dateText } from '#lib/date-format.ts';

const MINUTE_MS = 60_000;

/** Formats a day that the server names, as "2040-01-31". */
export const dayName = (day: string): string =>
	dateText(`${day}T12:00:00Z`, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Formats a duration in whole minutes: "3 hr 5 min", "12 min"; in Japanese without spaces. */
export function durationName(duration: number, locale: string): string {
	const whole = Math.ceil(duration / MINUTE_MS);
	const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
	const parts = [inUnits(minutes, 'minute', locale)];
	const text = [...(hours ? [inUnits(hours, 'hour', locale)] : []), ...parts].join(' ');
	return locale === 'ja' ? text.replaceAll(' ', '') : text;
}

const inUnits = (count: number, unit: string, locale: string): string =>
	new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
