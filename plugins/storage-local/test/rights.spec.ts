import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalStorage } from '../src/local-storage.js';

const onPosix = process.platform === 'win32' ? it.skip : it;

describe('files of the local storage', () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'storage-rights-'));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  onPosix('stored files and their folders are accessible only to the user of the server', async () => {
    const before = process.umask(0);
    try {
      const root = join(parent, 'documents');
      const storage = new LocalStorage(root);
      await storage.check();
      await storage.write('org/originals/doc.txt', Readable.from([Buffer.from('words')]), {});
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const modes = await Promise.all(
        entries.map(async (entry) => {
          const { mode } = await stat(join(entry.parentPath, entry.name));
          return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
        }),
      );
      expect(modes.sort()).toEqual(['file 600', 'folder 700', 'folder 700', 'folder 700']);
      expect((await stat(root)).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });
});
