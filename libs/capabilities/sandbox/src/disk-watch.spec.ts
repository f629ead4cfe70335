import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiskWatch } from './disk-watch.js';

describe('the watch on the disk a child uses', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'disk-watch-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const excess = (most: { bytes: number; entries: number }): { watch: DiskWatch; noticed: Promise<void> } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { watch: new DiskWatch(folder, resolve, most), noticed: promise };
  };

  it('the watch notices many bytes in folders below, and many entries', async () => {
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    await writeFile(join(folder, 'a', 'b', 'large'), Buffer.alloc(100_000, 1));
    for (const most of [
      { bytes: 50_000, entries: 100 },
      { bytes: 10_000_000, entries: 2 },
    ]) {
      const { watch, noticed } = excess(most);
      watch.start();
      await noticed;
    }
  });

  it('the watch follows no symbolic link', async () => {
    await symlink('/', join(folder, 'root'));
    const { watch, noticed } = excess({ bytes: 1_000_000, entries: 2 });
    watch.start();
    for (const name of ['b', 'c']) await writeFile(join(folder, name), 'x'); // only these bring it over the limit
    await expect(noticed).resolves.toBeUndefined();
    watch.stop();
  });
});
