import { expect, it } from 'vitest';
import { CATS } from '#art/cats.ts';
import { SUIT_SHAPES } from '#art/suits.ts';
import drawn from '#games/cat-box-lite/Drawings.svelte?raw';

/** `node node_modules/vitest/vitest.mjs run -u tests/art.test.ts` brings the server's copy up to date. */
it('the server draws the same cats and suits in its previews', async () => {
	const drawn = JSON.stringify({ cats: CATS, suits: SUIT_SHAPES }, null, '\t');
	await expect(`${drawn}\n`).toMatchFileSnapshot('../../app/archive/link_previews/art.json');
});

it('the server draws the same squares of Cat Box Lite', async () => {
	const [defs] = /<defs>[^]*<\/defs>/.exec(drawn)!;
	const [style] = /<style>[^]*<\/style>/.exec(drawn)!;
	await expect(`<svg>\n${style}\n${defs}\n</svg>\n`).toMatchFileSnapshot('../../app/archive/link_previews/cat_box_lite.xml');
});
