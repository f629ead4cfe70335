import { execFileSync } from 'node:child_process';

/** Of the branch that others start from; a merged branch counts as one. More than one change has. */
export const NEWEST_COMMITS = 10;

/**
 * Those of all commits since this branch left the main one of the repository that was cloned; of the newest commits when
 * it has not. Relative to the root of the tree; null when its history is missing or cut off.
 */
export function changedFiles(root = process.cwd()): string[] | null {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return null;
    const [head, start] = [git('rev-parse', 'HEAD'), git('merge-base', 'HEAD', mainOf(git)).trim()];
    const newest = ['--first-parent', '-m', `--max-count=${NEWEST_COMMITS}`, '--format='];
    const names = [
      start === head.trim() ? git('log', '-z', '--no-renames', '--name-only', ...newest) : '',
      git('diff', '-z', '--no-renames', '--name-only', start),
      git('ls-files', '-z', '--others', '--exclude-standard'),
    ];
    return [...new Set(names.join('').split('\0'))].filter((name) => name !== '');
  } catch {
    return null;
  }
}

function mainOf(git: (...words: string[]) => string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', 'refs/remotes/origin/HEAD').trim();
  } catch {
    return 'HEAD'; // it was not cloned
  }
}
