/** Emits the TypeScript interface of the REST operations; their models are emitted with the messages. */

function typeOf(schema) {
	if (schema.$ref)
		return schema.$ref
			.split('/')
			.at(-1)
			.replace(/-(Input|Output)$/, '');
	if (schema.anyOf)
		return schema.anyOf
			.filter(({ type }) => type !== 'null')
			.map(typeOf)
			.join(' | ');
	if (schema.type === 'array') return `${typeOf(schema.items)}[]`;
	if (schema.type === 'object') return 'Record<string, unknown>';
	if (schema.type === 'integer') return 'number';
	return schema.type;
}

function operation([name, { query, body, response }]) {
	const parts = [`response: ${response ? typeOf(response) : 'unknown'}`];
	if (body) parts.push(`body: ${typeOf(body)}`);
	if (query.length) parts.push(`query: ${query.map((key) => `'${key}'`).join(' | ')}`);
	return `\t'${name}': { ${parts.join('; ')} };`;
}

export const operationTypes = (operations) => `
/** The REST API under /api: response and body as JSON, names of the query parameters. */
export interface Operations {
${Object.entries(operations).map(operation).join('\n')}
}
`;
