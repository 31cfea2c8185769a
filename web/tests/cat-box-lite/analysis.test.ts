import { expect, it } from 'vitest';
import texts from '#games/cat-box-lite/replay/analysis.ts';
import type { CatBoxLite, Move } from '#games/cat-box-lite/protocol.ts';
import type { Frame } from '#lib/replay/frames.ts';
import { position } from './view.ts';

it('names the spot of a move as the log does', () => {
	const before = { view: position(), own: {} } as unknown as Frame<CatBoxLite>;
	const move = { face: 'public', holder: 0, slot: 0, column: -1, row: 1 } as Move;
	expect(texts.moveName(move, before)).toBe('white, gray on top; black, orange below: column −1, row 1');
});
