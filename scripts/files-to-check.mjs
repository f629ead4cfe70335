import { existsSync } from 'node:fs';
import { changedFiles } from '../test/run/changed-files.ts';

/**
 * What a check that looks at each file by itself has to read: everything, or with `--changed` the files that this branch
 * changes, since the others passed before. A change of the settings of the check concerns every file.
 */
export function filesToCheck(isOnlyChanged, settings) {
  const changed = isOnlyChanged ? changedFiles(`${import.meta.dirname}/..`) : null;
  if (changed === null || settings.some((file) => changed.includes(file))) return ['.'];
  return changed.filter((file) => existsSync(`${import.meta.dirname}/../${file}`));
}
