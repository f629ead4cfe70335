import { mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const bytes = (text) => new TextEncoder().encode(text);
const part = (fileName, text) => ({ fileName, type: 'text/plain', isInline: false, bytes: bytes(text) });
const mailOf = (changes = {}) => ({
  ...{ outcome: 'opened', from: [], to: [], subject: '', trace: [], parts: [] },
  ...changes,
});

/** Mails that this process was given. */
let seen = 0;

const tell = (message) => writeSync(3, `${JSON.stringify(message)}\n`);
const OPENED = { kind: 'opened', outcome: 'opened', reason: null };
const HEAD = { from: [], to: [], subject: '', trace: [] };
/** Answers without the host's code in the child, as code of a mail can, and stays. */
const lies = (head, parts, { tempDir }) => {
  const temp = dirname(tempDir);
  writeFileSync(join(temp, 'head'), typeof head === 'string' ? head : JSON.stringify({ ...HEAD, ...head }));
  parts(join(temp, 'parts'));
  tell(OPENED);
  return new Promise(() => undefined);
};
const sized = (...sizes) => ({
  parts: sizes.map((size) => ({ fileName: 'a', type: 'text/plain', isInline: false, size })),
});
const writes = (text) => (path) => writeFileSync(path, text);

const WAYS = {
  soundly: (_, input) =>
    mailOf({
      from: [{ address: 'a@example.com', name: 'A' }],
      to: [{ address: 'b@example.com', name: '' }],
      subject: readFileSync(input.path, 'utf8'),
      date: '2026-11-02T09:00:00.000Z',
      messageId: '<1@example.com>',
      trace: [{ name: 'delivered-to', value: 'b@example.com' }],
      parts: [part('../one', 'first'), part('', ''), { ...part('three', 'third'), isInline: true }],
    }),
  'without files': () => mailOf(),
  'at length': () =>
    mailOf({
      from: Array.from({ length: 101 }, () => ({ address: 'a'.repeat(2_000), name: 'n'.repeat(2_000) })),
      subject: `${'s'.repeat(999)}\u{1f389}`,
      trace: Array.from({ length: 200 }, () => ({ name: 'x', value: 'v'.repeat(21_000) })),
      parts: [part('f'.repeat(2_000), 'x')],
    }),
  '1,000 files': () => mailOf({ parts: Array.from({ length: 1_000 }, (_, at) => part(String(at), String(at))) }),
  '1,001 files': () => mailOf({ parts: Array.from({ length: 1_001 }, () => part('a', '')) }),
  'files that are too large': () => mailOf({ parts: [part('a', 'x'.repeat(1_100_000))] }),
  corrupt: () => ({ outcome: 'corrupt', reason: 'It has\nno headers.' }),
  'corrupt without a reason': () => ({ outcome: 'corrupt' }),
  hangs: () => {
    for (;;);
  },
  /** Leaves a file, by which a test sees that it does. */
  waits: ({ signal, tempDir }) => {
    writeFileSync(join(tempDir, 'waits'), '');
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
  'eats memory': () => {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  throws: () => {
    throw new Error('the mail has no end');
  },
  exits: () => process.exit(3),
  'says nothing': () => undefined,
  'gives no bytes': () => mailOf({ parts: [{ fileName: 'a', type: '', isInline: false }] }),
  'gives no lists': () => ({ outcome: 'opened', subject: 'a' }),
  'gives odd words': () => mailOf({ subject: { toString: 'a' } }),
  'names a size that is too small': (context) => lies(sized(3), writes('1234'), context),
  'names a size that is too large': (context) => lies(sized(5), writes('1234'), context),
  'names a negative size': (context) => lies(sized(5, -1), writes('1234'), context),
  'names sizes beyond all files': (context) => lies(sized(2 ** 53 - 1, 2 ** 53 - 1), writes('1234'), context),
  'names more bytes than the mail allows': (context) => lies(sized(2_000_000), writes('x'.repeat(2_000_000)), context),
  'names 1,001 files': (context) => lies(sized(...Array.from({ length: 1_001 }, () => 0)), writes(''), context),
  'names no files': (context) => lies({ parts: 7 }, writes(''), context),
  'names long addresses': (context) =>
    lies({ ...sized(), to: [{ address: 'a'.repeat(1_001), name: '' }] }, writes(''), context),
  'leaves a folder': (context) => lies(sized(5), (path) => mkdirSync(path), context),
  'leaves no files': (context) => lies(sized(5), () => undefined, context),
  'leaves no JSON': (context) => lies('{', writes(''), context),
  'remembers others': () => ({ outcome: 'corrupt', reason: String((seen += 1)) }),
};

export default {
  extract: async () => ({ outcome: 'empty', pages: [] }),
  openMail: async (input, context) => WAYS[input.fileName.replace(/\.eml$/, '')](context, input),
};
