import { errorMessage } from './error-messages.ts';

/** Returns the text of an error code; those of forms are loaded with the first error. */
export const lateErrorMessage = (code: string): Promise<string> =>
	import('./form-error-messages.ts').then(
		({ formErrorMessage }) => formErrorMessage(code),
		() => errorMessage(code)
	);
