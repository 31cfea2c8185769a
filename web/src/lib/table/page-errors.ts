/** Error codes after which the page has nothing to show. */
const ENDS = ['table_not_found', 'banned', 'no_looking_on', 'too_many_look_on'];

export const isEnd = (code: string | undefined): code is string => code !== undefined && ENDS.includes(code);
