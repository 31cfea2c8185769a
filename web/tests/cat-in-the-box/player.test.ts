import { afterEach, expect, it } from 'vitest';
import { overwriteGetLocale, type Locale } from '#lib/locale.ts';
import { playerLabel } from '#games/cat-in-the-box/player.ts';
import { position } from './view.ts';

const seatNames = { names: ['Ada', 'Bo', 'Cy', 'Di'], me: 0 };

const speak = (locale: Locale) => overwriteGetLocale(() => locale);

afterEach(() => speak('en'));

it('addresses the reader in French without a verb of the third person', () => {
	speak('fr');
	const { players } = position();
	const choosing = position({
		phase: 'set_aside',
		players: { ...players, 0: { ...players[0]!, set_aside: false } }
	});
	const leading = position({ current: { leader: 0, cards: {} } });
	const labels = [choosing, leading].map((view) => playerLabel(view, 0, seatNames));
	expect(labels[0]).toContain('Toi, carte à écarter');
	expect(labels[1]).toContain('à l’entame');
	expect(labels[0]).not.toMatch(/, \p{Lu}/u);
	expect(labels[1]).not.toMatch(/, \p{Lu}/u);
});
