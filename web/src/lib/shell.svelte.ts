import type { Lobby } from './lobby/lobby.svelte.ts';
import type { Table } from './table/table.svelte.ts';

/** State that pages share with the layout around them. */
class Shell {
	lobby = $state.raw<Lobby>(); // the connected lobby
	table = $state.raw<Table>(); // position that is shown
	#settingsOpen = $state(false);
	#notificationsOpen = $state(false);
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
	get notificationsOpen(): boolean {
		return this.#notificationsOpen;
	}

	openNotifications(): void {
		this.#settingsOpen = false;
		this.#notificationsOpen = true;
	}

	closeNotifications(): void {
		this.#notificationsOpen = false;
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
