import { link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sandboxUids, SERVICE_GID } from '#ground/kernel';
import { PrivateFiles } from './private-files.js';
import { ChildWorkspace } from './child-folders.js';

const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the folders of a child', () => {
  let dataDir: string;
  let files: PrivateFiles;
  let workspace: ChildWorkspace;
  let foreign: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'child-folders-spec-'));
    foreign = join(dataDir, 'foreign');
    await writeFile(foreign, 'secret');
    files = new PrivateFiles(dataDir);
    workspace = await ChildWorkspace.make(files, undefined);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('a child folder returns the text that the child has written, cut at the limit', async () => {
    await writeFile(workspace.textFile, 'some words');
    expect(await workspace.readText(4)).toBe('some');
  });

  it('a child folder returns no text through a symbolic link, a hard link or a folder', async () => {
    await symlink(foreign, workspace.textFile);
    await expect(workspace.readText(10)).rejects.toThrow();
    await rm(workspace.textFile);
    await link(foreign, workspace.textFile);
    await expect(workspace.readText(10)).rejects.toThrow('something else than a text');
    await rm(workspace.textFile);
    await mkdir(workspace.textFile);
    await expect(workspace.readText(10)).rejects.toThrow('something else than a text');
  });

  it('a child folder returns exactly as many pixels as the child has named', async () => {
    await writeFile(workspace.pixelsFile, 'abcdef');
    expect((await workspace.readPixels(6)).toString()).toBe('abcdef');
    for (const bytes of [5, 7]) await expect(workspace.readPixels(bytes)).rejects.toThrow('another size');
    await rm(workspace.pixelsFile);
    await symlink(foreign, workspace.pixelsFile);
    await expect(workspace.readPixels(6)).rejects.toThrow();
  });

  it('a child folder returns the files of a mail when they have the length that the child has named, and follows no link', async () => {
    const target = join(dataDir, 'parts');
    await writeFile(workspace.partsFile, 'abcdef');
    await workspace.takeParts(target, 6);
    await writeFile(workspace.partsFile, 'change');
    expect(await readFile(target, 'utf8')).toBe('abcdef');
    for (const bytes of [0, 5, 7])
      await expect(workspace.takeParts(target, bytes)).rejects.toThrow('other files than it named');
    await writeFile(workspace.partsFile, '');
    await workspace.takeParts(target, 0);
    expect(await readFile(target, 'utf8')).toBe('');
    for (const make of [symlink, link]) {
      await rm(workspace.partsFile);
      await make(foreign, workspace.partsFile);
      await expect(workspace.takeParts(target, 6)).rejects.toThrow();
    }
    expect(await readFile(target, 'utf8')).toBe('');
  });

  it('a child folder is ready for the next file when only the text and the file are left', async () => {
    await workspace.putFile(foreign);
    await writeFile(workspace.textFile, 'x');
    await writeFile(workspace.pixelsFile, 'x');
    await writeFile(workspace.headFile, 'x');
    await writeFile(workspace.partsFile, 'x');
    expect(await workspace.clear()).toBe(true);
    expect(await readFile(foreign, 'utf8')).toBe('secret');
  });

  it('a child folder is abandoned, and nothing in it is followed, when the child has left more', async () => {
    const target = join(dataDir, 'target');
    await mkdir(target);
    await writeFile(join(target, 'kept'), 'x');
    await symlink(target, workspace.tempDir);
    expect(await workspace.clear()).toBe(false);
    expect((await stat(join(target, 'kept'))).isFile()).toBe(true);
    await workspace.remove();
    expect((await stat(join(target, 'kept'))).isFile()).toBe(true);
  });

  asRoot('child folders belong to the user of the child, within folders that it can only pass through', async () => {
    const [uid = 0] = sandboxUids;
    const own = await ChildWorkspace.make(files, { uid, gid: SERVICE_GID });
    await own.putFile(foreign);
    expect(await stat(own.file)).toMatchObject({ uid, gid: SERVICE_GID });
    expect(await stat(own.temp)).toMatchObject({ uid, gid: SERVICE_GID });
    for (const folder of [join(own.temp, '..'), join(dataDir, 'tmp', 'extraction'), join(dataDir, 'tmp'), dataDir]) {
      const { uid: owner, mode } = await stat(folder);
      expect([owner, mode & 0o777]).toEqual([0, 0o710]);
    }
  });
});
