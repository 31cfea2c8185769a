import type { moveErrorMessage } from '#lib/move-error-messages.ts';

let messageOf = $state.raw<typeof moveErrorMessage>();

/** Returns the text of the error code of a refused move; empty until the texts are loaded, with the first refusal. */
export function refusalText(code: string): string {
	if (messageOf) return messageOf(code);
	void import('#lib/move-error-messages.ts').then(
		(texts) => (messageOf = texts.moveErrorMessage),
		() => undefined // loaded again with the next refusal
	);
	return '';
}
