import { changedFiles } from '../run/changed-files.js';
import { isFullSet } from './sample.js';

/**
 * Whether this branch or working tree changes one of these files, or a file of these folders, whose names end in a slash:
 * the gate runs all tests of what has changed. The full set takes everything for changed, and so does a tree whose history
 * does not say.
 */
export function isChanged(paths: readonly string[], files: readonly string[] | null = changedFiles()): boolean {
  if (isFullSet || files === null) return true;
  return files.some((file) => paths.some((path) => file === path || (path.endsWith('/') && file.startsWith(path))));
}
