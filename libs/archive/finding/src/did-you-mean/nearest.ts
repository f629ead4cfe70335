import { foldWords } from '@archivolt/plugin-kit';
import { editDistance } from './edit-distance.js';

const LONGEST = 64;

/** Returns how many letters of a word may be wrong. */
function mostErrors({ length }: string): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

/**
 * Returns the candidate with the fewest different letters, if it is near; of equally near ones the first. Case and accents
 * do not count, and `undefined` is returned when one of the candidates is the text itself.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const wanted = foldWords(text).join(' ');
  if (wanted.length > LONGEST) return undefined;
  let fewest = mostErrors(wanted) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    // Folding may make it shorter by a few characters only.
    if (candidate.length > 2 * LONGEST) continue;
    const distance = editDistance(wanted, foldWords(candidate).join(' '), fewest - 1);
    if (distance === 0) return undefined;
    if (distance < fewest) [fewest, found] = [distance, candidate];
  }
  return found;
}
