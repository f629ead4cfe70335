import { PermanentPluginError, type AttachedFile, type MailPart } from '@archivolt/plugin-kit';
import { readMail } from './open-mail.js';

export const ENCRYPTED_MAIL = 'The mail is encrypted. Only its recipients can open it, with their keys.';
/** Pictures that a text shows are mostly logos and lines below this size, and hold a text mostly above it. */
const SMALL_PICTURE_BYTES = 32 * 1024;

/**
 * The files in a mail, without the small pictures that its text shows. What is no mail has none; throws when there are
 * too many parts.
 */
export async function* mailAttachments(bytes: Uint8Array, signal: AbortSignal): AsyncIterable<AttachedFile> {
  const mail = await readMail(bytes, signal);
  if (mail.outcome === 'too-large') throw new PermanentPluginError(mail.reason ?? 'The mail is too large.');
  if (mail.outcome !== 'opened') return;
  for (const part of mail.parts)
    if (part.bytes === bytes) yield encryptedFile();
    else if (!isDecoration(part)) yield attachedFile(part);
}

export function attachedFile({ fileName, type, bytes }: Omit<MailPart, 'isInline'>): AttachedFile {
  return {
    name: fileName,
    type,
    read: async (maxBytes) =>
      bytes.length <= maxBytes
        ? bytes
        : { outcome: 'too-large', reason: 'The files together are larger than is allowed.' },
  };
}

/** What a mail that is encrypted holds. */
function encryptedFile(): AttachedFile {
  return { name: 'smime.p7m', type: '', read: async () => ({ outcome: 'encrypted', reason: ENCRYPTED_MAIL }) };
}

function isDecoration({ isInline, type, bytes }: MailPart): boolean {
  return isInline && type.startsWith('image/') && bytes.length < SMALL_PICTURE_BYTES;
}
