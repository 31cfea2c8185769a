/** What this browser was shown and sent for the shuffles of its last tables, to be compared with their records. */

import type { TableInfo } from '#lib/protocol.ts';

const PREFIX = 'boxcats.fairness.';
const MOST = 300; // tables

export interface Kept {
	code: string; // to which the commitment was bound when it was shown
	commitment: string; // the first one that was shown
	at: number; // when, in ms since 1970, by this browser's clock
	before: boolean; // before the game started
	salts: Record<string, 'sent' | 'taken'>; // what this browser sent, and whether it was answered that it is in
}

/** What was kept for this table, if anything. */
export function keptOf(code: string): Kept | undefined {
	try {
		const written = localStorage.getItem(PREFIX + code);
		return written ? (JSON.parse(written) as Kept) : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps the first commitment that a table shows; a later one changes nothing. */
export function keep(code: string, commitment: string, before: boolean): void {
	if (keptOf(code)) return;
	makeRoom();
	write(code, { code, commitment, at: Date.now(), before, salts: {} });
}

/** What this page is told of a table: its commitment, and which of this browser's salts are in. */
export function keepShown(info: TableInfo): void {
	const mine = info.seats.find(({ you }) => you);
	if (info.status === 'open' || info.status === 'playing')
		keep(info.code, info.commitment, info.status === 'open');
	if (info.status === 'open' && mine?.salted) settle(info.code);
	if (mine?.again === 'yes') settle(info.next_code);
}

/** The page was led from one table to the next: what had been promised for that one stays promised. */
export function keepPromise(from: TableInfo, to: TableInfo): void {
	const promised = from.next_code ? keptOf(from.next_code) : undefined;
	if (promised && !keptOf(to.code)) write(to.code, promised);
}

/** A salt that is about to be sent. */
export const noteSalt = (code: string, salt: string): void =>
	change(code, (salts) => ({ ...salts, [salt]: 'sent' }));

/** It was refused: the record will not have it. */
export const dropSalt = (code: string, salt: string): void =>
	change(code, ({ [salt]: _, ...others }) => others);

/** This person gave up the seat that they were for. */
export const dropSalts = (code: string): void => change(code, () => ({}));

/** The server answers that a salt of this browser's is in. */
function settle(code: string): void {
	const salts = keptOf(code)?.salts ?? {};
	if (Object.values(salts).includes('sent'))
		change(code, () => Object.fromEntries(Object.keys(salts).map((salt) => [salt, 'taken'])));
}

function change(code: string, how: (salts: Kept['salts']) => Kept['salts']): void {
	const kept = keptOf(code);
	if (kept) write(code, { ...kept, salts: how(kept.salts) });
}

function write(code: string, kept: Kept): void {
	try {
		localStorage.setItem(PREFIX + code, JSON.stringify(kept));
	} catch {
		// then this browser can compare nothing later
	}
}

/** The oldest go. */
function makeRoom(): void {
	try {
		const codes = Object.keys(localStorage)
			.filter((key) => key.startsWith(PREFIX))
			.map((key) => key.slice(PREFIX.length))
			.sort((a, b) => (keptOf(a)?.at ?? 0) - (keptOf(b)?.at ?? 0));
		for (const code of codes.slice(0, Math.max(0, codes.length - MOST + 1)))
			localStorage.removeItem(PREFIX + code);
	} catch {
		// nothing is kept here
	}
}

/** The salts that this browser sent for its seat at this table. */
export const saltsOf = (code: string): string[] => Object.keys(keptOf(code)?.salts ?? {});
