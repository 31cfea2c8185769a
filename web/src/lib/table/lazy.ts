/** Lazily loaded parts of a table's page. Parts that stand beside its controls wait for the first of them. */

import { afterPaint } from '#lib/after-paint.ts';

let painted: Promise<void> | undefined;

/** Loads a component, the first one after a paint. */
async function beside<Part>(load: () => Promise<{ default: Part }>): Promise<Part> {
	await (painted ??= afterPaint());
	return (await load()).default;
}

export const lobby = () => import('#lib/lobby/LobbyPage.svelte').then((module) => module.default);
export const noTable = () => import('./NoTable.svelte').then((module) => module.default);
export const overlays = () => import('./TableOverlays.svelte').then((module) => module.default);
export const afterBar = () => import('./AfterBar.svelte').then((module) => module.default);
export const seatClock = () => beside(() => import('#lib/table/SeatClock.svelte'));
export const personButton = () => beside(() => import('#lib/friends/PersonButton.svelte'));
export const seatTalk = () => beside(() => import('#lib/chat/SeatTalk.svelte'));
export const sideColumn = () => beside(() => import('./SideColumn.svelte'));

/** Takes the seat back from the substitute; on failure the notice still offers it. */
export const takeSeatBack = (code: string): Promise<unknown> =>
	import('#lib/table/api.ts').then(({ timeApi }) => timeApi.handOver(code, false)).catch(() => undefined);
