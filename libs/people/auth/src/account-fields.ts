import { cleanLine, cutToCharacters } from '@archivolt/plugin-kit';
import { isURL } from 'class-validator';

export const MAX_NAME_LENGTH = 50;
/** The longest address that mail servers deliver to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
const MAX_IMAGE_LENGTH = 2048;
const MAX_USER_AGENT_LENGTH = 512;

/** Counts characters as PostgreSQL does; only the length is checked when the text is far too long. */
const isLongerThan = (max: number, text: string): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max);

/** The name as it is stored, or `undefined` when it is not valid. */
export function usableName(name: unknown): string | undefined {
  if (typeof name !== 'string' || !isStorable(name)) return undefined;
  const line = cleanLine(name).trim();
  return line === '' || isLongerThan(MAX_NAME_LENGTH, line) ? undefined : line;
}

/** The start of a text, clean and short enough for a name. */
export function cutName(text: string): string {
  return cutToCharacters(cleanLine(text).trim(), MAX_NAME_LENGTH).trim();
}

/** True for an http(s) address of a picture: a browser would run other kinds, such as `javascript:`. */
export function isUsableImage(image: unknown): boolean {
  if (typeof image !== 'string' || image.length > MAX_IMAGE_LENGTH || !isStorable(image)) return false;
  const options = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
  return /^https?:\/\//.test(image) && isURL(image, options);
}

/** The part of the User-Agent header that is stored. */
export function cutUserAgent(userAgent: string): string {
  return userAgent.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
