import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { StorageDriver } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { expectContent, keysUnder, noise, tomorrow, write } from './stored-bytes.js';

const ODD_KEYS = [
  ...[
    '',
    '.',
    '..',
    '/',
    '../outside',
    'a/../../outside',
    'a/..',
    '/absolute',
    'a//b',
    'a/',
    './a',
    'a/./b',
    '.hidden',
  ],
  ...[
    'a\\..\\b',
    'C:/a',
    'a:b',
    'a b',
    'a\0b',
    'a\nb',
    'ä',
    '日本',
    '%2e%2e/a',
    'a?b',
    'a*',
    '~',
    '$HOME',
    'x'.repeat(513),
  ],
];
const GOOD_KEYS = [
  'a',
  'org_0123456789/originals/doc_0123456789.pdf',
  'A-Z/0.9/with_under-score.tar.gz',
  `${'long'.repeat(50)}/${'name'.repeat(50)}/${'x'.repeat(110)}`,
];

export const keyCases: readonly ContractCase<StorageDriver>[] = [
  {
    name: 'accepts every key that the core creates',
    check: async (driver) => {
      for (const key of GOOD_KEYS) await write(driver, key, key);
      for (const key of GOOD_KEYS) await expectContent(driver, key, key);
      expect(await keysUnder(driver, '')).toEqual([...GOOD_KEYS].sort());
    },
  },
  {
    name: 'rejects malformed keys and path traversal in every method',
    check: async (driver) => {
      await write(driver, 'a', 'bytes');
      const refusal = { name: 'PermanentPluginError' };
      for (const key of ODD_KEYS) {
        await expect(driver.write(key, Readable.from(['bytes']), {})).rejects.toMatchObject(refusal);
        await expect(driver.read(key)).rejects.toMatchObject(refusal);
        await expect(driver.stat(key)).rejects.toMatchObject(refusal);
        await expect(driver.delete(key)).rejects.toMatchObject(refusal);
      }
      for (const prefix of ['..', '../', 'a/../..', '/'])
        await expect(keysUnder(driver, prefix)).rejects.toMatchObject(refusal);
      expect(await keysUnder(driver, '')).toEqual(['a']);
    },
  },
  {
    name: 'returns undefined for a key that was never written',
    check: async (driver) => {
      expect(await driver.read('org_1/never')).toBeUndefined();
      expect(await driver.stat('org_1/never')).toBeUndefined();
      expect(await keysUnder(driver, 'org_1')).toEqual([]);
    },
  },
  {
    name: 'returns the size and the time of writing of a file',
    check: async (driver) => {
      await write(driver, 'org_1/file', 'twelve bytes');
      const found = await driver.stat('org_1/file');
      expect(found).toMatchObject({ key: 'org_1/file', size: 12 });
      expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60 * 60 * 1000);
    },
  },
  {
    name: 'reads any range of a file',
    check: async (driver) => {
      const content = noise(200_000);
      await write(driver, 'file', content);
      for (const [start, end] of [
        [0, 0],
        [0, 99],
        [65_535, 65_536],
        [70_000, 199_999],
        [199_999, 199_999],
        [0, 199_999],
      ] as const)
        await expectContent(driver, 'file', content.subarray(start, end + 1), { start, end });
    },
  },
  {
    name: 'serves several readers at once, and further readers after one has stopped early',
    check: async (driver) => {
      const content = noise(300_000);
      await write(driver, 'file', content);
      await Promise.all([expectContent(driver, 'file', content), expectContent(driver, 'file', content)]);
      (await driver.read('file'))?.destroy();
      await expectContent(driver, 'file', content);
    },
  },
  {
    name: 'deletes a file, deletes it again without an error, and accepts the key again',
    check: async (driver) => {
      await write(driver, 'org_1/file', 'before');
      await write(driver, 'org_1/other', 'stays');
      await driver.delete('org_1/file');
      await driver.delete('org_1/file');
      await driver.delete('org_2/never/there');
      expect(await driver.stat('org_1/file')).toBeUndefined();
      expect(await keysUnder(driver, '')).toEqual(['org_1/other']);
      await write(driver, 'org_1/file', 'after');
      await expectContent(driver, 'org_1/file', 'after');
    },
  },
  {
    name: 'lists keys by whole segments of the prefix',
    check: async (driver) => {
      for (const key of ['a/1', 'a/b/2', 'a/b/3', 'ab/4', 'b']) await write(driver, key, key);
      expect(await keysUnder(driver, 'a')).toEqual(['a/1', 'a/b/2', 'a/b/3']);
      expect(await keysUnder(driver, 'a/')).toEqual(['a/1', 'a/b/2', 'a/b/3']);
      expect(await keysUnder(driver, 'a/b')).toEqual(['a/b/2', 'a/b/3']);
      expect(await keysUnder(driver, 'nothing')).toEqual([]);
      expect(await keysUnder(driver, '')).toEqual(['a/1', 'a/b/2', 'a/b/3', 'ab/4', 'b']);
      for await (const { key, size } of driver.list('')) expect(size).toBe(key.length);
    },
  },
  {
    name: 'lists more files than one page of a storage service holds',
    check: async (driver) => {
      const keys = Array.from({ length: 1100 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
      for (let start = 0; start < keys.length; start += 50)
        await Promise.all(keys.slice(start, start + 50).map((key) => write(driver, key, 'x')));
      expect(await keysUnder(driver, 'many')).toEqual(keys);
    },
  },
  {
    name: 'reads a file to its end when it is deleted after the first bytes',
    check: async (driver) => {
      const content = noise(3_000_000);
      await write(driver, 'file', content);
      const parts: Buffer[] = [];
      for await (const part of (await driver.read('file')) ?? []) {
        if (parts.length === 0) await driver.delete('file');
        parts.push(part as Buffer);
      }
      expect(Buffer.concat(parts).equals(content)).toBe(true);
      expect(await driver.stat('file')).toBeUndefined();
    },
  },
  {
    name: 'passes its own check, which leaves nothing behind',
    check: async (driver) => {
      await driver.check(new AbortController().signal);
      expect(await keysUnder(driver, '')).toEqual([]);
      expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
    },
  },
];
