// The server without a part of the order by relevance: a module that it loads first, `--import`, with the name of the part
// in BENCH_WITHOUT. The product has no switch for it, so numbers in the built modules are replaced as they are loaded.
import { readFileSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');
const TEXTS = 'libs/ground/plugin-kit/dist/src/search/relevance/text-points.js';
const SETS = 'libs/ground/plugin-kit/dist/src/search/relevance/ranked-sets.js';
const TERMS = 'dist/libs/capabilities/search/src/query-language/ranked-terms.js';

/** What each number becomes. A word in the content of a usual letter has 7 points, and one that was typed so a weight of 16. */
export const PARTS = {
  phrase: { [TEXTS]: { phraseInName: 0, phrase: 0 } },
  nearness: { [TEXTS]: { nearness: 0 } },
  'exact before stem': { [TERMS]: { STEM: 16, OTHER_SPELLING: 16 } },
  'word before prefix': { [TEXTS]: { AS_PREFIX: 1 }, [SETS]: { IN_NAME_AS_PREFIX: 30, PROMINENT_AS_PREFIX: 11 } },
  'weights of fields': {
    [TEXTS]: { shareOfName: 0, notes: 0 },
    [SETS]: { IN_NAME: 7, IN_NAME_AS_PREFIX: 7, IN_LABELS: 7, IN_NOTES: 7 },
  },
  'frequency and length': {
    [TEXTS]: { frequency: 0 },
    [SETS]: { VERY_PROMINENT: 7, PROMINENT: 7, PROMINENT_AS_PREFIX: 7, IN_SHORT_CONTENT: 7, IN_LONG_CONTENT: 7 },
  },
  'first lines': { [TEXTS]: { beginning: 0 } },
  dates: { [TEXTS]: { recency: 0 } },
  'texts of the first 200': { [TEXTS]: { LOOKED_INTO: 0 } },
};

function withoutPart(part) {
  const sources = new Map();
  for (const [file, numbers] of Object.entries(PARTS[part])) {
    const path = realpathSync(join(root, file));
    let source = readFileSync(path, 'utf8');
    for (const [name, number] of Object.entries(numbers)) {
      const place = new RegExp(`\\b${name}( = |: )[\\d._]+`);
      if (!place.test(source))
        throw new Error(`${file} has no number ${name}: adapt scripts/bench/tools/without-part.mjs`);
      source = source.replace(place, `${name}$1${number}`);
    }
    sources.set(pathToFileURL(path).href, source);
  }
  registerHooks({
    load: (url, context, next) => {
      const source = sources.get(url);
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
}

const { BENCH_WITHOUT } = process.env;
if (BENCH_WITHOUT !== undefined) withoutPart(BENCH_WITHOUT);
