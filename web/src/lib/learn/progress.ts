/** The lessons that a guest has solved, stored in the browser. */

import type { Me } from '#lib/protocol.ts';
import { lessonApi } from './api.ts';

const KEY = 'boxcats.lessons';

interface Solved {
	who: string; // public id of the player who solved them
	lessons: string[]; // "game/lesson"
}

function read(who: string): Solved {
	try {
		const solved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Solved>;
		if (solved.who === who && Array.isArray(solved.lessons)) return { who, lessons: solved.lessons };
	} catch {
		// unreadable: as if there were none
	}
	return { who, lessons: [] };
}

function write(solved: Solved): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(solved));
	} catch {
		// without storage they last as long as the page
	}
}

/** Stores that a guest has solved a lesson; the server stores it for an account. */
export function noteSolved({ who, account }: Me, game: string, lesson: string): void {
	const { lessons } = read(who);
	if (!account) write({ who, lessons: [...new Set([...lessons, `${game}/${lesson}`])] });
}

/** Returns the lessons of a game that this browser's guest has solved. */
export const solvedBy = (who: string, game: string): string[] =>
	read(who).lessons.flatMap((path) => (path.startsWith(`${game}/`) ? path.slice(game.length + 1) : []));

/** Gives an account the lessons that its owner solved before as a guest. A later visit tries again after an error. */
export async function handOverSolved({ who, account }: Me): Promise<void> {
	const { lessons } = read(who);
	if (!account || lessons.length === 0) return;
	const solved = lessons.map((path) => {
		const [game = '', lesson = ''] = path.split('/');
		return { game, lesson };
	});
	try {
		await lessonApi.addSolved(who, solved);
	} catch {
		return;
	}
	write({ who, lessons: [] });
}
