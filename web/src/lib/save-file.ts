/** Lets the browser save data as a JSON file of this name. */
export function saveJson(name: string, data: object): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}
