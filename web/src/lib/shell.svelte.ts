import type { Lobby } from './lobby/lobby.svelte.ts';
import type { Table } from './table/table.svelte.ts';

/** State that pages share with the layout around them. */
class Shell {
	lobby = $state.raw<Lobby>(); // the connected lobby
	table = $state.raw<Table>(); // position that is shown
	#settingsOpen = $state(false);
	#tellMeOpen = $state(false);
	#person = $state<string>();

	get settingsOpen(): boolean {
		return this.#settingsOpen;
	}

	openSettings(): void {
		this.#settingsOpen = true;
	}

	closeSettings(): void {
		this.#settingsOpen = false;
	}

	/** Whether the notification settings are open. */
	get tellMeOpen(): boolean {
		return this.#tellMeOpen;
	}

	openTellMe(): void {
		this.#settingsOpen = false;
		this.#tellMeOpen = true;
	}

	closeTellMe(): void {
		this.#tellMeOpen = false;
	}

	/** The handle of the person whose card is open. */
	get person(): string | undefined {
		return this.#person;
	}

	openPerson(handle: string): void {
		this.#person = handle;
	}

	closePerson(): void {
		this.#person = undefined;
	}
}

export const shell = new Shell();
