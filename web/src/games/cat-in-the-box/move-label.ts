import { m } from '#messages';
import type { Event } from './protocol.ts';
import { colorName } from './sentences.ts';

export default function moveLabel(event: Event): string | undefined {
	switch (event.kind) {
		case 'declared':
			return m.move_declared({ card: event.card, color: colorName(event.color) });
		case 'bid_made':
			return m.move_bid({ tricks: event.tricks });
		case 'card_set_aside':
			return m.move_set_aside();
	}
	return undefined;
}
