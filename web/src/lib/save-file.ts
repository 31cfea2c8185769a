/** Lets the browser save data as a JSON file of this name. */
export const saveJson = (name: string, data: object): void => saveText(name, JSON.stringify(data, null, 2));

/** Lets the browser save JSON as it is. */
export function saveText(name: string, json: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}
