import { expect, it } from 'vitest';
import { announcement, wonSentence } from '#games/cat-box-lite/event-sentences.ts';
import type { Event, View } from '#games/cat-box-lite/protocol.ts';

const seatNames = { names: ['Ada', 'Bo'], me: undefined };

it('says once that the game is over', () => {
	const view = { to_act: [], result: {} } as unknown as View;
	const over = { kind: 'game_over', identities: ['gray', 'black'], scores: [3, 5], winners: [1] } as Event;
	expect(announcement([{ version: 9, events: [over] }], view, seatNames)).toMatch(/Bo wins\.$/);
	expect(announcement([], view, seatNames)).toBe('The game is over.');
});

it('calls the reader "you" among those who share the win', () => {
	expect(wonSentence([0, 1], { ...seatNames, me: 1 })).toBe('Shared win: Ada and you');
	expect(wonSentence([0, 1], seatNames)).toBe('Shared win: Ada and Bo');
});
