const GROUPED = /\b\d{1,3}(?:([,.'\u00a0])\d{3})(?:\1\d{3})*(?!\d)/g;

/** Returns the text with the groups of its numbers joined, `1,234` as `1234`; `undefined` when it has none. */
export function joinedNumbers(text: string): string | undefined {
  const joined = text.replace(GROUPED, (number) => number.replace(/\D/g, ''));
  return joined === text ? undefined : joined;
}
