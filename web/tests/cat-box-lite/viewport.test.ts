import { beforeEach, describe, expect, it } from 'vitest';
import { Viewport } from '#games/cat-box-lite/viewport.svelte.ts';

let port: Viewport;

beforeEach(() => {
	port = new Viewport();
	[port.width, port.height] = [400, 450];
	port.bounds = { left: -2, top: -2, right: 6, bottom: 6 };
});

/** Within a hundredth of a square. */
function expectSquare(x: number, y: number, [column, row]: readonly [number, number]): void {
	expect(port.squareAt(x, y)[0]).toBeCloseTo(column, 2);
	expect(port.squareAt(x, y)[1]).toBeCloseTo(row, 2);
}

describe('until the player moves it', () => {
	it('shows all, as large as the frame allows, above the tools', () => {
		expect(port.unit).toBe(50);
		expectSquare(0, 0, [-2, -2]);
		expectSquare(400, 400, [6, 6]);
	});

	it('follows a play area that grows', () => {
		port.bounds = { left: -10, top: -2, right: 6, bottom: 6 };
		expect(port.unit).toBe(25);
		expect(port.squareAt(0, 0)[0]).toBeCloseTo(-10, 2);
	});
});

describe('moved by hand', () => {
	it('keeps what lies under a pointer that zooms', () => {
		const before = port.squareAt(100, 300);
		port.zoom(1.5, 100, 300);
		expect(port.unit).toBe(75);
		expectSquare(100, 300, before);
		expect(port.fits).toBe(false);
	});

	it('has bounds: squares stay squares, and cats are seen', () => {
		for (let step = 0; step < 20; step += 1) port.nearer();
		expect(port.unit).toBe(96);
		for (let step = 0; step < 20; step += 1) port.farther();
		expect(port.unit).toBe(14);
	});

	it('goes with one finger, once that is no tap any more', () => {
		const before = port.squareAt(200, 200);
		port.press(1, 200, 200);
		port.drag(1, 204, 203);
		expect(port.fits).toBe(true);
		expect(port.dragged).toBe(false);
		port.drag(1, 204, 211);
		port.drag(1, 254, 261);
		expect(port.dragged).toBe(true);
		expectSquare(200 + 50, 200 + 58, before);
	});

	it('two fingers that part bring it nearer, around the middle between them', () => {
		port.press(1, 150, 200);
		port.press(2, 250, 200);
		const middle = port.squareAt(200, 200);
		for (let step = 0; step < 10; step += 1) {
			port.drag(1, 150 - step * 5, 200);
			port.drag(2, 250 + step * 5, 200);
		}
		expect(port.unit).toBeGreaterThan(80);
		expect(port.unit).toBeLessThanOrEqual(96);
		const [column, row] = port.squareAt(200, 200);
		expect(Math.hypot(column - middle[0], row - middle[1])).toBeLessThan(0.3);
	});

	it('is let go of, and shows all again', () => {
		port.press(1, 10, 10);
		port.release(1);
		port.drag(1, 200, 200);
		expect(port.fits).toBe(true);
		port.nearer();
		port.fit();
		expect(port.unit).toBe(50);
	});
});
