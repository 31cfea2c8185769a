const CODE = /^[a-z0-9]{1,16}$/;

/** The table code in what somebody typed or pasted: a code or a whole link; undefined if there is none. */
export function codeIn(text: string): string | undefined {
	const last = text.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
	const code = last?.toLowerCase();
	return code && CODE.test(code) ? code : undefined;
}

/** Whether others could open this page's address: one of this machine alone leads them nowhere. */
export const isShareable = (hostname: string): boolean => !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

export const linkTo = (code: string): string => `${location.origin}/t/${code}`;
