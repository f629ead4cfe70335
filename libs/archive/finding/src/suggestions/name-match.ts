import { foldedNeedle, foldedText, indexedWords, phrasesOf } from '@archivolt/plugin-kit';

const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, string>();

/** Returns the names of which a word starts with what was typed, as in a search: those that start with it first. */
export function matching<Named>(candidates: readonly Named[], nameOf: (each: Named) => string, typed: string): Named[] {
  const phrases = phrasesOf(typed);
  if (phrases.length === 0 && typed.trim() !== '') {
    return candidates.filter((each) => nameOf(each).toLowerCase().startsWith(typed.toLowerCase()));
  }
  const needles = phrases.length === 0 ? [''] : phrases.map(foldedNeedle);
  const first: Named[] = [];
  const others: Named[] = [];
  for (const candidate of candidates) {
    const folded = foldedName(nameOf(candidate));
    if (needles.some((needle) => folded.startsWith(needle))) first.push(candidate);
    else if (needles.some((needle) => folded.includes(needle))) others.push(candidate);
  }
  return [...first, ...others];
}

/** Folding takes a few microseconds; an organization may have thousands of names, and every key asks for all. */
function foldedName(name: string): string {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const folded = foldedText(indexedWords(name));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(name, folded);
  return folded;
}
