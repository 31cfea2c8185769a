/** What is known about moves, in words: a module of each game that has puzzles, loaded on demand. */

import type { GameAdvice } from '#lib/game-definition.ts';

const ADVICE = import.meta.glob<GameAdvice>('../../games/*/advice.ts', { import: 'default' });
const pathOf = (game: string): string => `../../games/${game}/advice.ts`;

export const hasPuzzles = (game: string): boolean => pathOf(game) in ADVICE;

/** Returns a game's module; undefined if the game has no puzzles. */
export const loadAdvice = (game: string): Promise<GameAdvice> | undefined => ADVICE[pathOf(game)]?.();
