import { isEmail } from 'class-validator';
import { MailCannotBeSent } from './mail.errors.js';

/** The longest address that mail servers deliver to (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;
const MAX_SUBJECT_LENGTH = 255;
const MAX_BODY_LENGTH = 500_000;
/** Line breaks would add headers to the mail; the others have no use in a header. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;

/** Throws when a field could not be sent, or would change another part of the mail. */
export function checkMail({ to, subject, text, html }: MailFields): void {
  if (to.length > MAX_ADDRESS_LENGTH || CONTROL_CHARACTERS.test(to) || !isEmail(to))
    throw refused('the recipient is not an e-mail address');
  if (subject.trim() === '' || subject.length > MAX_SUBJECT_LENGTH)
    throw refused(`the subject must have 1 to ${MAX_SUBJECT_LENGTH} characters`);
  if (CONTROL_CHARACTERS.test(subject)) throw refused('the subject contains a line break or a control character');
  const bodies = html === undefined ? [text] : [text, html];
  if (bodies.some((body) => body.length > MAX_BODY_LENGTH || body.includes('\0')))
    throw refused(`a body has more than ${MAX_BODY_LENGTH} characters, or contains the character U+0000`);
  if (![subject, ...bodies].every((field) => field.isWellFormed())) throw refused('a field is not valid Unicode');
}

/** Splits `My archive <archive@example.com>`. */
export function senderOf(setting: string): { address: string; name?: string } {
  const [, name = '', address = setting] = /^([^<>]*)<([^<>]*)>$/.exec(setting.trim()) ?? [];
  const trimmed = name.trim().replace(/^"(.*)"$/, '$1');
  return { address: address.trim(), ...(trimmed !== '' && { name: trimmed }) };
}

interface MailFields {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
}

const refused = (reason: string) => MailCannotBeSent({ message: `This mail cannot be sent: ${reason}.` });
