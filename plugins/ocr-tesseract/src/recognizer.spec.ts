import { afterEach, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { Recognizer } from './recognizer.js';

const LETTER = fileURLToPath(new URL('../test/fixtures/letter.png', import.meta.url));

const stop = { signal: new AbortController().signal };
const blank = { gray: new Uint8Array(200 * 100).fill(255), width: 200, height: 100, dpi: 300 };

describe('Recognizer', () => {
  let recognizer: Recognizer | undefined;
  afterEach(() => recognizer?.close());

  it('fails to start without data, instead of fetching it', async () => {
    await expect(Recognizer.forLanguages('xyz', stop)).rejects.toThrow(/xyz/);
  });

  it('a recognizer does not start when the signal is already aborted', async () => {
    await expect(Recognizer.forLanguages('eng', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });

  it('a recognizer is dead after a failure and refuses further work', async () => {
    recognizer = await Recognizer.forLanguages('eng', stop);
    await expect(recognizer.useLanguages('xyz', stop)).rejects.toThrow(/xyz/);
    expect(recognizer.dead).toBe(true);
    await expect(recognizer.read(blank, 'automatic', stop)).rejects.toThrow();
  });

  it('stops in the middle of a page when the deadline passes, although recognition keeps the thread busy', async () => {
    recognizer = await Recognizer.forLanguages('eng', stop);
    const page = await sharp(LETTER).grayscale().extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = page.info;
    const picture = { gray: page.data, width, height, dpi: 300 };
    const deadline = Date.now() + 50;
    await expect(recognizer.read(picture, 'automatic', { ...stop, deadline })).rejects.toThrow('time for this page');
    expect(recognizer.dead).toBe(true);
  });

  it('recognition of a file that is not a picture fails, and nothing else does', async () => {
    recognizer = await Recognizer.forLanguages('eng', stop);
    const broken = { ...blank, width: 100_000, height: 100_000 };
    await recognizer.read(broken, 'automatic', stop).catch(() => undefined);
    expect(recognizer.dead).toBe(true);
  });
});
