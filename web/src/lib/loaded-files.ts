/** Files that are imported on demand and then kept, so that pages can be rendered with them at once. */

/** Returns a function from a path to the file, as a promise until it has been loaded; undefined if there is none. */
export function keepLoaded<File>(
	loaders: Record<string, () => Promise<File>>
): (path: string) => File | Promise<File> | undefined {
	const loaded: Record<string, File> = {};
	return (path) => loaded[path] ?? loaders[path]?.().then((file) => (loaded[path] = file));
}
