import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const file = (name, text) => ({ name, type: '', read: async () => new TextEncoder().encode(text) });
async function* soundly(text) {
  for (const line of text.split('\n')) yield file(`${line}.txt`, line);
}
async function* throws() {
  yield file('a.txt', 'first');
  throw new Error('damaged inside');
}
async function* dies() {
  yield file('a.txt', 'first');
  process.exit(3);
}
async function* diesAtSecond() {
  yield file('a.txt', 'first');
  yield { name: 'b.txt', type: '', read: async () => process.exit(3) };
  yield file('c.txt', 'third');
}
async function* nonsense() {
  yield { name: 1, type: null, read: async () => 'no bytes' };
}
/** Answers without the host's code in the child, as code of a file can. */
async function* lies(_, tempDir) {
  const temp = dirname(tempDir);
  writeFileSync(join(temp, 'text'), 'words');
  writeFileSync(join(temp, 'head'), JSON.stringify([{ name: 'a', type: '', size: 2 ** 40 }]));
  writeFileSync(join(temp, 'parts'), 'x');
  const reply = {
    kind: 'reply',
    outcome: 'text',
    reason: null,
    pages: 1,
    truncated: false,
    isCutShort: false,
    warnings: [],
    attachments: 1,
  };
  writeSync(3, `${JSON.stringify({ ...reply, cpuMs: 0 })}\n`);
  await new Promise(() => undefined);
}
async function* hangs() {
  yield file('a.txt', 'first');
  await new Promise(() => undefined);
}
/** Ends as readers do that look at their signal. */
async function* stops(_, __, signal) {
  yield file('a.txt', 'first');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  signal.throwIfAborted();
}
/** As plugins that are not compiled against the types. */
const nothing = () => null;
const WAYS = { soundly, throws, dies, diesAtSecond, nonsense, lies, hangs, stops, nothing };

/** The name of the file says how it hands over the files in it: a text for each line. */
export default {
  extract: async ({ path, fileName }, { tempDir, signal }) => ({
    outcome: 'text',
    pages: [{ text: 'words', source: 'text-layer' }],
    attachments: WAYS[fileName.split('.')[0]](readFileSync(path, 'utf8'), tempDir, signal),
  }),
};
