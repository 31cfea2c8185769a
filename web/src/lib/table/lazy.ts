/** Lazily loaded parts of a table's page. */

import { afterPaint, whilePainting } from '#lib/after-paint.ts';
import { loadPart } from '#games/registry.ts';
import type { Table } from './table.svelte.ts';

interface Part<C> {
	default: C;
}

const component = <C>(part: Part<C>): C => part.default;

const inPaint = <C>(load: () => Promise<Part<C>>): Promise<C> => whilePainting().then(load).then(component);

/** Notices and the coach, which are most of what newcomers see first. */
export const overlays = (table: Table) =>
	inPaint(() => {
		const { info } = table; // not read before: a change of it would load and show them again
		if (info.status !== 'open') void Promise.allSettled([loadPart(info.game, 'help')]); // for the coach
		return import('./TableOverlays.svelte');
	});
export const seatClock = () => inPaint(() => import('#lib/table/SeatClock.svelte'));
export const seatTalk = () => import('#lib/chat/SeatTalk.svelte').then(component);
export const sideColumn = () => inPaint(() => import('./SideColumn.svelte'));
export const playerButton = () =>
	afterPaint()
		.then(() => import('#lib/friends/PlayerButton.svelte'))
		.then(component);
export const waitingPage = () => import('#lib/lobby/WaitingPage.svelte').then(component);
export const afterBar = () => import('./AfterBar.svelte').then(component);
export const noTable = () => import('./NoTable.svelte').then(component);

/** Takes the seat back from the substitute; on failure the notice still offers it. */
export const takeSeatBack = (code: string): Promise<unknown> =>
	import('#lib/table/api.ts').then(({ timeApi }) => timeApi.handOver(code, false)).catch(() => undefined);
