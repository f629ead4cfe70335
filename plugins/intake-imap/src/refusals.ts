import type { ImapConfig } from './imap.config.js';
import type { FoundMail } from './found-mail.js';
import type { Mailbox } from './mailbox.js';

/** What mails have that were refused and stay where they are. */
export const REFUSED = '$ArchivoltRefused';

/** Says with the reason of a failure which mail it is about. */
interface Reference {
  uidValidity: string;
  uid: number;
  identity: string;
  size: number;
}

/** Mails of one size that are looked at to find one of them. */
const CANDIDATES = 200;

export function referenceOf(uidValidity: string, { uid, identity, size }: FoundMail): string {
  return JSON.stringify({ uidValidity, uid, identity, size } satisfies Reference);
}

/** Opens the folder that the mail is in now, and returns the mail; `undefined` when it is in none of them. */
export async function findRefused(
  mailbox: Mailbox,
  { folder, failedFolder }: Pick<ImapConfig, 'failedFolder' | 'folder'>,
  text: string,
): Promise<FoundMail | undefined> {
  const reference = parsed(text);
  if (!reference) return undefined;
  const { uidValidity, uid, identity, size } = reference;
  for (const path of failedFolder === undefined ? [folder] : [failedFolder, folder]) {
    const opened = await mailbox.select(path);
    if (!opened) continue;
    const sameNumber = path === folder && String(opened.uidValidity) === uidValidity ? [uid] : [];
    const sameSize = await mailbox.search({ larger: Math.max(0, size - 1), smaller: size + 1 });
    for (const candidate of [...sameNumber, ...sameSize.slice(-CANDIDATES).reverse()]) {
      const mail = await mailbox.find(candidate);
      if (mail?.identity === identity) return mail;
    }
  }
  return undefined;
}

function parsed(text: string): Reference | undefined {
  try {
    const { uidValidity, uid, identity, size } = JSON.parse(text) as Partial<Reference>;
    const isWhole =
      typeof uidValidity === 'string' &&
      Number.isSafeInteger(uid) &&
      Number.isSafeInteger(size) &&
      typeof identity === 'string';
    return isWhole ? ({ uidValidity, uid, identity, size } as Reference) : undefined;
  } catch {
    return undefined;
  }
}
