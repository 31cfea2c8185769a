import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { m } from '#messages';
import { compareListed } from './public-list.ts';
import type { Finding } from './record.ts';
import { commitment } from './shuffle.ts';

export interface SharedDeal {
	secret: string;
	commitment: string;
	started?: number; // from when on it could be played, in ms since 1970; the commitment must be listed before
}

/** Checks a deal that many tables play, by what its event shows of it and by the public list. */
export async function checkShared(deal: SharedDeal): Promise<Finding[]> {
	const print = bytesToHex(commitment(hexToBytes(deal.secret)));
	const sealed: Finding =
		print === deal.commitment
			? { verdict: 'right', text: m.fairness_deal_sealed() }
			: { verdict: 'wrong', text: m.fairness_deal_not_sealed({ print }) };
	return [sealed, await compareListed(deal.commitment, deal.started ?? Date.now())];
}
