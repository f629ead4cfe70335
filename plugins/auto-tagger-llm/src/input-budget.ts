/** Stands for what was left out. */
const GAP = '\n[…]\n';
/** The beginning says more about a document than its end. */
const SHARE_OF_BEGINNING = 0.75;
/** How far from the limit a space is looked for. */
const LONGEST_WORD = 60;

/**
 * Returns the text if it has at most `budget` UTF-16 units, otherwise its beginning and its end, cut between words where
 * there is a space near, and never within a surrogate pair.
 */
export function withinBudget(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const room = budget - GAP.length;
  const beginning = Math.ceil(room * SHARE_OF_BEGINNING);
  return beginningOf(text, beginning) + GAP + endOf(text, room - beginning);
}

function beginningOf(text: string, length: number): string {
  const piece = text.slice(0, isWithinPair(text, length) ? length - 1 : length);
  if (/\s/.test(text.charAt(length))) return piece.trimEnd();
  const from = Math.max(0, piece.length - LONGEST_WORD);
  const space = piece.slice(from).search(/\s\S*$/);
  return space === -1 ? piece : piece.slice(0, from + space).trimEnd();
}

function endOf(text: string, length: number): string {
  const start = text.length - length;
  const piece = text.slice(isWithinPair(text, start) ? start + 1 : start);
  if (/\s/.test(text.charAt(start - 1))) return piece.trimStart();
  const space = piece.slice(0, LONGEST_WORD).search(/\s/);
  return space === -1 ? piece : piece.slice(space).trimStart();
}

function isWithinPair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
