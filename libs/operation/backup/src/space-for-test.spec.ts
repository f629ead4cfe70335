import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { requireSpace } from './space-for-test.js';

describe('requireSpace', () => {
  it('a test restore that fits may begin', async () => {
    await expect(requireSpace([{ folder: tmpdir(), bytes: 1 }], 1)).resolves.toBeUndefined();
  });

  it('files and database of a test restore must fit on the same disk together', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const most = { folder: tmpdir(), bytes: bavail * bsize * 0.6 };
    await expect(requireSpace([most], 0)).resolves.toBeUndefined();
    await expect(requireSpace([most, most], 0)).rejects.toThrow(/^a test restore needs \d+ MB in /);
  });

  it('a test restore leaves what is reserved on the disk', async () => {
    await expect(requireSpace([{ folder: tmpdir(), bytes: 0 }], 2 ** 60)).rejects.toThrow('BACKUP_TEST_FOLDER');
  });
});
