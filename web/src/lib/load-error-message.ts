import { m } from '#messages';

/** Returns the text of an error code. The texts are loaded with the first error, unless the server is out of reach. */
export const loadErrorMessage = (code: string): Promise<string> =>
	import('./form-error-messages.ts').then(({ formErrorMessage }) => formErrorMessage(code), m.error_offline);
