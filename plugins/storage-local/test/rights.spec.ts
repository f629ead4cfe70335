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

  it('a folder that the system does not let anyone make is reported at once', async () => {
    if (process.platform !== 'linux') return;
    await expect(new LocalStorage('/proc/archivolt/documents').check()).rejects.toThrow('cannot be written (ENOENT)');
    await expect(new LocalStorage('/dev/null/documents').check()).rejects.toThrow('cannot be written (ENOTDIR)');
  });

  it('folders are made up to any depth, by several writes at once', async () => {
    const storage = new LocalStorage(join(parent, 'not', 'there', 'yet'));
    const keys = Array.from({ length: 20 }, (_, at) => `org/${at % 2}/deep/${at}.txt`);
    await Promise.all(keys.map((key) => storage.write(key, Readable.from([Buffer.from(key)]), {})));
    for (const key of keys) expect((await storage.stat(key))?.size).toBe(key.length);
  });

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
