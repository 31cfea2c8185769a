import { expect, it } from 'vitest';
import { foldChunks } from '../tools/folded-chunks.mjs';

const AGAIN = 'export{w as component,n}from"../chunks/start.js";\n';

it('a chunk that only exports another one again is replaced by it', () => {
	const scripts = new Map([
		['entry/app.js', 'let a=()=>import("../nodes/0.js"),b=()=>import(`../chunks/start.js`);'],
		['nodes/0.js', AGAIN],
		['chunks/start.js', 'let w,n;export{w,n};']
	]);
	const folded = foldChunks(scripts);
	expect([...folded.scripts.keys()]).toEqual(['entry/app.js', 'chunks/start.js']);
	expect(folded.scripts.get('entry/app.js')).toBe(
		'let a=()=>import("../chunks/start.js").then(e=>({component:e.w,n:e.n})),b=()=>import(`../chunks/start.js`);'
	);
	expect([...folded.replaced]).toEqual([['nodes/0.js', 'chunks/start.js']]);
});

it('one that is imported statically, or is named in the page, stays', () => {
	const scripts = new Map([
		['entry/start.js', AGAIN],
		['nodes/0.js', AGAIN],
		['chunks/other.js', 'import{n}from"../nodes/0.js";']
	]);
	expect(foldChunks(scripts)).toEqual({ scripts, replaced: new Map() });
});
