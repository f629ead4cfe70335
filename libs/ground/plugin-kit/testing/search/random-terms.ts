import type { RankedForm, RankedTerm } from '../../src/search/search-backend.js';
import { foldWords } from '../../src/search/words.js';
import { FIELDS, TAGS, WORDS } from './random-trees.js';
import type { SeededRandom } from './seeded-random.js';

/** Up to three terms, each in up to three forms. */
export function randomTerms(random: SeededRandom): RankedTerm[] {
  return Array.from({ length: random.below(4) }, (): RankedTerm => ({
    forms: Array.from({ length: 1 + random.below(3) }, (_, index) => randomForm(random, index)),
    fields: [...random.pick(FIELDS)],
    labels: random.below(3) === 0 ? [{ kind: 'tag', tagIds: TAGS.filter(() => random.below(2) === 0) }] : [],
  }));
}

function randomForm(random: SeededRandom, index: number): RankedForm {
  const word = random.pick(WORDS);
  const typed = random.below(3) === 0 ? word.slice(0, 1 + random.below(word.length)) : word;
  const words = foldWords(random.below(5) === 0 ? `${random.pick(WORDS)} ${typed}` : typed);
  return { words, weight: index === 0 ? 16 : 1 + random.below(16) };
}
