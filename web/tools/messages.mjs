/** Writes the types of the messages, of which vite.config.ts puts the texts where they are used. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMessages } from './catalogues.mjs';

const FILE = fileURLToPath(new URL('../src/lib/message-types/index.d.ts', import.meta.url));

const example = (text) => (typeof text === 'string' ? text : example(Object.values(text[1]).at(-1)));

function declaration({ name, inputs, texts }) {
	const named = inputs.map((input) => `${input}: Input`).join('; ');
	const parameters = inputs.length ? `inputs: { ${named} }` : 'inputs?: Input';
	const comment = example(Object.values(texts)[0]).replaceAll('*/', '');
	return `\t/** ${comment} */\n\t${name}(${parameters}, options?: Options): string;\n`;
}

/** Writes the file with the type of each message. */
export function writeTypes() {
	const head = `type Input = NonNullable<unknown>;\ntype Options = { locale: import('../locale.ts').Locale };\n`;
	const all = readMessages().map(declaration).join('');
	mkdirSync(dirname(FILE), { recursive: true });
	writeFileSync(FILE, `${head}export declare const m: {\n${all}};\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypes();
