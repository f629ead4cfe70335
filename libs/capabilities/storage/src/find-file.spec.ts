import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StorageDriver } from '@archivolt/plugin-kit';
import type { DamagedFiles } from './damaged-files.js';
import { FindFile } from './find-file.js';
import type { StorageDrivers } from './storage-drivers.js';
import type { StoredFileRepository } from './stored-file.repository.js';

const KEY = 'org_1/originals/doc_1.txt';
const SIZE = 1000;
const known = { driver: 'storage-acme', size: SIZE, sha256: null, isDamaged: false };
const never = () => new Promise<never>(() => undefined);
const silent = () => new Readable({ read: () => undefined });

describe('a stored file whose storage does not answer', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The code of the error that reading the file ends with; undefined when it has not ended. */
  async function codeOf(driver: Partial<StorageDriver>, size = SIZE) {
    const suspected: string[] = [];
    const drivers = {
      named: () => Promise.resolve({ stat: () => Promise.resolve({ size }), ...driver }),
      suspect: (id: string) => void suspected.push(id),
      requirePresent: () => Promise.resolve(),
    };
    const findFile = new FindFile(
      drivers as unknown as StorageDrivers,
      {} as StoredFileRepository,
      { note: () => Promise.resolve() } as unknown as DamagedFiles,
    );
    let code: unknown;
    void (async () => (await findFile.execute(KEY, { ...known, size })).read())().then(
      () => (code = 'read'),
      (error: unknown) => (code = (error as { code?: string }).code),
    );
    await jest.advanceTimersByTimeAsync(15_000);
    return { code, suspected };
  }

  const UNAVAILABLE = { code: 'documents.storage.unavailable', suspected: ['storage-acme'] };

  it('a storage that does not say whether the file is there is not available after a quarter of a minute', async () => {
    expect(await codeOf({ stat: never })).toEqual(UNAVAILABLE);
  });

  it('a storage that does not open the file is not available after a quarter of a minute', async () => {
    expect(await codeOf({ read: never })).toEqual(UNAVAILABLE);
  });

  it('a storage that sends no byte of a short file is not available after a quarter of a minute', async () => {
    const opened = silent();
    expect(await codeOf({ read: () => Promise.resolve(opened) })).toEqual(UNAVAILABLE);
    expect(opened.destroyed).toBe(true);
  });

  it('a storage that opens the file too late is not left with an open file', async () => {
    const { promise, resolve } = Promise.withResolvers<Readable>();
    expect(await codeOf({ read: () => promise })).toEqual(UNAVAILABLE);
    const late = silent();
    resolve(late);
    await jest.advanceTimersByTimeAsync(0);
    expect(late.destroyed).toBe(true);
  });

  it('a large file that is opened does not wait for its first byte', async () => {
    expect(await codeOf({ read: () => Promise.resolve(silent()) }, 1_000_000)).toEqual({ code: 'read', suspected: [] });
  });

  it('a storage that ends a short file too early, in silence, has damaged it', async () => {
    const read = () => Promise.resolve(Readable.from([Buffer.alloc(SIZE - 1)]));
    expect(await codeOf({ read })).toEqual({ code: 'documents.storage.file_damaged', suspected: [] });
  });
});
