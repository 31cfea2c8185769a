const RELOADED = 'boxcats.reloaded';
const AGAIN_AFTER = 60_000;

/** The server speaks a newer protocol: load the page anew, but never in a circle. Whether it is on its way. */
export function reloadOnce(): boolean {
	try {
		const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
		if (Date.now() - last < AGAIN_AFTER) return false;
		sessionStorage.setItem(RELOADED, String(Date.now()));
	} catch {
		return false; // without a memory it could not be told
	}
	location.reload();
	return true;
}
