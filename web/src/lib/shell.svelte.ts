/** What any page may ask of the frame around it. */
class Shell {
	#settingsOpen = $state(false);

	get settingsOpen(): boolean {
		return this.#settingsOpen;
	}

	openSettings(): void {
		this.#settingsOpen = true;
	}

	closeSettings(): void {
		this.#settingsOpen = false;
	}
}

export const shell = new Shell();
