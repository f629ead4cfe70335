/**
 * What separates groups of digits: comma, point, apostrophes, no-break and thin spaces, and their forms in other
 * scripts. Not the plain space: it also stands between two numbers.
 */
const SEPARATOR = String.raw`[,.'\u2019\u02bc\u00a0\u2007\u2009\u202f\u066c\uff0c\uff0e\uff07]`;
const DIGIT = String.raw`\p{Nd}`;
const THOUSANDS = `${DIGIT}{1,3}(?<separator>${SEPARATOR})${DIGIT}{3}(?:\\k<separator>${DIGIT}{3})*(?!${DIGIT}|\\k<separator>${DIGIT})`;
/** Groups of two before the last three, as in India: 12,34,567. */
const LAKHS = `${DIGIT}{1,2}(?:,${DIGIT}{2})+,${DIGIT}{3}(?!${DIGIT}|,${DIGIT})`;
const GROUPED = `(?<!${DIGIT}|${DIGIT}${SEPARATOR})(?:${THOUSANDS}|${LAKHS})`;
const GROUPED_NUMBER = new RegExp(GROUPED, 'gu');
const GROUPED_NUMBER_WITH_FRACTION = new RegExp(`(?<grouped>${GROUPED})(?<fraction>[.,\u066b]${DIGIT}+)?`, 'gu');
const SEPARATORS = new RegExp(SEPARATOR, 'gu');

/**
 * Returns the text with the digits of grouped numbers joined, `1.234.567,89` as `1234567,89`; `undefined` when it has
 * no grouped number.
 */
export function joinedNumbers(text: string): string | undefined {
  const joined = text.replace(GROUPED_NUMBER, (grouped) => join(grouped));
  return joined === text ? undefined : joined;
}

/** Yields the grouped numbers of a text with joined digits, each with its fraction and its place in the text. */
export function* locatedNumbersOf(text: string): Generator<{ number: string; start: number; end: number }> {
  for (const match of text.matchAll(GROUPED_NUMBER_WITH_FRACTION)) {
    const { groups, index } = match;
    const number = join(groups?.['grouped'] ?? '') + (groups?.['fraction'] ?? '');
    yield { number, start: index, end: index + match[0].length };
  }
}

function join(grouped: string): string {
  return grouped.replace(SEPARATORS, '');
}
