/** What a replay shows beside the table, loaded after the first paint. */

export { default as Charts } from './Charts.svelte';
export { default as MoveList } from './MoveList.svelte';
