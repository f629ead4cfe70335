import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderFlushes } from '../src/folder-flushes.js';

describe('FolderFlushes', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-flushes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a flush that has not begun is shared, and one in progress is not', async () => {
    const flushes = new FolderFlushes();
    const first = flushes.flush(folder);
    expect(flushes.flush(folder)).toBe(first);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    const second = flushes.flush(folder); // the first one has begun
    expect(second).not.toBe(first);
    expect(flushes.flush(folder)).toBe(second);
    await Promise.all([first, second]);
    const third = flushes.flush(folder);
    expect(third).not.toBe(second);
    await third;
  });

  it('only the callers that wait for a folder are notified that it cannot be flushed', async () => {
    const flushes = new FolderFlushes();
    const missing = join(folder, 'missing');
    const [failed, other] = [flushes.flush(missing), flushes.flush(folder)];
    await expect(failed).rejects.toMatchObject({ code: 'ENOENT' });
    await other;
    await expect(flushes.flush(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
