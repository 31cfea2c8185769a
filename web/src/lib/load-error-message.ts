import { m } from '#messages';

/** Returns the text of an error code. The texts are loaded with the first error of a server that answers. */
export async function loadErrorMessage(code: string): Promise<string> {
	if (code === 'offline') return m.error_offline();
	try {
		return (await import('./form-error-messages.ts')).formErrorMessage(code);
	} catch {
		return navigator.onLine ? m.error_outdated() : m.error_offline(); // a new version has other files
	}
}
