import { m } from '#messages';

const DEFAULT_ICON = '/favicon.svg';
const TURN = '/favicon-turn.svg';

/** Marks the tab on this player's turn: a dot in the title and a badge on the icon. */
export function showTurnInTab(yourTurn: () => boolean): void {
	$effect(() => {
		const icon = document.querySelector<HTMLLinkElement>('#favicon');
		icon?.setAttribute('href', yourTurn() ? TURN : DEFAULT_ICON);
		return () => icon?.setAttribute('href', DEFAULT_ICON);
	});
}

/** The title of a table's tab. `waiting` counts other tables on this player's turn. */
export function tabTitle(name: string, yourTurn: boolean, waiting: number): string {
	return yourTurn ? `● ${m.your_turn_title()} · ${name}` : titled(`${name} · ${m.name()}`, waiting);
}

/** The title of other tabs, with the number of waiting tables. */
export const titled = (title: string, waiting: number): string =>
	waiting > 0 ? `(${waiting}) ${title}` : title;
