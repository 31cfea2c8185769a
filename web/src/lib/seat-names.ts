import { m } from '#messages';

/** The names in sentences about a game, and the reader's own seat, to which they say "you". */
export interface SeatNames {
	names: readonly string[]; // by seat
	me: number | undefined;
}

/** A seat in a sentence: the reader's own is "you". */
export const about = ({ names, me }: SeatNames, seat: number): { who: 'you' | 'other'; name: string } => ({
	who: seat === me ? 'you' : 'other',
	name: names[seat] ?? ''
});

/** A seat within a sentence or after a colon: the reader's own is "you". */
export const nameWithin = ({ names, me }: SeatNames, seat: number): string =>
	seat === me ? m.cat_you_slot() : (names[seat] ?? '');

/** A seat in a list: the reader's own is "You". */
export const nameOrYou = ({ names, me }: SeatNames, seat: number): string =>
	seat === me ? m.cat_you() : (names[seat] ?? '');
