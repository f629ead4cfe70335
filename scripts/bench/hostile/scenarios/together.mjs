// The acceptance run: sign-ins, heavy searches and hostile documents of one organization at once.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../tools/bench-server.mjs';
import { search, upload, uploadOfAnother } from '../documents.mjs';
import { seconds } from '../finding.mjs';
import { aWord, heavySearch } from '../material.mjs';
import { burst } from './accounts.mjs';
import { hostileFiles } from './extraction.mjs';
import { heavyCorpus } from './searches.mjs';

const UPLOADS = 8;
const PAUSE_MS = 250;
const ANSWERED_LIMIT_MS = 1000;
const FOUND_LIMIT_MS = 5000;

export default [
  {
    group: 'together',
    id: 'together-uploads',
    name: '300 sign-ins, 40 heavy searches, 12 hostile documents at once; uploads of another organization',
    expected: `each answered within ${ANSWERED_LIMIT_MS / 1000} s and found within ${FOUND_LIMIT_MS / 1000} s`,
    capMs: 90_000,
    growthMb: 500,
    prepare: async (context) => {
      const documents = await heavyCorpus(context);
      return { documents, person: await context.installation.person('searcher'), files: await hostileFiles(4) };
    },
    run: async (context, { documents, person, files }) => {
      context.finding.see(`${documents} documents to search`);
      const { signal } = context;
      const attack = Promise.all([
        Promise.all(burst(context, 300, person)),
        Promise.all(Array.from({ length: 40 }, () => search(context, person, heavySearch()))),
        Promise.all(files.map((file) => upload(context, person, file))),
      ]);
      const results = [];
      for (let number = 0; number < UPLOADS; number += 1) {
        signal.throwIfAborted();
        const result = await uploadOfAnother(context, { word: aWord(), withinMs: 30_000 });
        results.push(result);
        if (result.foundMs === undefined) break;
        await delay(PAUSE_MS);
      }
      const { finding } = context;
      limit(
        finding,
        'answered',
        results.map(({ answeredMs }) => answeredMs),
        ANSWERED_LIMIT_MS,
      );
      limit(
        finding,
        'found',
        results.map(({ foundMs }) => foundMs ?? Infinity),
        FOUND_LIMIT_MS,
      );
      const refused = results.filter(({ status }) => status !== 200);
      finding.require(refused.length === 0, `uploads answered with ${refused.map(({ status }) => status).join(', ')}`);
      const [signIns, searches, uploads] = await attack;
      finding.answers(signIns, [200, 401, 429, 503], 'sign-ins');
      finding.answers(searches, [200, 429, 503, 504], 'searches');
      return finding.answers(uploads, [200, 429, 503], 'hostile uploads');
    },
  },
];

function limit(finding, name, times, limitMs) {
  const most = Math.max(...times);
  finding.see(`${times.length} uploads ${name}: median ${seconds(percentile(times, 0.5))}, max ${seconds(most)}`);
  finding.require(most <= limitMs, `an upload was ${name} after ${seconds(most)}`);
}
