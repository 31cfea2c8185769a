/** A stand-in for localStorage and sessionStorage. */
export function fakeStorage(): Storage {
	const kept: Record<string, string> = {};
	const methods = {
		getItem: (key: string) => kept[key] ?? null,
		setItem: (key: string, value: string) => void (kept[key] = value),
		removeItem: (key: string) => void delete kept[key]
	};
	return new Proxy(methods, {
		ownKeys: () => Object.keys(kept),
		getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true })
	}) as unknown as Storage;
}
