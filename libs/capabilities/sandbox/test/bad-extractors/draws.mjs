import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pageOf = (width, height) => ({
  ...{ outcome: 'drawn', pagesCount: 3, channels: 1, width, height },
  pixels: new Uint8Array(width * height).fill(200),
});

/** Files that this process was given. */
let seen = 0;

const WAYS = {
  soundly: ({ width, height }) => pageOf(width, height),
  hangs: () => {
    for (;;);
  },
  /** Leaves a file, by which a test sees that it does. */
  waits: (_, { signal, tempDir }) => {
    writeFileSync(join(tempDir, 'waits'), '');
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
  'eats memory': () => {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  throws: () => {
    throw new Error('the picture has no frame');
  },
  exits: () => process.exit(3),
  'larger than asked': ({ width, height }) => pageOf(width + 1, height),
  'gives no pixels': ({ width, height }) => ({ ...pageOf(width, height), pixels: undefined }),
  'says nothing': () => undefined,
  'remembers others': () => ({ outcome: 'corrupt', reason: String((seen += 1)) }),
  'is encrypted': () => ({ outcome: 'encrypted', reason: 'It needs a\npassword.', pagesCount: -1 }),
};

export default {
  extract: async () => ({ outcome: 'empty', pages: [] }),
  drawPage: async (input, page, context) => WAYS[input.fileName.split('.')[0]](page, context, input),
};
