/** The longest run of combining marks in the Stream-Safe Text Format of Unicode; no language needs more. */
const LONGEST_RUN = 30;
/** The two halfwidth signs are letters that decompose into marks. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const LONG_RUN = new RegExp(`(${MARK}{${LONGEST_RUN}})${MARK}+`, 'gu');

/**
 * Returns the text with at most 30 combining marks in a row and drops the marks beyond. Sorting the marks of a run
 * takes time in proportion to the square of its length.
 */
export function capCombiningMarks(text: string): string {
  return text.replace(LONG_RUN, '$1');
}

/** Returns `text.normalize(form)` in linear time, whatever the text. Use it for every text from outside. */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return capCombiningMarks(text).normalize(form);
}
