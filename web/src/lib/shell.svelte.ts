import type { Lobby } from './lobby/lobby.svelte.ts';
import type { Table } from './table/table.svelte.ts';

/** State that pages share with the layout around them. */
class Shell {
	lobby = $state.raw<Lobby>(); // the connected lobby
	table = $state.raw<Table>(); // position that is shown
	#settingsOpen = $state(false);
	#notificationsOpen = $state(false);
	#shownPlayer = $state<string>();

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

	/** The handle of the player whose card is open. */
	get shownPlayer(): string | undefined {
		return this.#shownPlayer;
	}

	openPlayerCard(handle: string): void {
		this.#shownPlayer = handle;
	}

	closePlayerCard(): void {
		this.#shownPlayer = undefined;
	}
}

export const shell = new Shell();
