/** Games of tests/vectors/braincat.json: each with its record, its deals and its replay. */

import type { Document, Frame } from '#games/braincat/protocol.ts';
import type { WrittenDeal } from '#games/braincat/deal.ts';
import type { GameRecord } from '#lib/fairness/record.ts';
import { framesOf } from '#lib/replay/frames.ts';
import written from '../../../tests/vectors/braincat.json';

interface RecordedGame {
	deals: WrittenDeal[];
	replay: Document & { record: GameRecord };
}

const [discovery, moods, fickle, teams, individual] = written as unknown as RecordedGame[];

export const GAMES = {
	discovery: discovery!,
	moods: moods!,
	fickle: fickle!, // moods mode with M6
	teams: teams!,
	individual: individual!
};

export const framesIn = (game: keyof typeof GAMES): Frame[] => framesOf(GAMES[game].replay);

/** A copy to change. */
export const copyOf = (game: keyof typeof GAMES): RecordedGame => structuredClone(GAMES[game]);
