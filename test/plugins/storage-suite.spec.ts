import { Readable } from 'node:stream';
import { describe } from '@jest/globals';
import { PermanentPluginError, type StorageDriver } from '@archivolt/plugin-kit';
import { storageCases } from '@archivolt/plugin-kit/testing';
import { TemplateStorage } from '../../plugins/_template/storage/src/template-storage.js';
import { itCatches } from './broken.js';

/** A sound driver with some of its methods replaced. */
function broken(replace: (sound: StorageDriver) => Partial<StorageDriver>): () => StorageDriver {
  return () => {
    const sound: StorageDriver = new TemplateStorage();
    return Object.assign(Object.create(sound) as StorageDriver, replace(bound(sound)));
  };
}

function bound(driver: StorageDriver): StorageDriver {
  return {
    write: (...args) => driver.write(...args),
    read: (...args) => driver.read(...args),
    stat: (key) => driver.stat(key),
    delete: (key) => driver.delete(key),
    list: (prefix) => driver.list(prefix),
    sweepUnfinished: (olderThan) => driver.sweepUnfinished(olderThan),
    check: () => driver.check(new AbortController().signal),
  };
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function* partsOf(driver: StorageDriver, key: string): AsyncIterable<Buffer> {
  const { size } = (await driver.stat(key)) ?? { size: 0 };
  for (let start = 0; start < size; start += 65_536) {
    const part = await driver.read(key, { start, end: start + 65_535 });
    if (part) yield await bytesOf(part);
  }
}

const withBytes = (change: (bytes: Buffer) => Buffer) =>
  broken(({ write }) => ({
    write: async (key, source, options) => write(key, Readable.from([change(await bytesOf(source))]), options),
  }));
const afterWrite = (then: (driver: StorageDriver, key: string) => Promise<void>) =>
  broken((sound) => ({
    write: async (key, source, options) => {
      const size = await sound.write(key, source, options);
      await then(sound, key);
      return size;
    },
  }));
const writesAtOnce = broken((sound) => ({
  write: async (key, source, options) => {
    await sound.write(key, Readable.from([Buffer.from('begun')]), {});
    const bytes = await bytesOf(source);
    await sound.delete(key);
    return sound.write(key, Readable.from([bytes], { objectMode: false }), options);
  },
}));
const keepsWhatItHas = broken((sound) => ({
  write: async (key, source, options) =>
    sound.write(key, source, options).catch(async (error: unknown) => {
      if (!(error instanceof PermanentPluginError)) await sound.write(key, Readable.from([Buffer.from('half')]), {});
      throw error;
    }),
}));
const overwrites = broken((sound) => ({
  write: async (key, source, options) => {
    const bytes = await bytesOf(source);
    await sound.delete(key);
    return sound.write(key, Readable.from([bytes], { objectMode: false }), options);
  },
}));
const neverRefuses = broken((sound) => ({
  write: (key, source, options) => sound.write(key, source, options).catch(() => 0),
}));
const listOf = (change: (keys: string[], prefix: string) => string[]) =>
  broken((sound) => ({
    async *list(prefix) {
      const keys: string[] = [];
      for await (const { key } of sound.list('')) keys.push(key);
      for (const key of change(keys, prefix)) yield { key, size: key.length, modifiedAt: new Date() };
    },
  }));
const forgetful = (isLost: (key: string) => boolean) =>
  broken((sound) => ({
    write: async (key, source, options) =>
      isLost(key) ? (await bytesOf(source)).length : sound.write(key, source, options),
  }));

describe('the contract of storage plugins', () => {
  itCatches(storageCases, () => new TemplateStorage(), [
    [
      'stores an empty file',
      'adds a byte to empty files',
      withBytes((bytes) => (bytes.length === 0 ? Buffer.from(' ') : bytes)),
    ],
    [
      'stores 50 MB bit for bit',
      'changes one bit in 50 MB',
      withBytes((bytes) => (bytes.writeUInt8(0, 40_000_001), bytes)),
    ],
    [
      'stores a file that arrives in chunks of one byte',
      'loses the last byte',
      withBytes((bytes) => bytes.subarray(1)),
    ],
    ['makes a file visible only when it is complete', 'makes a file visible at the start of its write', writesAtOnce],
    ['leaves nothing behind when the source fails', 'keeps the bytes written before the source failed', keepsWhatItHas],
    [
      'leaves nothing behind when a write is aborted, and destroys the source',
      'keeps the bytes written before the abort',
      keepsWhatItHas,
    ],
    [
      'a write with an aborted signal does not start',
      'ignores a signal that is already aborted',
      broken(({ write }) => ({ write: (key, source) => write(key, source, {}) })),
    ],
    ['refuses to overwrite a file', 'overwrites', overwrites],
    [
      'stores the complete file of exactly one of several concurrent writers of a key',
      'lets every writer win',
      neverRefuses,
    ],
    ['writes different keys concurrently', 'loses a key', listOf((keys) => keys.slice(1))],
    [
      'sweeps neither a finished file nor a running write',
      'counts finished files as unfinished',
      broken(() => ({ sweepUnfinished: async () => 1 })),
    ],
    [
      'sweeps an unfinished write once',
      'never removes it',
      broken(() => ({ sweepUnfinished: async (olderThan) => (olderThan.getTime() > Date.now() ? 1 : 0) })),
    ],
    ['accepts every key that the core creates', 'loses long names', forgetful((key) => key.length > 255)],
    [
      'rejects malformed keys and path traversal in every method',
      'accepts path traversal',
      broken(({ read }) => ({ read: async (key) => (key.includes('..') ? undefined : read(key)) })),
    ],
    [
      'returns undefined for a key that was never written',
      'throws instead',
      broken(() => ({ stat: () => Promise.reject(new Error('ENOENT')) })),
    ],
    [
      'returns the size and the time of writing of a file',
      'returns a wrong time',
      broken(({ stat }) => ({
        stat: async (key) => {
          const found = await stat(key);
          return found && { ...found, modifiedAt: new Date(0) };
        },
      })),
    ],
    [
      'reads any range of a file',
      'excludes the end of a range',
      broken(({ read }) => ({ read: (key, range) => read(key, range && { ...range, end: range.end - 1 }) })),
    ],
    [
      'serves several readers at once, and further readers after one has stopped early',
      'deletes a file that was read',
      broken((sound) => ({
        read: async (key) => {
          const stream = await sound.read(key);
          await sound.delete(key);
          return stream;
        },
      })),
    ],
    [
      'deletes a file, deletes it again without an error, and accepts the key again',
      'throws the second time',
      broken((sound) => ({
        delete: async (key) => {
          if ((await sound.stat(key)) === undefined) throw new PermanentPluginError('there is no such file');
          await sound.delete(key);
        },
      })),
    ],
    [
      'lists keys by whole segments of the prefix',
      'matches the prefix inside a segment',
      listOf((keys, prefix) => keys.filter((key) => key.startsWith(prefix))),
    ],
    [
      'lists more files than one page of a storage service holds',
      'returns the first page only',
      listOf((keys) => keys.slice(0, 1000)),
    ],
    [
      'reads a file to its end when it is deleted after the first bytes',
      'asks for one part of the file after the other',
      broken((sound) => ({ read: async (key) => Readable.from(partsOf(sound, key), { objectMode: false }) })),
    ],
    [
      'passes its own check, which leaves nothing behind',
      'cannot write',
      broken(() => ({ check: () => Promise.reject(new PermanentPluginError('the disk is read-only')) })),
    ],
    [
      'passes its own check, which leaves nothing behind',
      'leaves the file that it tried to write',
      broken((sound) => ({
        check: async () => {
          await sound.write('probe', Readable.from([Buffer.from('x')]), {});
        },
      })),
    ],
    ['stores an empty file', 'deletes what it wrote', afterWrite((driver, key) => driver.delete(key))],
  ]);
});
