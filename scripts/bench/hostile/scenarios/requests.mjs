// F2 and F3: bodies that are expensive to parse and to check, with a key and without.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { anAddress, call } from '../client.mjs';
import { upload } from '../documents.mjs';
import { tally } from '../finding.mjs';
import { aWord, ids, manyKeys, nestedArrays } from '../material.mjs';

const MOST_DETAILS = 20;
const NUMBERS = 5_000_000;
const CONNECTIONS = 60;
const ANNOUNCED_BYTES = 12_000_000;
const SENT_BYTES = 11_900_000;
const SENT_WITHIN_MS = 8_000;
const HOLD_MS = 2_000;
/** 714 MB pass through buffers of 64 KB that wait for the garbage collector. */
const GROWTH_MB = 200;

const organizations = () => ({ method: 'POST', path: '/api/organizations' });
const batchTags = ({ documents }) => ({ method: 'POST', path: `${documents}/batch/tags` });

export default [
  signedIn('keys-40k', 'an organization with 40,000 unknown keys', () => manyKeys(40_000), organizations),
  signedIn('keys-500k', 'an organization with 500,000 unknown keys', () => manyKeys(500_000), organizations),
  signedIn('tags-16k', 'batch/tags with twice 16,000 ids', () => tagChanges(16_000), batchTags),
  signedIn('tags-100k', 'batch/tags with twice 100,000 ids', () => tagChanges(100_000), batchTags),
  signedIn(
    'date',
    'a document date of 20,000 times "z("',
    () => JSON.stringify({ documentDate: 'z('.repeat(20_000) }),
    date,
  ),
  signedIn(
    'numbers',
    'an organization whose name is 5 million numbers',
    () => `{"name":[${'1,'.repeat(NUMBERS - 1)}1]}`,
    organizations,
  ),
  signedIn(
    'nested',
    'an organization whose name is 5 million nested arrays',
    () => `{"name":${'['.repeat(NUMBERS)}${']'.repeat(NUMBERS)}}`,
    organizations,
  ),
  ...['sign-out', 'sign-in/email'].flatMap((route) =>
    [0.5, 4, 10].map((megabytes) =>
      anonymous(
        `${route.slice(0, 8).replace('/', '')}-${megabytes}`,
        `${megabytes} MB of nested arrays to ${route}`,
        route,
        () => nestedArrays(megabytes * 1e6),
      ),
    ),
  ),
  anonymous('sign-up-keys', '300,000 keys to sign-up', 'sign-up/email', () => manyKeys(300_000)),
  heldBodies('organizations', 'POST', '/api/organizations'),
  heldBodies('unknown', 'POST', '/api/no-such-route'),
  heldBodies('get-only', 'POST', '/api/health'),
];

function signedIn(id, name, body, route) {
  return {
    group: 'f2',
    id: `f2-${id}`,
    name,
    expected: `400 or 413, at most ${MOST_DETAILS} details`,
    capMs: 15_000,
    prepare: async (context) => {
      const person = await context.installation.person('attacker');
      return { person, body: Buffer.from(body()), request: await route(person, context) };
    },
    run: async ({ installation, signal, finding }, { person: { token, address }, body: bytes, request }) => {
      const answer = await call(installation.baseUrl, { ...request, body: bytes, token, address, signal });
      const details = answer.json?.error?.details?.length ?? 0;
      return finding
        .answer(answer, [400, 413])
        .require(details <= MOST_DETAILS, `${details} details in ${answer.text.length} characters`);
    },
  };
}

async function date(person, context) {
  const answer = await upload(context, person, { name: `${aWord()}.txt`, content: aWord() });
  if (answer.status !== 200) throw new Error(`an upload was answered with ${answer.status}`);
  return { method: 'PATCH', path: `${person.documents}/${answer.json.document.id}` };
}

const tagChanges = (count) =>
  JSON.stringify({
    filter: { query: '' },
    addTagIds: ids('tag', count),
    removeTagIds: ids('tag', 2 * count).slice(count),
  });

function anonymous(id, name, route, body) {
  return {
    group: 'f3',
    id: `f3-${id}`,
    name,
    expected: '400 or 413',
    capMs: 15_000,
    prepare: () => Buffer.from(body()),
    run: async ({ installation, signal, finding }, bytes) => {
      const request = { method: 'POST', path: `/api/auth/${route}`, address: anAddress(), body: bytes, signal };
      return finding.answer(await call(installation.baseUrl, request), [400, 413]);
    },
  };
}

/** Bodies that are sent nearly whole and never end: the server can refuse the request without them. */
function heldBodies(id, method, path) {
  return {
    group: 'f3',
    id: `f3-held-${id}`,
    name: `${CONNECTIONS} connections without credentials, 11.9 of 12 MB each, ${method} ${path}`,
    expected: 'each answered with 4xx or closed before the body ends',
    capMs: 30_000,
    growthMb: GROWTH_MB,
    prepare: () => Buffer.alloc(SENT_BYTES, ' '),
    run: async ({ installation, signal, finding }, bytes) => {
      const { port } = new URL(installation.baseUrl);
      const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${ANNOUNCED_BYTES}\r\n\r\n`;
      const address = anAddress();
      const held = Array.from({ length: CONNECTIONS }, () => hold({ port, address, signal }, head, bytes));
      await Promise.race([Promise.all(held.map(({ sent }) => sent)), delay(SENT_WITHIN_MS)]);
      await delay(HOLD_MS, undefined, { signal });
      const ends = held.map((each) => each.end());
      finding.see(
        tally(ends)
          .map(([value, count]) => `${count} ${value}`)
          .join(', '),
      );
      const waiting = ends.filter((end) => end === 'open without an answer').length;
      return finding.require(waiting === 0, `${waiting} are held open without an answer`);
    },
  };
}

function hold({ port, address, signal }, head, bytes) {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address });
  let text = '';
  let isClosed = false;
  socket.on('data', (data) => (text += data));
  socket.on('error', () => (isClosed = true));
  socket.on('close', () => (isClosed = true));
  signal.addEventListener('abort', () => socket.destroy());
  socket.write(head);
  const sent = new Promise((resolve) => {
    socket.write(bytes, resolve);
    socket.once('close', resolve);
  });
  return {
    sent,
    end() {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      return status ?? (isClosed ? 'closed' : 'open without an answer');
    },
  };
}
