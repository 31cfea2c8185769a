const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60]
];

/** Formats a past time relative to now. */
export function relativeTime(moment: string, locale: string, now: number = Date.now()): string {
	const seconds = Math.max(0, (now - Date.parse(moment)) / 1_000);
	const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? ['second', 60];
	const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
	return format.format(-Math.floor(seconds / length), unit);
}

/** Formats a time of the next days, with the weekday unless it is today. */
export function upcomingTime(moment: string, locale: string, now: Date = new Date()): string {
	const date = new Date(moment);
	const isToday = date.toDateString() === now.toDateString();
	const day = isToday ? {} : ({ weekday: 'short' } as const);
	return date.toLocaleString(locale, { ...day, hour: 'numeric', minute: '2-digit' });
}
