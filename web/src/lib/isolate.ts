/** Isolates a name, or a list, with letters that run from right to left, so that the text around it keeps its order. */
export const isolated = (text: string): string =>
	text.replace(/^[^\u2068]*[\u0590-\u08ff\ud802-\ud83b\ufb1d-\ufefc].*/, '\u2068$&\u2069');
