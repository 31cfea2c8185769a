/** Lazily loaded parts of a table's page. */

import { afterPaint, whilePainting } from '#lib/after-paint.ts';
import { loadPart } from '#games/registry.ts';
import type { Table } from './table.svelte.ts';

const component = <C>(module: { default: C }): C => module.default;

/** Notices and the coach, which are most of what newcomers see first. */
export const overlays = async ({ info }: Table) => {
	await whilePainting();
	if (info.status !== 'open') void Promise.allSettled([loadPart(info.game, 'help')]); // for the coach
	return import('./TableOverlays.svelte').then(component);
};
export const seatClock = () =>
	whilePainting()
		.then(() => import('#lib/table/SeatClock.svelte'))
		.then(component);
export const personButton = () =>
	afterPaint()
		.then(() => import('#lib/friends/PersonButton.svelte'))
		.then(component);
export const lobby = () => import('#lib/lobby/LobbyPage.svelte').then(component);
export const seatTalk = () => import('#lib/chat/SeatTalk.svelte').then(component);
export const sideColumn = () => import('./SideColumn.svelte').then(component);
export const afterBar = () => import('./AfterBar.svelte').then(component);
export const noTable = () => import('./NoTable.svelte').then(component);

/** Takes the seat back from the substitute; on failure the notice still offers it. */
export const takeSeatBack = (code: string): Promise<unknown> =>
	import('#lib/table/api.ts').then(({ timeApi }) => timeApi.handOver(code, false)).catch(() => undefined);
