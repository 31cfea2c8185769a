/** Copies a text. Plain HTTP pages have no clipboard API; there a hidden field is selected and copied. */
export async function copy(text: string): Promise<boolean> {
	if (navigator.clipboard) {
		return navigator.clipboard.writeText(text).then(
			() => true,
			() => false
		);
	}
	const field = document.createElement('textarea');
	field.value = text;
	field.className = 'unseen';
	document.body.append(field);
	field.select();
	const done = document.execCommand('copy');
	field.remove();
	return done;
}
