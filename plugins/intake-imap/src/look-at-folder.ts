import { finished } from 'node:stream/promises';
import type { IntakeContext, IntakeMailResult, PluginLogger } from '@archivolt/plugin-kit';
import { assertOrganization } from './assert-organization.js';
import type { FoundMail } from './found-mail.js';
import type { ImapConfig } from './imap.config.js';
import type { MailContent } from './mail-content.js';
import type { Mailbox } from './mailbox.js';
import type { Progress } from './progress.js';
import { REFUSED, referenceOf } from './refusals.js';
import { settleRefused, settleTaken } from './settle-mail.js';
import type { TakenMails } from './taken-mails.js';

export interface Look {
  config: ImapConfig;
  logger: PluginLogger;
  context: IntakeContext;
  /** With the folder opened. */
  mailbox: Mailbox;
  progress: Progress;
  taken: TakenMails;
  /** Keys of mails that the server could not mark as refused. */
  refused: Set<string>;
}

const MAILS_AT_A_TIME = 2;

/** Hands over the mails in the folder that were not handed over yet. */
export async function lookAtFolder(look: Look): Promise<void> {
  const waiting = (await mailsWaiting(look)).values();
  const work = async (): Promise<void> => {
    for (const uid of waiting) {
      look.context.signal.throwIfAborted();
      await takeInTurn(look, uid);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: MAILS_AT_A_TIME }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

/** Mails stay in the folder with `keep` and `seen`; with the others, every mail in it waits. */
function staysThere({ config: { after } }: Look): boolean {
  return after === 'keep' || after === 'seen';
}

async function mailsWaiting(look: Look): Promise<number[]> {
  const { mailbox, progress, refused } = look;
  if (!staysThere(look)) {
    const found = await mailbox.search({ deleted: false, unKeyword: REFUSED });
    return found.filter((uid) => !refused.has(`${progress.uidValidity} ${uid}`));
  }
  if (progress.isFull) return progress.open;
  // The last mail is always among the results, even when its number is lower.
  const found = await mailbox.search({ deleted: false, uid: `${progress.through + 1}:*` });
  return [...progress.open, ...found.filter((uid) => uid > progress.through)];
}

async function takeInTurn(look: Look, uid: number): Promise<void> {
  const remembers = staysThere(look);
  if (remembers) look.progress.begin(uid);
  const isDone = await take(look, uid);
  if (remembers) await look.progress.end(uid, { isDone });
}

/** False when the mail has to be handed over again later. Throws when the connection is lost or the process stops. */
async function take(look: Look, uid: number): Promise<boolean> {
  const { mailbox, context, logger, config } = look;
  try {
    return await handOver(look, uid);
  } catch (error) {
    context.signal.throwIfAborted();
    await mailbox.assertUsable();
    logger.warn(`mail ${uid} in ${config.folder} could not be taken now: ${(error as Error).message}`);
    return false;
  }
}

async function handOver(look: Look, uid: number): Promise<boolean> {
  const { mailbox, progress, config, taken } = look;
  const mail = await mailbox.find(uid);
  if (!mail) return true;
  if (mail.size > config.maxMailBytes) return refuseTooLarge(look, mail);
  if (progress.isInherited(uid) && (await isKnown(look, mail))) return settleAsTaken(look, mail);
  const content = await mailbox.read(mail, config.maxMailBytes);
  if (!content) return true;
  const result = await upload(look, mail, content);
  if (result === 'too large') return refuseTooLarge(look, mail);
  if (result.outcome === 'refused') return settleAsRefused(look, mail);
  if (content.hash !== undefined) await taken.add(content.hash);
  return settleAsTaken(look, mail);
}

async function upload(
  { config, context, progress }: Look,
  mail: FoundMail,
  content: MailContent,
): Promise<IntakeMailResult | 'too large'> {
  const { organizationId, allowedSenders, keepsMessage, user } = config;
  try {
    return await context.uploadMail({
      key: keyOf(progress, mail),
      // Whatever the headers say: it was delivered to this account.
      recipients: organizationId === undefined && user.includes('@') ? [user] : [],
      ...(organizationId !== undefined && { organizationId, allowedSenders, keepsMessage }),
      content,
      reference: referenceOf(progress.uidValidity, mail),
    });
  } catch (error) {
    if (content.isTooLarge) return 'too large';
    throw error;
  }
}

/** The server has given all mails new numbers since: whether this one was taken under its old one. */
async function isKnown({ mailbox, config, taken }: Look, mail: FoundMail): Promise<boolean> {
  const content = await mailbox.read(mail, config.maxMailBytes);
  if (!content) return false;
  content.resume();
  try {
    await finished(content);
  } catch (error) {
    if (content.isTooLarge) return false;
    throw error;
  }
  return content.hash !== undefined && taken.has(content.hash);
}

async function refuseTooLarge(look: Look, mail: FoundMail): Promise<boolean> {
  const { config, context, logger, progress } = look;
  const { organizationId, maxMailBytes } = config;
  const reason = `The mail is larger than ${maxMailBytes} bytes, the limit of this mailbox. Upload its attachments in another way, or have INTAKE_IMAP_MAX_MAIL_BYTES raised and send it again.`;
  if (organizationId === undefined) logger.warn(`mail ${mail.uid} in ${config.folder} was refused: ${reason}`);
  else {
    const fileName = `${mail.subject || 'mail'}.eml`;
    await context.reportFailure({ organizationId, key: keyOf(progress, mail), fileName, reason });
  }
  return settleAsRefused(look, mail);
}

/** Throws when the organization was deleted meanwhile: the mail then waits, because no list of failures has it. */
async function settleAsRefused(look: Look, { uid }: FoundMail): Promise<boolean> {
  const { mailbox, config, context, progress, refused } = look;
  await assertOrganization(config, context);
  if (!(await settleRefused(mailbox, config, uid))) refused.add(`${progress.uidValidity} ${uid}`);
  return true;
}

async function settleAsTaken({ mailbox, config }: Look, { uid }: FoundMail): Promise<boolean> {
  await settleTaken(mailbox, config, uid);
  return true;
}

/** What makes it the same mail: its number in the folder, and what cannot change with it. */
function keyOf({ uidValidity }: Progress, { uid, identity }: FoundMail): string {
  return `${uidValidity} ${uid} ${identity}`;
}
