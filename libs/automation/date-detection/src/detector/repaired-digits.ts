const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', '|': '1', s: '5', b: '8' };
const LETTER = /[oqil|sb]/g;
/** `l4.1o.2o19`: two or four digits, two, and four or two, with the same mark between them. */
const NUMERIC =
  /(?<![\p{L}\d|])(?:[\doqil|sb]{1,2}( ?[./-] ?)[\doqil|sb]{1,2}\1[\doqil|sb]{2,4}|[\doqil|sb]{4}([/-])[\doqil|sb]{2}\2[\doqil|sb]{2})(?![\p{L}\d|])/gu;
/** `3o. juni`, `o6 janvier`; `1o de maio` is the first. */
const DAY_OF_NAMED = /(?<![\p{L}\d|])(?:[23][oq]|[oq][1-9]|[il|]\d)(?=\.? \p{L}{3})/gu;
/** `juni 2o15` */
const YEAR_OF_NAMED = /(?<=\p{L}{3}[.,]? )[12il|][09oqsb][\doqil|]{2}(?![\p{L}\d|])/gu;
/** Fewer digits in it are hardly a number that was read wrongly. */
const LEAST_DIGITS = { numeric: 3, day: 1, year: 2 };

/** A folded line in which letters that recognition takes for digits are digits where a date can be. It has the same length. */
export function withRepairedDigits(line: string): string {
  if (!/[oqil|sb]\d|\d[oqil|sb]|[oqil|sb][./-]\d|\d[./-][oqil|sb]/.test(line)) return line;
  return line
    .replaceAll(NUMERIC, (found) => repaired(found, LEAST_DIGITS.numeric))
    .replaceAll(DAY_OF_NAMED, (found) => repaired(found, LEAST_DIGITS.day))
    .replaceAll(YEAR_OF_NAMED, (found) => repaired(found, LEAST_DIGITS.year));
}

function repaired(text: string, leastDigits: number): string {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits < leastDigits ? text : text.replaceAll(LETTER, (letter) => LIKE_DIGITS[letter] ?? letter);
}
