/** Evidence of the shuffles of recent tables: commitments that were shown and salts that were sent. */

import type { TableInfo } from '#lib/protocol.ts';

const PREFIX = 'boxcats.fairness.';
const MAX_TABLES = 300;

export interface Evidence {
	code: string; // the table's code when the commitment was shown
	commitment: string; // the first one shown
	at: number; // in ms since 1970, by this browser's clock
	before: boolean; // before the game started
	salts: Record<string, 'sent' | 'taken'>; // this browser's salts, and whether the server confirmed them
}

/** Returns the evidence of this table, if any. */
export function evidenceOf(code: string): Evidence | undefined {
	try {
		const written = localStorage.getItem(PREFIX + code);
		return written ? (JSON.parse(written) as Evidence) : undefined;
	} catch {
		return undefined;
	}
}

/** Stores the first commitment of a table and ignores later ones. */
export function storeCommitment(code: string, commitment: string, before: boolean): void {
	if (evidenceOf(code)) return;
	removeOldest();
	write(code, { code, commitment, at: Date.now(), before, salts: {} });
}

/** Stores a table's commitment and marks confirmed salts. */
export function storeShown(info: TableInfo): void {
	const ownSeat = info.seats.find(({ you }) => you);
	if (info.status === 'open' || info.status === 'playing')
		storeCommitment(info.code, info.commitment, info.status === 'open');
	if (info.status === 'open' && ownSeat?.salted) confirmSalts(info.code);
	if (ownSeat?.again === 'yes') confirmSalts(info.next_code);
}

/** Keeps the commitment that was announced for the next table when the page moves there. */
export function storeNextCommitment(from: TableInfo, to: TableInfo): void {
	const expected = from.next_code ? evidenceOf(from.next_code) : undefined;
	if (expected && !evidenceOf(to.code)) write(to.code, expected);
}

/** Stores a salt before it is sent, as the first. */
export const noteSalt = (code: string, salt: string): void =>
	change(code, (salts) => ({ [salt]: 'sent', ...salts }));

/** Removes a salt that the server rejected. */
export const dropSalt = (code: string, salt: string): void =>
	change(code, ({ [salt]: _, ...others }) => others);

/** Removes all salts of a table after its seat was left. */
export const dropSalts = (code: string): void => change(code, () => ({}));

/** Marks this browser's salts as confirmed. */
function confirmSalts(code: string): void {
	const salts = evidenceOf(code)?.salts ?? {};
	if (Object.values(salts).includes('sent'))
		change(code, () => Object.fromEntries(Object.keys(salts).map((salt) => [salt, 'taken'])));
}

function change(code: string, how: (salts: Evidence['salts']) => Evidence['salts']): void {
	const kept = evidenceOf(code);
	if (kept) write(code, { ...kept, salts: how(kept.salts) });
}

function write(code: string, kept: Evidence): void {
	try {
		localStorage.setItem(PREFIX + code, JSON.stringify(kept));
	} catch {
		// without storage nothing can be compared later
	}
}

/** Removes the oldest entries. */
function removeOldest(): void {
	try {
		const codes = Object.keys(localStorage)
			.filter((key) => key.startsWith(PREFIX))
			.map((key) => key.slice(PREFIX.length))
			.sort((a, b) => (evidenceOf(a)?.at ?? 0) - (evidenceOf(b)?.at ?? 0));
		for (const code of codes.slice(0, Math.max(0, codes.length - MAX_TABLES + 1)))
			localStorage.removeItem(PREFIX + code);
	} catch {
		// without storage there is nothing to remove
	}
}

/** Returns the salts that this browser sent for its seat at this table, the newest first. */
export const saltsOf = (code: string): string[] => Object.keys(evidenceOf(code)?.salts ?? {});
