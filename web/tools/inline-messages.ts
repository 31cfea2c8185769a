/** Replaces each use of a message by its text, with a call that completes it. See docs/adr/0053. */

import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';
import { FILES, LANGUAGES, readMessages } from './catalogues.mjs';
import { writeTypes } from './messages.mjs';

const TEXTS = 'virtual:texts/'; // and a language: all texts in it, by number
const IMPORT = `import { text as __text } from '#lib/text.ts';`;

interface Edit {
	start: number;
	end: number;
	code: string;
}
type Arguments = (name: string) => string;

/** Returns what to replace: the import, calls (without their inputs), and messages that are passed on. */
function editsOf(code: string, id: string, argumentsOf: Arguments, inputs: string): Edit[] {
	const edits: Edit[] = [];
	const called = new Set<unknown>();
	const isMessage = (node: ESTree.Node): node is ESTree.StaticMemberExpression =>
		node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'm';
	new Visitor({
		ImportDeclaration({ source, start, end }) {
			if (source.value === '#messages') edits.push({ start, end, code: IMPORT });
		},
		CallExpression({ callee, arguments: given, end }) {
			if (!isMessage(callee)) return;
			called.add(callee);
			const separated = given.length ? ', ' : '';
			const start = given[0]?.start ?? end - 1;
			edits.push({
				start: callee.start,
				end: start,
				code: `__text(${argumentsOf(callee.property.name)}${separated}`
			});
		},
		MemberExpression(node) {
			if (!isMessage(node) || called.has(node)) return;
			const code = `((${inputs}) => __text(${argumentsOf(node.property.name)}, ${inputs}))`;
			edits.push({ start: node.start, end: node.end, code });
		}
	}).visit(parseSync(id, code, { lang: 'js', sourceType: 'module' }).program);
	return edits.sort((one, other) => other.start - one.start);
}

export function inlineMessages(): Plugin {
	const messages = readMessages();
	const numbers = new Map(messages.map(({ name }, number) => [name, number]));
	let isBuild = false;

	/** Returns a message's number and text: in all languages, or in that of the copy of the script. */
	function argumentsOf(name: string, ofOneLanguage: boolean): string {
		const number = numbers.get(name);
		if (number === undefined) throw new Error(`there is no message "${name}"`);
		const { texts } = messages[number]!;
		if (!ofOneLanguage) return `${number}, ${JSON.stringify(texts)}`;
		const choices = LANGUAGES.slice(1).map(
			(language) => `__LANGUAGE__ === '${language}' ? ${JSON.stringify(texts[language])} : `
		);
		return `${number}, ${choices.join('')}${JSON.stringify(texts[LANGUAGES[0]!])}`;
	}

	return {
		name: 'inline-messages',
		enforce: 'post',
		configResolved({ command }) {
			isBuild = command === 'build';
			writeTypes();
		},
		resolveId: { filter: { id: /^virtual:texts\// }, handler: (id) => `\0${id}` },
		load: {
			filter: { id: /^\0virtual:texts\// },
			handler: (id) => {
				const language = id.slice(TEXTS.length + 1);
				return `export default ${JSON.stringify(messages.map(({ texts }) => texts[language]))};`;
			}
		},
		transform: {
			filter: { code: /['"]#messages['"]/ },
			handler(code, id) {
				FILES.forEach((file) => this.addWatchFile(file));
				const ofOneLanguage = isBuild && this.environment.name === 'client';
				const inputs = ofOneLanguage ? 'inputs' : 'inputs, options';
				const edits = editsOf(code, id, (name) => argumentsOf(name, ofOneLanguage), inputs);
				for (const { start, end, code: replaced } of edits)
					code = code.slice(0, start) + replaced + code.slice(end);
				return { code, map: null };
			}
		}
	};
}
