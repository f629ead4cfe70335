import { RefusedFile } from './refused-file.js';

/** The host passes no more passwords for one file. */
export const MOST_PASSWORDS = 20;

/** Characters (UTF-16); the host passes no longer password. */
export const LONGEST_PASSWORD = 256;

/**
 * Throw this for a file that none of `input.passwords` opens: users learn whether any was tried. `format` names the file
 * in the sentence for them, such as `PDF` or `Word document`.
 */
export function lockedFile(format: string, passwords: readonly string[] = []): RefusedFile {
  return new RefusedFile(
    'encrypted',
    `The ${format} can be opened with a password only${triedWords(passwords.length)}.`,
  );
}

function triedWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ', and the one that was tried did not open it'
    : `, and none of the ${count} passwords opened it`;
}
