import { execFileSync } from 'node:child_process';
import { isFullSet } from './sample.js';

/** More than one change has. */
export const NEWEST_COMMITS = 60;

/**
 * Whether the newest commits or this working tree change one of these files, or a file of these folders, whose names end
 * in a slash: the gate runs all tests of what has changed. The full set takes everything for changed, and so does a tree
 * whose history does not say.
 */
export function isChanged(paths: readonly string[], files: readonly string[] | null = changedFiles()): boolean {
  if (isFullSet || files === null) return true;
  return files.some((file) => paths.some((path) => file === path || (path.endsWith('/') && file.startsWith(path))));
}

/** Relative to the root of the tree; null when its history is missing or cut off. */
export function changedFiles(root = process.cwd()): string[] | null {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return null;
    const names = [
      git('log', '-z', '-m', '--no-renames', `--max-count=${NEWEST_COMMITS}`, '--format=', '--name-only'),
      git('diff', '-z', '--no-renames', '--name-only', 'HEAD'),
      git('ls-files', '-z', '--others', '--exclude-standard'),
    ];
    return [...new Set(names.join('').split('\0'))].filter((name) => name !== '');
  } catch {
    return null;
  }
}
