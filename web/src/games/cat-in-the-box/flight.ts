/** Animations that show where cards and tokens come from. Nothing waits for them. */

import type { TransitionConfig } from 'svelte/transition';
import { settings } from '#lib/settings.svelte.ts';

/** Turns animations off, for positions that were not reached by a single move. */
export const flights = { grounded: false };

const FLIGHT = 360;
const LANDING = 420;

function easeOut(t: number): number {
	return 1 - (1 - t) ** 3;
}

/** Returns the element that a seat's cards come from: its plate or the reader's hand. */
function homeOf(seat: number): DOMRect | undefined {
	return document.querySelector(`[data-home="${seat}"]`)?.getBoundingClientRect();
}

function between(node: Element, seat: number): { x: number; y: number } {
	const here = node.getBoundingClientRect();
	const home = homeOf(seat) ?? here;
	return {
		x: home.x + home.width / 2 - here.x - here.width / 2,
		y: home.y + home.height / 2 - here.y - here.height / 2
	};
}

/** Animates a card from the seat that played it. */
export function fromSeat(node: Element, { seat }: { seat: number }): TransitionConfig {
	if (!settings.animate || flights.grounded) return { duration: 0 };
	const { x, y } = between(node, seat);
	return {
		duration: FLIGHT,
		easing: easeOut,
		css: (t, u) =>
			`transform: translate(${x * u}px, ${y * u}px) rotate(${u * -14}deg) scale(${0.7 + 0.3 * t})`
	};
}

/** Animates a token that drops on its cell. */
export function land(_node: Element): TransitionConfig {
	if (!settings.animate || flights.grounded) return { duration: 0 };
	return {
		duration: LANDING,
		delay: FLIGHT / 2,
		css: (t) => {
			const fall = Math.min(1, t / 0.55);
			const settle = t < 0.55 ? 0 : Math.sin(((t - 0.55) / 0.45) * Math.PI);
			const size = 1.9 - 0.9 * fall ** 2;
			const scale = `scale(${size + settle * 0.08}, ${size - settle * 0.14})`;
			return `opacity: ${Math.min(1, t * 4)}; transform: translateY(${-26 * (1 - fall ** 2)}px) ${scale}`;
		}
	};
}
