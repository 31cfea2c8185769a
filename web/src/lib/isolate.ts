/** Isolates a name with letters that run from right to left, so that it keeps the order of a sentence around it. */
export const isolated = (name: string): string =>
	name.replace(/.*[\u0590-\u08ff\ud802-\ud83b\ufb1d-\ufefc].*/, '\u2068$&\u2069');
