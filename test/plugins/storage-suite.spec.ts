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
    check: () => driver.check(),
  };
}

async function bytesOf(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part as Buffer);
  return Buffer.concat(parts);
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
      'keeps an empty file',
      'keeps no empty files',
      withBytes((bytes) => (bytes.length === 0 ? Buffer.from(' ') : bytes)),
    ],
    [
      'keeps 50 MB bit for bit',
      'changes one bit in 50 MB',
      withBytes((bytes) => (bytes.writeUInt8(0, 40_000_001), bytes)),
    ],
    ['keeps a file that comes in pieces of one byte', 'loses the last byte', withBytes((bytes) => bytes.subarray(1))],
    ['shows a file only when it is whole', 'shows a file when its writing begins', writesAtOnce],
    ['leaves nothing of a source that breaks', 'keeps what came before the source broke', keepsWhatItHas],
    ['leaves nothing of a write that is aborted, and lets go of its source', 'keeps what came before', keepsWhatItHas],
    [
      'does not begin when it is aborted already',
      'looks at the signal for later events only',
      broken(({ write }) => ({ write: (key, source) => write(key, source, {}) })),
    ],
    ['refuses to replace a file', 'overwrites', overwrites],
    ['lets one of several writers of a key win, whole', 'lets every writer win', neverRefuses],
    ['writes different keys at the same time', 'mixes names up', listOf((keys) => keys.slice(1))],
    [
      'sweeps neither a finished file nor a write under way',
      'counts finished files as unfinished',
      broken(() => ({ sweepUnfinished: async () => 1 })),
    ],
    [
      'sweeps the rest of a write that never ended, once',
      'never gets rid of it',
      broken(() => ({ sweepUnfinished: async (olderThan) => (olderThan.getTime() > Date.now() ? 1 : 0) })),
    ],
    ['takes every key that the core makes', 'loses long names', forgetful((key) => key.length > 255)],
    [
      'refuses odd keys and those that lead elsewhere, whatever is asked',
      'takes a key that leads elsewhere',
      broken(({ read }) => ({ read: async (key) => (key.includes('..') ? undefined : read(key)) })),
    ],
    [
      'knows nothing of a key that was never written',
      'throws instead of telling',
      broken(() => ({ stat: () => Promise.reject(new Error('ENOENT')) })),
    ],
    [
      'tells the size of a file and when it was written',
      'does not know the time',
      broken(({ stat }) => ({
        stat: async (key) => {
          const found = await stat(key);
          return found && { ...found, modifiedAt: new Date(0) };
        },
      })),
    ],
    [
      'reads any part of a file',
      'takes the end of a range as not included',
      broken(({ read }) => ({ read: (key, range) => read(key, range && { ...range, end: range.end - 1 }) })),
    ],
    [
      'gives a file to several readers at once, and to the next after one has left early',
      'forgets a file that was read',
      broken((sound) => ({
        read: async (key) => {
          const stream = await sound.read(key);
          await sound.delete(key);
          return stream;
        },
      })),
    ],
    [
      'deletes a file, deletes it again without complaint, and accepts the key again',
      'complains the second time',
      broken((sound) => ({
        delete: async (key) => {
          if ((await sound.stat(key)) === undefined) throw new PermanentPluginError('there is no such file');
          await sound.delete(key);
        },
      })),
    ],
    [
      'lists the keys under whole segments',
      'takes the prefix as part of a name',
      listOf((keys, prefix) => keys.filter((key) => key.startsWith(prefix))),
    ],
    [
      'lists more files than fit one page of any service',
      'gives the first page only',
      listOf((keys) => keys.slice(0, 1000)),
    ],
    [
      'finds that it can work',
      'cannot write',
      broken(() => ({ check: () => Promise.reject(new PermanentPluginError('the disk is read-only')) })),
    ],
    ['keeps an empty file', 'forgets what it wrote', afterWrite((driver, key) => driver.delete(key))],
  ]);
});
