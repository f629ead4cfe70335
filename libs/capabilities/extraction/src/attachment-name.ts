import { cleanPath } from '@archivolt/plugin-kit';

const LONGEST = 255;

/**
 * The name of a file in a file, for people: its folders, and the end of a name that is too long. No file is written under
 * it.
 */
export function attachmentName(name: string, number: number): string {
  return cleanPath(name).slice(-LONGEST).toWellFormed() || `attachment-${number}`;
}
