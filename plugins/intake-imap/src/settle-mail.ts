import type { ImapConfig } from './imap.config.js';
import type { Mailbox } from './mailbox.js';
import { REFUSED } from './refusals.js';

/** Does with a mail what the settings say of mails that were taken. Returns its number in the other folder, if known. */
export async function settleTaken(
  mailbox: Mailbox,
  { after, doneFolder }: Pick<ImapConfig, 'after' | 'doneFolder'>,
  uid: number,
): Promise<{ movedTo?: number | undefined }> {
  if (after === 'seen') await mailbox.markSeen(uid);
  if (after === 'delete') await mailbox.remove(uid);
  return after === 'move' ? { movedTo: await mailbox.move(uid, doneFolder) } : {};
}

/**
 * As {@link settleTaken}, for a mail that was refused before. The keyword is removed last: a mail without it that is
 * still in the folder would be handed over again.
 */
export async function settleTakenLater(
  mailbox: Mailbox,
  config: Pick<ImapConfig, 'after' | 'doneFolder'>,
  uid: number,
): Promise<void> {
  const { movedTo } = await settleTaken(mailbox, config, uid);
  if (config.after === 'keep' || config.after === 'seen') await mailbox.removeKeyword(uid, REFUSED);
  // For a person who moves it back to have it taken once more.
  if (movedTo !== undefined && (await mailbox.select(config.doneFolder))) await mailbox.removeKeyword(movedTo, REFUSED);
}

/** Moves a refused mail to the folder for those, or marks it. False when the server could not even mark it. */
export async function settleRefused(
  mailbox: Mailbox,
  { failedFolder }: Pick<ImapConfig, 'failedFolder'>,
  uid: number,
): Promise<boolean> {
  if (failedFolder === undefined) return mailbox.addKeyword(uid, REFUSED);
  await mailbox.move(uid, failedFolder);
  return true;
}
