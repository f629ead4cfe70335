// F10: equal uploads at once, and their processing.
import { upload } from '../documents.mjs';
import { aWord, words } from '../material.mjs';

const UPLOADS = 50;
const ROUNDS = 5;

export default [
  {
    group: 'f10',
    id: 'f10-equal',
    name: `${UPLOADS} equal uploads at once, ${ROUNDS} rounds`,
    expected: 'one 200 a round, 409 for the others (429 or 503 with Retry-After), no deadlock',
    capMs: 60_000,
    prepare: ({ installation }) => installation.person('attacker'),
    run: async (context, person) => {
      const { finding } = context;
      const before = deadlocks(context);
      const all = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const file = { name: `${aWord()}.txt`, content: `${aWord()} ${words(2000)}` };
        const answers = await Promise.all(Array.from({ length: UPLOADS }, () => upload(context, person, file)));
        const kept = answers.filter(({ status }) => status === 200).length;
        finding.require(kept === 1, `round ${round}: ${kept} of ${UPLOADS} were accepted`);
        all.push(...answers);
      }
      const more = deadlocks(context) - before;
      finding.see(`${more} deadlocks in the log`).require(more === 0, `${more} deadlocks`);
      return finding.answers(all, [200, 409, 429, 503]);
    },
  },
];

const deadlocks = ({ installation }) => installation.server.output.split('deadlock detected').length - 1;
