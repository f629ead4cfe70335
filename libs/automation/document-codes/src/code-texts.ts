import { HIGHEST_ARCHIVE_NUMBER } from '#archive/documents';

/** What may stand between a prefix and a number. */
const SEPARATOR = /^[ :#_.-]/;
const DIGITS = /^\d{1,30}$/;

/**
 * The archive number of a label: `ASN00042`, `ASN 42`, `asn-42`. Null when the prefix is followed by something else than a
 * number that can be one; `undefined` when the text is no such label.
 */
export function archiveNumberIn(text: string, prefix: string): number | null | undefined {
  const rest = restAfter(text, prefix);
  if (rest === undefined) return undefined;
  const digits = rest.replace(SEPARATOR, '').trim();
  if (!DIGITS.test(digits)) return digits === '' || /^[-+\d]/.test(digits) ? null : undefined;
  const number = Number(digits);
  return number >= 1 && number <= HIGHEST_ARCHIVE_NUMBER ? number : null;
}

/** The name of a tag: `TAG:Invoice`. `undefined` when the text is none. */
export function tagNameIn(text: string, prefix: string): string | undefined {
  return restAfter(text, prefix)?.trim() || undefined;
}

/** What follows the prefix, in any case; an empty prefix begins nothing. */
function restAfter(text: string, prefix: string): string | undefined {
  const wanted = prefix.trim().toLowerCase();
  const given = text.trim();
  const start = given.slice(0, wanted.length);
  return wanted !== '' && start.toLowerCase() === wanted ? given.slice(wanted.length) : undefined;
}
