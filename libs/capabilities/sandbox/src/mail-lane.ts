import type { MailMessage, OpenedMessage } from './messages.js';
import { MOST_HEAD_BYTES, readHead } from './opened-head.js';
import type { UnreadMail } from './read-mail.js';
import { mostBytesOf, type MailHead } from './read-opened.js';
import type { ShortLane, ShortTask, ShortWork } from './short-lane.js';

export type MailLane = ShortLane<MailTask, OpenedMessage, LaneMail>;

/** A mail to open. */
export type MailTask = ShortTask<MailMessage> & {
  /** Where the bytes of its files go, one after the other; out of the reach of the child. */
  target: string;
};

export type LaneMail = UnreadMail | { outcome: 'opened'; head: MailHead };

const LATE = 'It took too long to open the mail.';
const REASONS: Record<Exclude<OpenedMessage['outcome'], 'opened'>, string> = {
  corrupt: 'The mail is damaged.',
  timeout: LATE,
  'too-large': 'The mail is too large.',
  unsupported: 'The plugin does not open this mail.',
};

export const MAIL_OPENING: ShortWork<MailTask, OpenedMessage, LaneMail> = {
  does: 'opens mails',
  late: LATE,
  leftInstead: 'something else than the mail it named',
  unfinished: (outcome, reason) => ({ outcome, reason }),
  ask: (child, { target: _, ...task }, signal) => {
    const { file: path, tempDir, headFile, partsFile } = child.workspace;
    return child.run({ kind: 'mail', ...task, input: { ...task.input, path }, tempDir, headFile, partsFile }, signal);
  },
  read: async ({ outcome, reason }, { input, target }, { workspace }) => {
    if (outcome !== 'opened') return { outcome, reason: reason || REASONS[outcome] };
    const head = await workspace.readHead(MOST_HEAD_BYTES).then(readHead, () => undefined);
    const bytes = head?.parts.reduce((sum, { size }) => sum + size, 0) ?? 0;
    if (head === undefined || bytes > mostBytesOf(input.size)) return undefined;
    return (await workspace.tryTakeParts(target, bytes)) ? { outcome, head } : undefined;
  },
};
