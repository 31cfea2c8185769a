const KEPT = ['boxcats.settings', 'boxcats.coach']; // of the browser, not of its player

/** Deletes what this browser has stored about the player: tables, notes, lessons, people muted in chats. */
export function deleteStoredData(): void {
	try {
		for (const key of Object.keys(localStorage))
			if (key.startsWith('boxcats') && !KEPT.includes(key)) localStorage.removeItem(key);
	} catch {
		// private windows may have no storage
	}
}
