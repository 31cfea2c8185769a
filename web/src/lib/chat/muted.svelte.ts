const KEY = 'boxcats-muted';
const MAX_MUTED = 200;

/** Handles of the people that this browser mutes. */
let hidden = $state.raw<string[]>([]);

function read(): void {
	try {
		hidden = (JSON.parse(localStorage.getItem(KEY)!) as string[] | null) ?? hidden;
	} catch {
		// without storage the list lasts as long as the page
	}
}

read();

export const isMuted = (who: string): boolean => hidden.includes(who);

export function setMuted(who: string, muted: boolean): void {
	read(); // another tab may have changed it
	const others = hidden.filter((one) => one !== who);
	hidden = muted ? [...others, who].slice(-MAX_MUTED) : others;
	try {
		localStorage.setItem(KEY, JSON.stringify(hidden));
	} catch {
		// without storage the list lasts as long as the page
	}
}
