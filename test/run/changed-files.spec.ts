import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changedFiles, NEWEST_COMMITS } from './changed-files.js';

describe('changedFiles', () => {
  let folder: string;
  let root: string;
  const git = (...words: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'maintenance.auto=false', ...words],
      {
        cwd: root,
        stdio: 'ignore',
      },
    );
  const write = (name: string, text = 'text') => {
    writeFileSync(join(root, name), text);
  };
  const commit = (message: string) => {
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', message);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'archivolt-changed-'));
    root = folder;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('returns the files of the newest commits and those of the working tree, and not the ones before', () => {
    git('init', '--quiet');
    write('old.ts');
    write('edited later.ts');
    commit('feat: first');
    write('new.ts');
    mkdirSync(join(root, 'folder'));
    write('folder/deleted.ts');
    commit('feat: second');
    rmSync(join(root, 'folder/deleted.ts'));
    for (let count = 0; count < NEWEST_COMMITS - 1; count += 1) commit('feat: nothing');
    write('edited later.ts', 'other text');
    write('folder/untracked.ts');
    expect(changedFiles(root)?.sort()).toEqual([
      'edited later.ts',
      'folder/deleted.ts',
      'folder/untracked.ts',
      'new.ts',
    ]);
  });

  it('returns the files of a merged branch as those of one commit', () => {
    git('init', '--quiet', '--initial-branch=main');
    write('old.ts');
    commit('feat: first');
    git('switch', '--quiet', '--create', 'feature');
    write('new.ts');
    commit('feat: second');
    for (let count = 0; count < NEWEST_COMMITS; count += 1) commit('feat: nothing');
    git('switch', '--quiet', 'main');
    write('meanwhile.ts');
    commit('feat: third');
    for (let count = 0; count < NEWEST_COMMITS - 1; count += 1) commit('feat: nothing');
    git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
    expect(changedFiles(root)).toEqual(['new.ts']);
  });

  it('returns all files of a branch since it left the main one', () => {
    git('init', '--quiet', 'origin');
    root = join(folder, 'origin');
    write('old.ts');
    commit('feat: first');
    root = folder;
    git('clone', '--quiet', `file://${join(folder, 'origin')}`, 'clone');
    root = join(folder, 'clone');
    expect(changedFiles(root)).toEqual(['old.ts']);
    write('new.ts');
    commit('feat: second');
    for (let count = 0; count < NEWEST_COMMITS; count += 1) commit('feat: nothing');
    write('untracked.ts');
    expect(changedFiles(root)?.sort()).toEqual(['new.ts', 'untracked.ts']);
  });

  it('returns null when there is no history, or when it is cut off', () => {
    expect(changedFiles(root)).toBeNull();
    git('init', '--quiet', 'whole');
    root = join(root, 'whole');
    write('a.ts');
    commit('feat: first');
    commit('feat: second');
    git('clone', '--quiet', '--depth=1', `file://${root}`, 'shallow');
    expect(changedFiles(join(root, 'shallow'))).toBeNull();
  });
});
