import type { ImapConfig } from './imap.config.js';
import type { Mailbox } from './mailbox.js';
import { REFUSED } from './refusals.js';

/** Does with a mail what the settings say of mails that were taken. */
export async function settleTaken(
  mailbox: Mailbox,
  { after, doneFolder }: Pick<ImapConfig, 'after' | 'doneFolder'>,
  uid: number,
): Promise<void> {
  if (after === 'seen') await mailbox.markSeen(uid);
  if (after === 'move') await mailbox.move(uid, doneFolder);
  if (after === 'delete') await mailbox.remove(uid);
}

/** Puts a mail aside. False when the server could not even mark it. */
export async function settleRefused(
  mailbox: Mailbox,
  { failedFolder }: Pick<ImapConfig, 'failedFolder'>,
  uid: number,
): Promise<boolean> {
  if (failedFolder === undefined) return mailbox.addKeyword(uid, REFUSED);
  await mailbox.move(uid, failedFolder);
  return true;
}
