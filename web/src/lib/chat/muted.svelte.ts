const KEY = 'boxcats-muted';
const MAX_MUTED = 200;

/** Public ids of the people that this browser mutes. */
let mutedPeople = $state.raw<string[]>([]);

function read(): void {
	try {
		mutedPeople = (JSON.parse(localStorage.getItem(KEY)!) as string[] | null) ?? mutedPeople;
	} catch {
		// without storage the list lasts as long as the page
	}
}

read();

export const isMuted = (who: string): boolean => mutedPeople.includes(who);

export function setMuted(who: string, muted: boolean): void {
	read(); // another tab may have changed it
	const others = mutedPeople.filter((one) => one !== who);
	mutedPeople = muted ? [...others, who].slice(-MAX_MUTED) : others;
	try {
		localStorage.setItem(KEY, JSON.stringify(mutedPeople));
	} catch {
		// without storage the list lasts as long as the page
	}
}
