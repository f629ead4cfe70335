import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { StorageDriver } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import {
  expectContent,
  expectNothingOf,
  keysUnder,
  noise,
  pieces,
  sha256,
  tomorrow,
  write,
  yesterday,
} from './stored-bytes.js';

const KEY = 'org_1/originals/doc_1.pdf';
const LARGE = 50 * 1024 * 1024;

/** A source that has sent some bytes and then stalls until the test ends it or makes it fail. */
function stalledSource(): { source: Readable; taken: Promise<void>; end(): void; fail(error: Error): void } {
  let markTaken = (): void => undefined;
  const taken = new Promise<void>((resolve) => (markTaken = resolve));
  let begun = false;
  const source = new Readable({
    read() {
      if (begun)
        markTaken(); // the stream asks for more, so the first bytes were consumed
      else this.push(noise(100_000));
      begun = true;
    },
  });
  return {
    source,
    taken,
    end: () => void source.push(null),
    fail: (error) => void source.destroy(error),
  };
}

export const writeCases: readonly ContractCase<StorageDriver>[] = [
  {
    name: 'stores an empty file',
    check: async (driver) => {
      expect(await write(driver, KEY, '')).toBe(0);
      await expectContent(driver, KEY, '');
      expect(await driver.stat(KEY)).toMatchObject({ key: KEY, size: 0 });
    },
  },
  {
    name: 'stores 50 MB bit for bit',
    check: async (driver) => {
      expect(await driver.write(KEY, Readable.from(pieces(LARGE), { objectMode: false }), {})).toBe(LARGE);
      expect(await driver.stat(KEY)).toMatchObject({ size: LARGE });
      const parts: Buffer[] = [];
      for await (const part of (await driver.read(KEY)) ?? []) parts.push(part as Buffer);
      expect(sha256(parts)).toBe(sha256(pieces(LARGE)));
    },
  },
  {
    name: 'stores a file that arrives in chunks of one byte',
    check: async (driver) => {
      const content = noise(3000);
      const single = Array.from(content, (byte) => Buffer.from([byte]));
      expect(await driver.write(KEY, Readable.from(single, { objectMode: false }), {})).toBe(3000);
      await expectContent(driver, KEY, content);
    },
  },
  {
    name: 'makes a file visible only when it is complete',
    check: async (driver) => {
      const { source, taken, end } = stalledSource();
      const writing = driver.write(KEY, source, {});
      await taken;
      expect(await driver.stat(KEY)).toBeUndefined();
      expect(await driver.read(KEY)).toBeUndefined();
      expect(await keysUnder(driver, '')).toEqual([]);
      end();
      expect(await writing).toBe(100_000);
      await expectContent(driver, KEY, noise(100_000));
    },
  },
  {
    name: 'leaves nothing behind when the source fails',
    check: async (driver) => {
      const { source, taken, fail } = stalledSource();
      const writing = driver.write(KEY, source, {});
      const refused = expect(writing).rejects.toThrow('the source failed');
      await taken;
      fail(new Error('the source failed'));
      await refused;
      await expectNothingOf(driver, KEY);
    },
  },
  {
    name: 'leaves nothing behind when a write is aborted, and destroys the source',
    check: async (driver) => {
      const { source, taken } = stalledSource();
      const abort = new AbortController();
      const writing = driver.write(KEY, source, { signal: abort.signal });
      const refused = expect(writing).rejects.toThrow();
      await taken;
      abort.abort();
      await refused;
      expect(source.destroyed).toBe(true);
      await expectNothingOf(driver, KEY);
    },
  },
  {
    name: 'a write with an aborted signal does not start',
    check: async (driver) => {
      await expect(write(driver, KEY, 'too late', AbortSignal.abort())).rejects.toThrow();
      await expectNothingOf(driver, KEY);
    },
  },
  {
    name: 'refuses to overwrite a file',
    check: async (driver) => {
      await write(driver, KEY, 'first');
      await expect(write(driver, KEY, 'second')).rejects.toMatchObject({ name: 'PermanentPluginError' });
      await expectContent(driver, KEY, 'first');
      expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
    },
  },
  {
    name: 'stores the complete file of exactly one of several concurrent writers of a key',
    check: async (driver) => {
      const contents = [1, 2, 3, 4].map((seed) => noise(200_000, seed));
      const ends = await Promise.allSettled(contents.map((content) => write(driver, KEY, content)));
      const won = ends.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
      expect(won).toHaveLength(1);
      await expectContent(driver, KEY, contents[won[0] ?? 0] ?? '');
      expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
    },
  },
  {
    name: 'writes different keys concurrently',
    check: async (driver) => {
      const keys = Array.from({ length: 8 }, (_, index) => `org_1/many/${String(index)}`);
      await Promise.all(keys.map((key) => write(driver, key, key)));
      expect(await keysUnder(driver, 'org_1')).toEqual(keys);
      for (const key of keys) await expectContent(driver, key, key);
    },
  },
  {
    name: 'sweeps neither a finished file nor a running write',
    check: async (driver) => {
      await write(driver, 'finished', 'bytes');
      const { source, taken, end } = stalledSource();
      const writing = driver.write(KEY, source, {});
      await taken;
      expect(await driver.sweepUnfinished(yesterday())).toBe(0);
      end();
      await writing;
      expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
      expect(await keysUnder(driver, '')).toEqual(['finished', KEY]);
      await expectContent(driver, KEY, noise(100_000));
    },
  },
  {
    name: 'sweeps an unfinished write once',
    check: async (driver) => {
      const { source, taken, fail } = stalledSource();
      const writing = driver.write(KEY, source, {});
      const ended = writing.catch(() => undefined);
      await taken;
      expect(await driver.sweepUnfinished(tomorrow())).toBeLessThanOrEqual(1);
      expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
      fail(new Error('gone'));
      await ended;
      await expectNothingOf(driver, KEY);
    },
  },
];
