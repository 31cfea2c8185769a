const RELOADED = 'boxcats.reloaded';
const AGAIN_AFTER = 60_000;

/** Reloads a page with an outdated protocol, but not repeatedly. Returns whether it reloads. */
export function reloadOnce(): boolean {
	try {
		const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
		if (Date.now() - last < AGAIN_AFTER) return false;
		sessionStorage.setItem(RELOADED, String(Date.now()));
	} catch {
		return false; // without storage a loop could not be detected
	}
	location.reload();
	return true;
}
