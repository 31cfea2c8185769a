/**
 * Writes src/lib/*.gen.ts from the server's schema and close codes; with --check only says whether they are current.
 * The Python to ask is $PYTHON, else the project's own environment, else python3.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { operationTypes } from './operations.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = fileURLToPath(new URL('../src/lib/', import.meta.url));
const OWN_PYTHON = `${ROOT}/.venv/bin/python`;
const BANNER = '/* Generated from the server by `npm run generate`; not to be edited. */';

function exported() {
	const python = process.env.PYTHON ?? (existsSync(OWN_PYTHON) ? OWN_PYTHON : 'python3');
	return JSON.parse(execFileSync(python, ['-m', 'app.cli.export_protocol'], { cwd: ROOT, encoding: 'utf8' }));
}

const { schema, closeCodes, operations } = exported();
const types = await compile(schema, 'Protocol', {
	bannerComment: BANNER,
	additionalProperties: false,
	unknownAny: true,
	ignoreMinAndMaxItems: true, // else a list of at most three items becomes a union of four tuples
	style: { singleQuote: true, useTabs: true, trailingComma: 'none', printWidth: 100 }
});
// constants, unlike properties of an object, are put where they are used when the client is built
const codes = Object.entries(closeCodes).map(([name, code]) => `export const ${name} = ${code};\n`);
const FILES = {
	'protocol.gen.ts': types + operationTypes(operations),
	'close-codes.gen.ts': `${BANNER}

/** Close codes of the server's WebSockets; described in app/infra/websocket/close_codes.py. */

${codes.join('')}`
};

for (const [name, text] of Object.entries(FILES)) {
	if (!process.argv.includes('--check')) {
		writeFileSync(LIB + name, text);
	} else if (readFileSync(LIB + name, 'utf8') !== text) {
		console.error(`web/src/lib/${name} is not current: run \`npm run generate\` in web/.`);
		process.exitCode = 1;
	}
}
