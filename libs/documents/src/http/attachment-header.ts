/** Encoded at most nine bytes per character: far below the 16 KB that a client accepts for all headers together. */
const LONGEST_NAME = 255;
const EXTENSION = /\.[^.\s]{1,32}$/;

/**
 * `Content-Disposition` for a download: the name in UTF-8, and for clients that do not read that form, in ASCII. A name
 * that is longer than file systems accept is cut before its extension.
 */
export function attachmentHeader(name: string): string {
  const short = cutName(name.toWellFormed());
  return `attachment; filename="${asciiName(short)}"; filename*=UTF-8''${encodeName(short)}`;
}

function cutName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const extension = EXTENSION.exec(name.slice(-40))?.[0] ?? '';
  const start = name.slice(0, LONGEST_NAME - extension.length);
  return start.replace(/[\uD800-\uDBFF]$/, '') + extension; // a pair that the cut has split
}

/** Quotes, backslashes and percent signs are read in several ways, so they are replaced too. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
