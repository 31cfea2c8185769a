const SALT_BYTES = 16;

/** Returns a random salt for a shuffle. */
export const newSalt = (): string => randomHex(SALT_BYTES);

/** Random bytes as hex. (crypto.randomUUID is absent on plain HTTP pages.) */
export function randomHex(bytes: number): string {
	const raw = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
