import { onPasswordNeeded } from '#lib/api.ts';

/** The one dialog that asks for the password again; everything that waits for it gets the same answer. */
class PasswordPrompt {
	#settle = $state.raw<(given: boolean) => void>();
	#asked: Promise<boolean> | undefined;

	get open(): boolean {
		return this.#settle !== undefined;
	}

	/** Whether the server has the password now; false if the dialog was closed without it. */
	ask(): Promise<boolean> {
		return (this.#asked ??= new Promise((resolve) => (this.#settle = resolve)));
	}

	done(given: boolean): void {
		this.#settle?.(given);
		this.#settle = this.#asked = undefined;
	}
}

export const passwordPrompt = new PasswordPrompt();
onPasswordNeeded(() => passwordPrompt.ask());
