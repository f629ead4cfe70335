import { isURL } from 'class-validator';

export const MAX_NAME_LENGTH = 50;
/** The longest address that mail servers deliver to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
const MAX_IMAGE_LENGTH = 2048;
const MAX_USER_AGENT_LENGTH = 512;

/** Characters as PostgreSQL counts them; the length of the text tells enough when it is far too long. */
const isLongerThan = (max: number, text: string): boolean =>
  text.length > max && (text.length > 2 * max || Array.from(text).length > max);

/** The name in the form in which it is kept, or `undefined` when it cannot be one. */
export function usableName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const trimmed = name.trim();
  if (trimmed === '' || isLongerThan(MAX_NAME_LENGTH, trimmed) || !isStorable(trimmed)) return undefined;
  return trimmed;
}

/** The start of a text that is long enough to recognise and short enough for a name. */
export function cutName(text: string): string {
  return Array.from(text.slice(0, 2 * MAX_NAME_LENGTH))
    .slice(0, MAX_NAME_LENGTH)
    .join('');
}

/** An address of a picture that a browser may load: pages of the web only, no scripts. */
export function isUsableImage(image: unknown): boolean {
  if (typeof image !== 'string' || image.length > MAX_IMAGE_LENGTH || !isStorable(image)) return false;
  const options = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
  return /^https?:\/\//.test(image) && isURL(image, options);
}

/** What is kept of the name that a browser gives itself. */
export function cutUserAgent(userAgent: string): string {
  return userAgent.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
