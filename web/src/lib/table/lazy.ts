/** Lazily loaded parts of a table's page. */

export const lobby = () => import('#lib/lobby/LobbyPage.svelte').then((module) => module.default);
export const overlays = () => import('./TableOverlays.svelte').then((module) => module.default);
export const seatClock = () => import('#lib/table/SeatClock.svelte').then((module) => module.default);
export const personButton = () => import('#lib/friends/PersonButton.svelte').then((module) => module.default);
export const seatTalk = () => import('#lib/chat/SeatTalk.svelte').then((module) => module.default);
export const sideColumn = () => import('./SideColumn.svelte').then((module) => module.default);
export const afterBar = () => import('./AfterBar.svelte').then((module) => module.default);
export const noTable = () => import('./NoTable.svelte').then((module) => module.default);

/** Takes the seat back from the substitute; on failure the notice still offers it. */
export const takeSeatBack = (code: string): Promise<unknown> =>
	import('#lib/table/api.ts').then(({ timeApi }) => timeApi.handOver(code, false)).catch(() => undefined);
