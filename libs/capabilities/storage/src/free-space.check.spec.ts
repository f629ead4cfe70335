import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { judgeFreeSpace, type DiskOfFolder } from './free-space.check.js';

describe('the check of free space', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-space-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** `/data` and `/files` are on disks of their own, each of a terabyte. */
  const judge = (disks: Record<string, Partial<DiskOfFolder>>) =>
    judgeFreeSpace(Object.keys(disks), 200, async (name) => {
      await Promise.resolve();
      return { disk: name.length, freeMb: 100_000, sizeMb: 1_000_000, ...disks[name] };
    });

  it('reports each full disk by the folder that is written there, also when only the storage is full', async () => {
    expect(await judge({ '/data': {}, '/files': { freeMb: 199 } })).toMatchObject({
      status: 'problem',
      message: 'only 199 MB for /files',
      remedy: expect.stringContaining('free some space'),
    });
    expect(await judge({ '/data': { freeMb: 3 }, '/files': { freeMb: 0 }, '/others': {} })).toMatchObject({
      status: 'problem',
      message: 'only 3 MB for /data, 0 MB for /files',
    });
  });

  it('warns of a disk with little space before anything fails', async () => {
    expect(await judge({ '/data': { freeMb: 2_000 }, '/files': {} })).toMatchObject({
      status: 'warning',
      message: 'only 2000 MB for /data',
    });
    expect(await judge({ '/data': { freeMb: 2_100 } })).toEqual({ status: 'ok', message: '2100 MB for /data' });
  });

  it('asks of a small disk, as for temporary files, a tenth of it', async () => {
    expect((await judge({ '/tmp': { freeMb: 7, sizeMb: 64 } })).status).toBe('ok');
    expect((await judge({ '/tmp': { freeMb: 6, sizeMb: 64 } })).status).toBe('problem');
  });

  it('names each disk of this machine once, and leaves out folders that are not there yet', async () => {
    const { message } = await judgeFreeSpace([folder, undefined, join(folder, 'missing'), tmpdir()], 0);
    expect(message).toContain(folder);
    expect(message.match(/ for /g)).toHaveLength(1);
  });

  it('throws for a folder that it cannot look into', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(judgeFreeSpace([join(file, 'inside')], 0)).rejects.toThrow('ENOTDIR');
  });
});
