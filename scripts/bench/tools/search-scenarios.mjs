// Searches of every kind that the language of queries can express, with words of known frequency in the corpus.
import { ideographPair, NEWEST, tagName, wordIn, YEAR, YEARS } from './corpus.mjs';

const day = (time) => new Date(time).toISOString().slice(0, 10);
const LAST_TWENTIETH = day(NEWEST - (YEARS * YEAR) / 20);

/**
 * Each as `{ name, path }`. No two have a word in common, so that one does not fill a cache for another.
 * @param {{ large: string, small: string, count: number, byRelevance?: boolean }} archive `byRelevance`: whether all
 *   versions that are compared have this order
 */
export function searchScenarios({ large, small, count, byRelevance = true }, pageSize) {
  const word = words(count);
  const path = (organization, query, more = '') =>
    `${organization}/documents?pageSize=${pageSize}&searchQuery=${encodeURIComponent(query)}${more}`;
  const deepPage = Math.trunc((count * 0.7) / pageSize);
  const laterPage = Math.trunc((count * 0.15) / pageSize);
  const inLarge = {
    'common word': word.common(),
    'rare word': word.rare(),
    'two words': `${word.common()} ${word.frequent()}`,
    'three words': `${word.common()} ${word.frequent()} ${word.usual()}`,
    'common and rare': `${word.common()} ${word.rare()}`,
    'prefix of 2 letters': word.common().slice(0, 2),
    'prefix of 3 letters': word.common().slice(0, 3),
    'prefix of 5 letters': word.common().slice(0, 5),
    'name:': `name:${word.inNames()}`,
    'content:': `content:${word.common()}`,
    'tag: and word': `tag:${tagName(5)} ${word.common()}`,
    'tag: alone': `tag:${tagName(0)}`,
    'created: last twentieth, word': `created:>=${LAST_TWENTIETH} ${word.common()}`,
    'date: one of ten years, word': `date:>=2021-01-01 date:<2022-01-01 ${word.common()}`,
    'NOT common word': `NOT ${word.common()}`,
    'word NOT word': `${word.usual()} NOT ${word.common()}`,
    '(a OR b) (c OR d)': `(${word.common()} OR ${word.usual()}) (${word.frequent()} OR ${word.usual()})`,
    'has:tags and word': `has:tags ${word.usual()}`,
    'has:tags': 'has:tags',
    'has:date': 'has:date',
    'select property, word': `kind:invoice ${word.common()}`,
    'number property > x, word': `amount:>5000 ${word.usual()}`,
    'several filters': `tag:${tagName(1)} has:date kind:letter ${word.common()} NOT ${word.usual()}`,
    accents: wordIn(0.05, { accented: true }),
    'two ideographs': ideographPair(),
    phrase: `"${word.common()} ${word.frequent()}"`,
    'no result': 'xqxqxqxq',
    'empty, page 0': '',
  };
  const others = [
    [`empty, page ${deepPage}`, path(large, '', `&pageIndex=${deepPage}`)],
    ['empty, by name', path(large, '', '&sortField=name&sortOrder=asc')],
    [`common word, page ${laterPage}`, path(large, word.common(), `&pageIndex=${laterPage}`)],
    ['common word, by name', path(large, word.common(), '&sortField=name&sortOrder=desc')],
    ['small organization, common word', path(small, word.common())],
    ['small organization, rare word', path(small, word.rare())],
    ['small organization, empty', path(small, '')],
    ['small organization, prefix of 2', path(small, word.common().slice(0, 2))],
    ...(byRelevance
      ? [
          ['common word, by relevance', path(large, word.common(), '&sortField=relevance')],
          ['rare word, by relevance', path(large, word.rare(), '&sortField=relevance')],
          ['two words, by relevance', path(large, `${word.common()} ${word.frequent()}`, '&sortField=relevance')],
          ['prefix of 3 letters, by relevance', path(large, word.common().slice(0, 3), '&sortField=relevance')],
          ['common word, by relevance, page 20', path(large, word.common(), '&sortField=relevance&pageIndex=20')],
          ['small organization, common word, by relevance', path(small, word.common(), '&sortField=relevance')],
        ]
      : []),
  ];
  const all = [...Object.entries(inLarge).map(([name, query]) => [name, path(large, query)]), ...others];
  return all.map(([name, each]) => ({ name, path: each }));
}

/** Requests like those of the scenarios in an organization that is not measured, so that all code has run once. */
export function warmUpRequests(archive) {
  const elsewhere = archive.small.replace(/.$/, '1');
  return searchScenarios({ ...archive, large: elsewhere, small: elsewhere }, 10).map(({ path }) => path);
}

/** Each call gives the next word of the same frequency. */
function words(count) {
  const next = (share) => {
    let place = -1;
    return () => wordIn(share, { place: (place += 1) });
  };
  return {
    common: next(0.37),
    frequent: next(0.2),
    usual: next(0.05),
    // Ten documents of a small archive, one of 10,000 in a large one.
    rare: next(Math.max(10 / count, 1 / 10_000)),
    inNames: next(0.8),
  };
}
