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

/** The title of a table's tab. */
export function tabTitle(name: string, yourTurn: boolean): string {
	return yourTurn ? `● ${m.your_turn_title()} · ${name}` : `${name} · ${m.name()}`;
}
