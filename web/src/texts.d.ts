/** All texts in a language; see tools/inline-messages.ts. */
declare module 'virtual:texts/*' {
	import type { Text } from '#lib/text.ts';
	const texts: Text[];
	export default texts;
}
