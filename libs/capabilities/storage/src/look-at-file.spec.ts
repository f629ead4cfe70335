import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DamagedFileRepository } from './damaged-file.repository.js';
import type { DamagedFiles } from './damaged-files.js';
import type { FindFile } from './find-file.js';
import { LookAtFile } from './look-at-file.js';

const file = { storageKey: 'org_1/originals/doc_1.txt', driver: 'storage-local', size: 1_000_000, sha256: null };

describe('a look at a whole file', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('a look at a file whose storage sends nothing ends after two minutes, and marks it as unreadable', async () => {
    const sources: Readable[] = [];
    const noted: string[] = [];
    const found = {
      read: () => {
        sources.push(new Readable({ read: () => undefined }));
        return Promise.resolve(sources.at(-1));
      },
    };
    const look = new LookAtFile(
      { execute: () => Promise.resolve(found) } as unknown as FindFile,
      { note: (_: unknown, problem: string) => Promise.resolve(void noted.push(problem)) } as unknown as DamagedFiles,
      { problemOf: () => Promise.resolve(noted[0]) } as unknown as DamagedFileRepository,
    );
    const looked = look.execute({ ...file, isDamaged: false }, { signal: new AbortController().signal, isWhole: true });
    await jest.advanceTimersByTimeAsync(120_000);
    expect(await looked).toBe('unreadable');
    expect(noted).toEqual(['unreadable']);
    expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });
});
