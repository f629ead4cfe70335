// F1 and F12: texts that are expensive to fold and to index.
import { setTimeout as delay } from 'node:timers/promises';
import { patch, search, untilFound, untilRead, upload } from '../documents.mjs';
import { aWord, chinese, differentWords, marksAroundJoiner, twoMarks, words } from '../material.mjs';

const ACCENTED = 'àáâãäåçèéêëìíîïñòóôõöùúûüý';
const LATIN = 'abcdefghijklmnopqrstuvwxyz';

export default [
  ...[10_000, 40_000, 500_000].map((count) =>
    textIsProcessed('f1', `marks-${count}`, `text of 2 x ${count} combining marks around a joiner`, () =>
      marksAroundJoiner(count),
    ),
  ),
  {
    group: 'f1',
    id: 'f1-patch',
    name: 'PATCH of a text of 80 KB with two runs of marks',
    expected: '200',
    capMs: 20_000,
    prepare: anUploadedLetter,
    run: async (context, { person, id }) =>
      context.finding.answer(await patch(context, person, id, { content: `${aWord()} ${twoMarks(20_000)}` }), [200]),
  },
  {
    group: 'f1',
    id: 'f1-file-name',
    name: 'upload with a file name of 14,000 marks',
    expected: '200 or 400',
    capMs: 20_000,
    prepare: ({ installation }) => installation.person('attacker'),
    run: async (context, person) => {
      const name = `${aWord()}${'\u0301'.repeat(7000)}${'\u0323'.repeat(7000)}.txt`;
      return context.finding.answer(await upload(context, person, { name, content: aWord() }), [200, 400]);
    },
  },
  textIsProcessed('f12', 'ascii', 'text of 10 MB', () => differentWords(10_000_000, LATIN), 700),
  textIsProcessed(
    'f12',
    'accented',
    'text of 9.6 million accented characters',
    () => differentWords(9_600_000, ACCENTED),
    700,
  ),
  textIsProcessed(
    'f12',
    'chinese',
    'text of 7.9 million Chinese characters without a break',
    () => chinese(7_900_000),
    700,
  ),
  {
    group: 'f12',
    id: 'f12-patch',
    name: 'PATCH of a text of 11 MB, then a new name for it',
    expected: '200 and 200, found by the first word',
    capMs: 60_000,
    growthMb: 700,
    prepare: async (context) => ({ ...(await anUploadedLetter(context)), text: words(11_000_000) }),
    run: async (context, { person, id, text }) => {
      const word = aWord();
      const { finding } = context;
      finding.answer(await patch(context, person, id, { content: `${word} ${text}` }), [200], 'PATCH');
      finding.answer(await patch(context, person, id, { name: `renamed ${word}.txt` }), [200], 'new name');
      finding.see(`found after ${Math.round(await untilFound(context, person, word))} ms`);
      return finding;
    },
  },
];

function textIsProcessed(group, name, title, text, growthMb) {
  return {
    group,
    id: `${group}-${name}`,
    name: title,
    expected: '200, completed, found by the first word',
    capMs: 60_000,
    growthMb,
    prepare: async ({ installation }) => ({ person: await installation.person('attacker'), text: text() }),
    run: async (context, { person, text: content }) => {
      const word = aWord();
      const answer = await upload(context, person, { name: `${word}.txt`, content: `${word} ${content}` });
      const finding = context.finding.answer(answer, [200], 'upload');
      if (answer.status !== 200) return finding;
      const began = performance.now();
      const outcome = await untilRead(context, person, answer.json.document.id);
      finding.see(`read as ${outcome} after ${Math.round(performance.now() - began)} ms`);
      finding.require(['text', 'too-large'].includes(outcome), `the outcome is ${outcome}`);
      await untilFound(context, person, word);
      return finding.see(`found after ${Math.round(performance.now() - began)} ms`);
    },
  };
}

async function anUploadedLetter(context) {
  const person = await context.installation.person('attacker');
  const word = aWord();
  const answer = await upload(context, person, { name: `${word}.txt`, content: `A letter with ${word}.` });
  if (answer.status !== 200) throw new Error(`an upload was answered with ${answer.status}`);
  while ((await search(context, person, `content:${word}`)).json?.documentsCount !== 1) {
    context.signal.throwIfAborted();
    await delay(100);
  }
  return { person, id: answer.json.document.id };
}
