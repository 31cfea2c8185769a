/** An event of a rendered page before the client ran, kept by app.html. */
export type EarlyInput =
	| { type: 'change'; target: HTMLElement; state: { value: string } | { checked: boolean } }
	| { type: 'click'; target: HTMLButtonElement }
	| { type: 'submit'; target: HTMLFormElement };

/** Repeats what was chosen, pressed and submitted before the client ran, and keeps nothing from now on. */
export function repeatEarlyInput(): void {
	document.onchange = document.onclick = document.onsubmit = null;
	for (const input of window.earlyInput.splice(0)) repeat(input);
}

function repeat(input: EarlyInput): void {
	if (input.type === 'submit') input.target.requestSubmit();
	else if (input.type === 'click') input.target.click();
	else {
		Object.assign(input.target, input.state); // the client has shown its own state since
		input.target.dispatchEvent(new Event('change', { bubbles: true }));
	}
}
