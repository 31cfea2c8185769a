import { faceWords } from './labels.ts';
import type { Event } from './protocol.ts';

export default function moveLabel(event: Event): string | undefined {
	return event.kind === 'placed' ? faceWords(event.face) : undefined;
}
