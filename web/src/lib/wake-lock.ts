/** Keeps the screen awake while `wanted`; the system releases the lock when the page is hidden. */
export class ScreenWakeLock {
	#wanted = false;
	#lock: WakeLockSentinel | undefined;

	async want(wanted: boolean): Promise<void> {
		this.#wanted = wanted;
		await this.refresh();
	}

	/** To be called when the page comes back into view. */
	async refresh(): Promise<void> {
		if (!this.#wanted) {
			await this.#lock?.release();
			this.#lock = undefined;
			return;
		}
		if (document.visibilityState !== 'visible' || (this.#lock && !this.#lock.released)) return;
		// absent on plain HTTP pages; refused when the battery is low
		this.#lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
		if (!this.#wanted) await this.#lock?.release(); // no longer wanted
	}
}
