import type { Lobby } from './lobby/lobby.svelte.ts';
import type { Table } from './table/table.svelte.ts';

/** What any page may ask of the frame around it. */
class Shell {
	lobby = $state.raw<Lobby>(); // while it is connected
	table = $state.raw<Table>(); // that is shown now
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

	/** Whether people are choosing how to be told that it is their turn. */
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

	/** The handle of whose card is open. */
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
