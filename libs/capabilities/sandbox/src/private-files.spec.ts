import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PrivateFiles } from './private-files.js';

const host = hostname()
  .toLowerCase()
  .replaceAll(/[^a-z0-9]/g, '')
  .slice(0, 40);

describe('PrivateFiles', () => {
  let dataDir: string;
  let root: string;
  let files: PrivateFiles;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'private-spec-'));
    root = join(dataDir, 'tmp', 'extraction');
    files = new PrivateFiles(dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const run = async (): Promise<string> => join(root, (await readdir(root))[0] ?? '');

  it('copies a stream to a file that only this user can read, and removes it afterwards', async () => {
    const seen = await files.withCopy(Readable.from(['some ', 'words']), async ({ path, size }) => {
      expect((await stat(path)).mode & 0o077).toBe(0);
      return { size, text: await readFile(path, 'utf8') };
    });
    expect(seen).toEqual({ size: 10, text: 'some words' });
    expect(await readdir(await run())).toEqual([]);
  });

  it('removes the copy when the work or the source fails', async () => {
    const broken = new Readable({ read: () => undefined });
    const copying = files.withCopy(broken, async () => 'never');
    broken.destroy(new Error('source broke'));
    await expect(copying).rejects.toThrow('source broke');
    await expect(files.withCopy(Readable.from(['x']), () => Promise.reject(new Error('work broke')))).rejects.toThrow(
      'work broke',
    );
    expect(await readdir(await run())).toEqual([]);
  });

  it('removes the folders of processes that ended, and none of running ones', async () => {
    await files.makeFolder('copy');
    const old = `run-otherhost-1-aaaaaa`;
    const names = [
      `run-${host}-${process.pid}-aaaaaa`,
      `run-${host}-999999999-aaaaaa`,
      `run-${host}-${process.ppid}-aaaaaa`,
      'run-otherhost-1-bbbbbb',
      old,
    ];
    for (const name of names) await mkdir(join(root, name), { recursive: true });
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(join(root, old), twoDaysAgo, twoDaysAgo);
    expect(await files.sweepLeftovers()).toBe(3);
    const left = await readdir(root);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([`run-${host}-${process.ppid}-aaaaaa`, 'run-otherhost-1-bbbbbb']));
  });

  it('finds no folders to remove in a new installation', async () => {
    expect(await files.sweepLeftovers()).toBe(0);
  });

  it('passes on the error of a stream that breaks before the copy begins', async () => {
    const source = new Readable({ read: () => undefined });
    const copying = files.withCopy(source, () => Promise.resolve('never'));
    source.destroy(new Error('the share is gone'));
    await expect(copying).rejects.toThrow();
  });
});
