const CODE = /^[a-z0-9]{1,16}$/;

/** Extracts a table's code from a code or a link; undefined if there is none. */
export function codeIn(text: string): string | undefined {
	const typed = text.normalize('NFKC').trim(); // Japanese keyboards may write wide characters
	const last = typed.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
	const code = last?.toLowerCase();
	return code && CODE.test(code) ? code : undefined;
}
