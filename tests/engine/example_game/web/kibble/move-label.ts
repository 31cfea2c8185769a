import { m } from '#messages';
import type { Event } from './protocol.ts';

export default function moveLabel(event: Event): string | undefined {
	return event.kind === 'eaten' ? m.kibble_eat({ pieces: event.pieces }) : undefined;
}
