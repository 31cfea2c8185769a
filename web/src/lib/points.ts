/** Points as text, with a minus sign instead of a hyphen. */

/** A total: 3, 0, −2. */
export const amount = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** A change of points: +3, 0, −2. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : amount(points));
