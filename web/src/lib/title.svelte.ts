import { m } from '#messages';

const CALM = '/favicon.svg';
const TURN = '/favicon-turn.svg';

/** Marks the tab while it is this person's turn: a dot before the title, a badge on the cat. */
export function tabSign(yourTurn: () => boolean): void {
	$effect(() => {
		const icon = document.querySelector<HTMLLinkElement>('#favicon');
		icon?.setAttribute('href', yourTurn() ? TURN : CALM);
		return () => icon?.setAttribute('href', CALM);
	});
}

/** The title of a table's tab. `waiting`: the other tables where it is this person's turn. */
export function tabTitle(name: string, yourTurn: boolean, waiting: number): string {
	return yourTurn ? `● ${m.your_turn_title()} · ${name}` : titled(`${name} · ${m.name()}`, waiting);
}

/** The title of any tab, with the number of tables that wait for this person. */
export const titled = (title: string, waiting: number): string =>
	waiting > 0 ? `(${waiting}) ${title}` : title;
