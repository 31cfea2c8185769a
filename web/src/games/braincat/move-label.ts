import { m } from '#messages';
import { packName } from './pack-names.ts';
import type { Event } from './protocol.ts';

/** A move in a few words. Votes of families are secret, so no event says what they were. */
export default function moveLabel(event: Event): string | undefined {
	switch (event.kind) {
		case 'pack_chosen':
			return packName(event.pack);
		case 'paw_placed':
			return m.brain_move_clue({ clue: event.at + 1 });
		case 'vote_cast':
			return m.brain_move_vote({ choice: event.choice });
		case 'readiness_changed':
			return event.ready ? m.brain_move_ready() : undefined;
		case 'totem_placed':
		case 'token_placed':
		case 'picked':
			return m.brain_move_master({ master: event.master + 1 });
		case 'totem_stayed':
		case 'token_stayed':
			return m.brain_move_stay();
		default:
			return undefined;
	}
}
