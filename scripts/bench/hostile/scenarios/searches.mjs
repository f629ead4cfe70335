// F8: searches of one user that take the database from others.
import { setTimeout as delay } from 'node:timers/promises';
import { search, untilFound, upload, uploadOfAnother } from '../documents.mjs';
import { aWord, heavySearch, words } from '../material.mjs';

const DOCUMENTS = 20;
const DOCUMENT_BYTES = 6_000_000;
const CORPUS_WITHIN_MS = 60_000;
const OTHER_LIMIT_MS = 1000;
const HEAVY = [200, 429, 503, 504];

export default [
  {
    group: 'f8',
    id: 'f8-searches',
    name: `40 searches of 40 phrases at once over ${DOCUMENTS} documents of 6 MB`,
    expected: `200, 429, 503 or 504; another organization's search and upload within ${OTHER_LIMIT_MS} ms`,
    capMs: 60_000,
    prepare: heavyCorpus,
    run: async (context, documents) => {
      context.finding.see(`${documents} documents found`);
      const person = await context.installation.person('searcher');
      const attack = Promise.all(Array.from({ length: 40 }, () => search(context, person, heavySearch())));
      await delay(300);
      const finding = await otherWorks(context, context.finding);
      return finding.answers(await attack, HEAVY, 'heavy searches');
    },
  },
  {
    group: 'f8',
    id: 'f8-hang-ups',
    name: '30 heavy searches whose client hangs up after a second',
    expected: `another organization's search and upload within ${OTHER_LIMIT_MS} ms`,
    capMs: 60_000,
    prepare: heavyCorpus,
    run: async (context, documents) => {
      context.finding.see(`${documents} documents found`);
      const person = await context.installation.person('searcher');
      await Promise.all(Array.from({ length: 30 }, () => search(context, person, heavySearch(), { timeoutMs: 1000 })));
      return otherWorks(context, context.finding);
    },
  },
];

async function otherWorks(context, finding) {
  const { installation, observer } = context;
  const { token, documents } = await installation.person('other');
  const options = { path: `${documents}?pageSize=20&searchQuery=letter`, token, timeoutMs: 45_000 };
  const searches = [];
  for (let round = 0; round < 4; round += 1) {
    searches.push(await observer.ask('call', { baseUrl: installation.baseUrl, options }));
    await delay(200);
  }
  finding
    .answers(searches, [200], 'searches of the other')
    .within('its slowest search', slowest(searches), OTHER_LIMIT_MS);
  const other = await uploadOfAnother(context, { word: aWord(), withinMs: 45_000 });
  finding.answer({ status: other.status, ms: other.answeredMs }, [200], 'its upload');
  return finding.within('the answer to it', other.answeredMs, OTHER_LIMIT_MS);
}

const slowest = (answers) => Math.max(...answers.map(({ ms }) => ms));

/**
 * Large texts of few words, in which every search of `heavySearch` has much to look at. Gives how many there are: on a
 * slow machine fewer than wanted, as the preparation must end.
 */
export function heavyCorpus({ installation }) {
  return installation.prepared('heavy corpus', async () => {
    await installation.person('other');
    const person = await installation.person('searcher');
    const context = { installation, signal: AbortSignal.timeout(CORPUS_WITHIN_MS) };
    let found = 0;
    try {
      for (; found < DOCUMENTS; found += 1) {
        const word = aWord();
        const answer = await upload(context, person, {
          name: `${word}.txt`,
          content: `${word} ${words(DOCUMENT_BYTES)}`,
        });
        if (answer.status !== 200) break;
        // One at a time, as the preparation is not what is measured.
        await untilFound(context, person, word);
      }
    } catch (error) {
      if (!context.signal.aborted) throw error;
    }
    return found;
  });
}
