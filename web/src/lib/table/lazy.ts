/** What a table's page shows only now and then, and so loads only then: the game comes first. */

export const lobby = () => import('#lib/lobby/LobbyPage.svelte').then((module) => module.default);
/** Asked for as soon as the page stands, while the line is still there. */
export const lineNotice = () => import('#lib/table/ConnectionNotice.svelte').then((module) => module.default);
export const seatClock = () => import('#lib/table/SeatClock.svelte').then((module) => module.default);
export const personButton = () => import('#lib/friends/PersonButton.svelte').then((module) => module.default);
export const timeNotice = () => import('#lib/table/TimeNotice.svelte').then((module) => module.default);
export const noTable = () => import('./NoTable.svelte').then((module) => module.default);

/** Whoever comes back plays on. If it does not work, the notice still offers it. */
export const takeSeatBack = (code: string): Promise<unknown> =>
	import('#lib/table/api.ts').then(({ timeApi }) => timeApi.handOver(code, false)).catch(() => undefined);
