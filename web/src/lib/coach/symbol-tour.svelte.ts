/** Whether the symbols of the table are explained one by one. */
class SymbolTour {
	open = $state(false);
}

export const symbolTour = new SymbolTour();
