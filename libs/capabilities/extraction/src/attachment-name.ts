const LONGEST = 255;
/** Controls, marks that change the direction of what follows, and characters without width. */
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The name of a file in a file, for people: its folders, without steps to other folders, invisible characters and the
 * beginning of a name that is too long. No file is written under it.
 */
export function attachmentName(name: string, number: number): string {
  const parts = name
    .toWellFormed()
    .replaceAll(INVISIBLE, '')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const clean = parts.join('/');
  return clean === '' ? `attachment-${number}` : clean.slice(-LONGEST).toWellFormed();
}
