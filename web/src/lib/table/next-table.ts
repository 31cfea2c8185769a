import type { Table } from './table.svelte.ts';

/** Whether this player may open the next game's table: as a spectator or as one of its players. */
export const isAdmittedToNext = ({ info, seat }: Table): boolean =>
	info.terms.watching !== 'nobody' || (seat !== undefined && info.seats[seat]?.again === 'yes');
