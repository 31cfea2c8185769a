import { onPasswordNeeded } from '#lib/api.ts';

/** The dialog that asks for the password again; concurrent requests share its answer. */
class PasswordPrompt {
	#settle = $state.raw<(given: boolean) => void>();
	#asked: Promise<boolean> | undefined;

	get open(): boolean {
		return this.#settle !== undefined;
	}

	/** Resolves to whether the password was confirmed; false if the dialog was closed. */
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
