const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60]
];

/** How long ago this was, as people say it. */
export function since(moment: string, locale: string, now: number = Date.now()): string {
	const seconds = Math.max(0, (now - Date.parse(moment)) / 1_000);
	const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? ['minute', 60];
	const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
	return format.format(-Math.floor(seconds / length), unit);
}
