/** Keeps the screen awake while `wanted`; the system releases the lock when the page is hidden. */
export class ScreenWakeLock {
	#wanted = false;
	#lock: WakeLockSentinel | undefined;
	#refreshed: Promise<void> = Promise.resolve();

	async want(wanted: boolean): Promise<void> {
		this.#wanted = wanted;
		await this.refresh();
	}

	/** To be called when the page comes back into view. Calls are handled one after the other. */
	refresh(): Promise<void> {
		return (this.#refreshed = this.#refreshed.then(() => this.#update()));
	}

	async #update(): Promise<void> {
		if (!this.#wanted) {
			await this.#lock?.release().catch(() => undefined);
			this.#lock = undefined;
			return;
		}
		if (document.visibilityState !== 'visible' || (this.#lock && !this.#lock.released)) return;
		// absent on plain HTTP pages; refused when the battery is low
		this.#lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
	}
}
