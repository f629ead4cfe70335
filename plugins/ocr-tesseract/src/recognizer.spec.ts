import { afterEach, describe, expect, it } from '@jest/globals';
import { Recognizer } from './recognizer.js';

const signal = new AbortController().signal;
const blank = { gray: new Uint8Array(200 * 100).fill(255), width: 200, height: 100, dpi: 300 };

describe('Recognizer', () => {
  let recognizer: Recognizer | undefined;
  afterEach(() => recognizer?.close());

  it('fails to start without data, instead of fetching it', async () => {
    await expect(Recognizer.forLanguages('xyz', signal)).rejects.toThrow(/xyz/);
  });

  it('does not start when told to stop', async () => {
    await expect(Recognizer.forLanguages('eng', AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
  });

  it('is dead after a failure and refuses further work', async () => {
    recognizer = await Recognizer.forLanguages('eng', signal);
    // The end of the thread may be heard of before the error that ended it.
    await expect(recognizer.useLanguages('xyz', signal)).rejects.toThrow(/xyz|thread ended/);
    expect(recognizer.dead).toBe(true);
    await expect(recognizer.read(blank, 'automatic', signal)).rejects.toThrow();
  });

  it('fails, and no more than that, on a picture that is none', async () => {
    recognizer = await Recognizer.forLanguages('eng', signal);
    const broken = { ...blank, width: 100_000, height: 100_000 };
    await recognizer.read(broken, 'automatic', signal).catch(() => undefined);
    expect(recognizer.dead).toBe(true);
  });
});
