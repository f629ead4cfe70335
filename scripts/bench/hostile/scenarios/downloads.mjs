// F5 and the low findings about files: slow readers, names and headers.
import { createHash, randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../client.mjs';
import { upload } from '../documents.mjs';
import { aWord } from '../material.mjs';

// What the sockets buffer is sent at once; the rest takes longer than the time limit of other routes, which is 20 s.
const BYTES = 24_000_000;
const BYTES_A_SECOND = 850_000;

export default [
  {
    group: 'f5',
    id: 'f5-slow',
    name: `download of ${BYTES / 1e6} MB at ${BYTES_A_SECOND / 1000} KB/s`,
    expected: 'complete and unchanged',
    capMs: 60_000,
    isSlowOnly: true,
    prepare: (context) => uploaded(context, { name: `${aWord()}.bin`, type: '', content: randomBytes(BYTES) }),
    run: async ({ installation, signal, finding }, { person, id, content }) => {
      const { token, address, documents } = person;
      const began = performance.now();
      const { status, bytes, hash } = await slowly(new URL(`${documents}/${id}/file`, installation.baseUrl), {
        headers: { authorization: `Bearer ${token}` },
        localAddress: address,
        agent: false,
        signal,
      });
      return finding
        .see(`${status}, ${bytes} bytes after ${((performance.now() - began) / 1000).toFixed(1)} s`)
        .require(bytes === BYTES, `${bytes} of ${BYTES} bytes came`)
        .require(hash === sha256(content), 'the content is not the same');
    },
  },
  {
    group: 'low',
    id: 'low-boundary',
    name: 'upload with a multipart boundary of 300 characters',
    expected: '200 or 400',
    capMs: 10_000,
    prepare: ({ installation }) => installation.person('attacker'),
    run: async (context, person) => {
      const file = { name: `${aWord()}.txt`, content: aWord(), boundary: 'b'.repeat(300) };
      return context.finding.answer(await upload(context, person, file), [200, 400]);
    },
  },
  ...[
    ['ascii', '16,000 characters', 'n'.repeat(16_000)],
    ['accented', '4,000 accented characters', 'é'.repeat(4_000)],
  ].map(([id, title, name]) => ({
    group: 'low',
    id: `low-name-${id}`,
    name: `file name of ${title}, downloaded by a Node client`,
    expected: '400, or 200 and a readable download',
    capMs: 10_000,
    prepare: ({ installation }) => installation.person('attacker'),
    run: async (context, person) => {
      const answer = await upload(context, person, { name: `${name}.txt`, content: aWord() });
      const finding = context.finding.answer(answer, [200, 400], 'upload');
      if (answer.status !== 200) return finding;
      return finding.answer(await download(context, person, answer.json.document.id), [200], 'download');
    },
  })),
  {
    group: 'low',
    id: 'low-if-none-match',
    name: 'If-None-Match as one tag, weak, in a list and as *',
    expected: '304 for each, 200 for another tag',
    capMs: 10_000,
    prepare: (context) => uploaded(context, { name: `${aWord()}.txt`, content: aWord() }),
    run: async (context, { person, id }) => {
      const { finding } = context;
      const { etag } = (await download(context, person, id)).headers;
      for (const [name, value] of [
        ['one', etag],
        ['weak', `W/${etag}`],
        ['list', `"other", ${etag}`],
        ['weak list', `W/"other",W/${etag}`],
        ['any', '*'],
      ])
        finding.answer(await download(context, person, id, { 'if-none-match': value }), [304], name);
      return finding.answer(await download(context, person, id, { 'if-none-match': '"other"' }), [200], 'other');
    },
  },
];

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

async function uploaded(context, file) {
  const person = await context.installation.person('attacker');
  const answer = await upload(context, person, file);
  if (answer.status !== 200) throw new Error(`an upload was answered with ${answer.status}`);
  return { person, id: answer.json.document.id, content: file.content };
}

const download = ({ installation, signal }, { token, address, documents }, id, headers = {}) =>
  call(installation.baseUrl, { path: `${documents}/${id}/file`, token, address, headers, signal });

async function slowly(url, options) {
  const response = await new Promise((resolve, reject) => get(url, options, resolve).on('error', reject));
  const hash = createHash('sha256');
  const began = performance.now();
  let bytes = 0;
  try {
    for await (const piece of response) {
      hash.update(piece);
      bytes += piece.length;
      const early = (bytes / BYTES_A_SECOND) * 1000 - (performance.now() - began);
      if (early > 0) await delay(early);
    }
  } catch {
    // a connection that was cut shows in the number of bytes
  }
  return { status: response.statusCode, bytes, hash: hash.digest('hex') };
}
