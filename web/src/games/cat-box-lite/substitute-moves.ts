/** A substitute's moves in a few words, for the player who comes back. */

import type { Event } from './protocol.ts';
import { faceWords } from './labels.ts';

export const moveWords = (event: Event): string | undefined =>
	event.kind === 'placed' ? faceWords(event.face) : undefined;
