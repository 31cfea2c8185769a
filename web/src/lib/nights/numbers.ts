import type { NightSettings } from '#lib/protocol.ts';
import { getLocale } from '#lib/locale.ts';

/** Returns a result as it is shown: a percentage, or points with their sign. */
export function formatResult(result: number, scoring: NightSettings['scoring']): string {
	const options: Intl.NumberFormatOptions =
		scoring === 'matchpoints'
			? { style: 'percent', maximumFractionDigits: 1 }
			: { signDisplay: 'exceptZero', maximumFractionDigits: 1 };
	return new Intl.NumberFormat(getLocale(), options)
		.format(scoring === 'matchpoints' ? result / 100 : result)
		.replace('-', '−');
}
