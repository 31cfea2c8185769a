/** Returns a handler that ignores the second click of a double click: it may hit a button that has just appeared. */
export const singleClick =
	(act: () => unknown) =>
	({ detail: clicks }: MouseEvent): void => {
		if (clicks < 2) act();
	};
