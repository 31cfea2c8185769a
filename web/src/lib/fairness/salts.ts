/** Sends this browser's salts for a shuffle, always after the commitment was shown and stored. */

import { TEMPORARY_ERRORS, codeOf, untilAnswered } from '#lib/api.ts';
import type { TableInfo } from '#lib/protocol.ts';
import { newSalt } from '#lib/random.ts';
import {
	dropSalt,
	dropSalts,
	storeCommitment,
	storeNextCommitment,
	storeShown,
	noteSalt,
	saltsOf
} from './evidence-store.ts';
import { seatApi } from './seat-api.ts';

const START_WITHIN = 5_000; // milliseconds to wait for an unconfirmed salt

const pending = new Map<string, Promise<void>>(); // by table
const given = new Set<string>(); // tables whose salt is confirmed; an older message may not say so

/** Stores the evidence in a message about the table and sends a salt if it is needed. */
export function contributeSalt(before: TableInfo, now: TableInfo): void {
	if (now.code !== before.code) storeNextCommitment(before, now);
	storeShown(now);
	giveSalt(now);
}

/** Sends a salt for this player's seat if it has none. */
export function giveSalt(info: TableInfo): void {
	const ownSeat = info.seats.find(({ you }) => you);
	if (info.status !== 'open' || ownSeat?.salted !== false) return;
	if (given.has(info.code) || pending.has(info.code)) return;
	const sending = send(info.code).finally(() => pending.delete(info.code));
	pending.set(info.code, sending);
}

/** Starts the game after this player's salt was confirmed. May throw an ApiError. */
export async function startGame(info: TableInfo): Promise<TableInfo> {
	storeShown(info);
	giveSalt(info);
	await Promise.race([pending.get(info.code), new Promise((late) => setTimeout(late, START_WITHIN))]);
	return seatApi.start(info.code, info.terms_key);
}

async function send(code: string): Promise<void> {
	const salt = saltFor(code);
	try {
		await withStoredSalt(code, salt, () =>
			untilAnswered(
				() => seatApi.addSalt(code, salt),
				() => {}
			)
		);
		given.add(code);
	} catch {
		// the game starts without it, and the fairness check says so
	}
}

/** Takes a seat with a salt. May throw an ApiError. */
export function sitDown(info: TableInfo, seat: number): Promise<TableInfo> {
	const { code, terms_key } = info;
	const salt = newSalt();
	storeShown(info); // the page may be too young to have stored it, and a salt is kept with its commitment
	return withStoredSalt(code, salt, () => seatApi.sit(code, seat, salt, terms_key));
}

/** Leaves the seat and removes its salts. May throw an ApiError. */
export async function leaveSeat(info: TableInfo, seat: number): Promise<TableInfo> {
	const after = await seatApi.leave(info.code, seat, info.seats[seat]!.who);
	dropSalts(info.code);
	given.delete(info.code);
	return after;
}

/** Returns the salt for an answer to a rematch: always the same for a yes once the commitment is known. */
export function nextSalt(info: TableInfo, yes: boolean): string {
	const { next_code: code, next_commitment: commitment, seats } = info;
	if (!yes) dropSalts(code);
	const salt = saltFor(code);
	const already = seats.find(({ you }) => you)?.again === 'yes'; // answered by another browser: its salt counts
	if (yes && commitment && !already) {
		storeCommitment(code, commitment, true);
		noteSalt(code, salt);
	}
	return salt;
}

/** Returns the salt that this browser has sent, or a new one: the request may have ended with its page. */
const saltFor = (code: string): string => saltsOf(code)[0] ?? newSalt();

/**
 * Stores the salt, sends the request and removes the salt if it was rejected; without a response, now or
 * before, the server may have it.
 */
async function withStoredSalt(code: string, salt: string, ask: () => Promise<TableInfo>): Promise<TableInfo> {
	const sent = saltsOf(code).includes(salt);
	noteSalt(code, salt);
	try {
		return await ask();
	} catch (error) {
		if (!sent && !TEMPORARY_ERRORS.includes(codeOf(error))) dropSalt(code, salt);
		throw error;
	}
}
