import { TransientPluginError } from '@archivolt/plugin-kit';
import type { PrivateFiles } from './private-files.js';
import type { UnreadMail } from './read-mail.js';
import { ChildPool, type PoolLogger, type PoolSettings } from './child-pool.js';
import { LanePlaces } from './lane-places.js';
import type { MailMessage, OpenedMessage, PluginFault } from './messages.js';
import { MOST_HEAD_BYTES, readHead } from './opened-head.js';
import { mostBytesOf, type MailHead } from './read-opened.js';
import type { SandboxChild } from './sandbox-child.js';

export interface MailLaneSettings extends PoolSettings {
  /** Mails that are opened at a time. */
  places: number;
}

/** A mail to open, without the files, which depend on the child, and with its time, which begins when a child is free. */
export type MailTask = Omit<MailMessage, 'headFile' | 'kind' | 'partsFile' | 'tempDir'> & {
  /** The owner of the mail: owners take turns, and no process opens mails of two. */
  owner: string;
  /** Where the bytes of its files go, one after the other; out of the reach of the child. */
  target: string;
};

export type LaneMail = UnreadMail | { outcome: 'opened'; head: MailHead };

const REASONS: Record<Exclude<OpenedMessage['outcome'], 'opened'>, string> = {
  corrupt: 'The mail is damaged.',
  timeout: 'It took too long to open the mail.',
  'too-large': 'The mail is too large.',
  unsupported: 'The plugin does not open this mail.',
};

/** Child processes that open mails, apart from those that read texts: a mail does not wait for documents. */
export class MailLane {
  private readonly pool: ChildPool;
  private readonly places: LanePlaces;
  private readonly closing = new AbortController();

  constructor(
    settings: MailLaneSettings,
    files: PrivateFiles,
    private readonly logger: PoolLogger,
  ) {
    this.pool = new ChildPool(settings, files, logger);
    this.places = new LanePlaces(settings.places, false);
  }

  /** A mail that crashes its process is tried once more in a new one. */
  async open(task: MailTask, signal: AbortSignal): Promise<LaneMail> {
    const anySignal = AbortSignal.any([signal, this.closing.signal]);
    const turn = await this.places.enter(task.owner, anySignal);
    if (!turn) return CANCELLED;
    const returns: Promise<void>[] = [];
    try {
      const first = await this.attempt(task, anySignal, returns);
      const isFinal = first.mail.outcome !== 'crashed' || first.fault === 'permanent';
      const { mail, fault } = isFinal ? first : await this.attempt(task, anySignal, returns);
      if (fault === 'transient' && mail.outcome !== 'opened') throw new TransientPluginError(mail.reason);
      return mail;
    } finally {
      // The mail does not wait for the child to be ready again, but the next one does.
      void Promise.allSettled(returns).then(() => turn.end());
    }
  }

  /** Ends all children; mails in work end as `cancelled`. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.pool.close();
  }

  private async attempt(
    { owner, target, ...message }: MailTask,
    signal: AbortSignal,
    returns: Promise<void>[],
  ): Promise<{ mail: LaneMail; fault?: PluginFault | undefined }> {
    const child = await this.pool.take(owner, signal).catch((error: unknown) => error as Error);
    if (child instanceof Error) {
      if (signal.aborted) return { mail: CANCELLED };
      throw new TransientPluginError(`The process that opens mails does not start: ${child.message}`);
    }
    const { workspace } = child;
    const { file: path, tempDir, headFile, partsFile } = workspace;
    try {
      await workspace.putFile(message.input.path);
      const files = { input: { ...message.input, path }, tempDir, headFile, partsFile };
      const end = await child.open({ kind: 'mail', ...message, ...files }, signal);
      if (end.kind === 'opened') return { mail: await readMail(end, message.input.size, target, child) };
      const { outcome, reason, fault } = end;
      if (outcome === 'crashed') this.logger.warn(`${reason} ${child.lastErrors.slice(-1000)}`.trim());
      if (outcome === 'yielded') return { mail: CANCELLED };
      return { mail: { outcome, reason: outcome === 'timeout' ? REASONS.timeout : reason }, fault };
    } finally {
      returns.push(this.pool.giveBack(child, owner));
    }
  }
}

const CANCELLED = { outcome: 'cancelled', reason: 'It was cancelled.' } as const;

/** A child that a mail has taken over may say anything, and leave anything. */
async function readMail(
  { outcome, reason }: OpenedMessage,
  mailSize: number,
  target: string,
  child: SandboxChild,
): Promise<LaneMail> {
  if (outcome !== 'opened') return { outcome, reason: reason || REASONS[outcome] };
  const { workspace } = child;
  const head = await workspace.readHead(MOST_HEAD_BYTES).then(readHead, () => undefined);
  const bytes = head?.parts.reduce((sum, { size }) => sum + size, 0) ?? 0;
  if (head !== undefined && bytes <= mostBytesOf(mailSize)) {
    const isTaken = await workspace.takeParts(target, bytes).then(
      () => true,
      (error: unknown) => {
        // A full disk says nothing about the mail.
        if ((error as NodeJS.ErrnoException).syscall === 'write') throw error;
        return false;
      },
    );
    if (isTaken) return { outcome, head };
  }
  await child.end();
  return { outcome: 'crashed', reason: 'The process that opens mails left something else than the mail it named.' };
}
