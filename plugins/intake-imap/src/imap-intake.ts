import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { HostServices, Intake, IntakeContext } from '@archivolt/plugin-kit';
import { assertOrganization } from './assert-organization.js';
import { PATIENCE, type Account } from './connect.js';
import type { ImapConfig } from './imap.config.js';
import { lookAtFolder } from './look-at-folder.js';
import { Mailbox } from './mailbox.js';
import { Progress } from './progress.js';
import { findRefused } from './refusals.js';
import { settleTakenLater } from './settle-mail.js';
import { TakenMails } from './taken-mails.js';

type ImapHost = Pick<HostServices<ImapConfig & Pick<Account, 'ca'>>, 'config' | 'logger' | 'lookup' | 'state'>;

/** Hands over the mails in a folder of an IMAP account. */
export class ImapIntake implements Intake {
  readonly #taken: TakenMails;
  readonly #refused = new Set<string>();

  constructor(
    private readonly host: ImapHost,
    private readonly patience = PATIENCE,
  ) {
    this.#taken = new TakenMails(host.state);
  }

  async run(context: IntakeContext): Promise<void> {
    const { config } = this.host;
    const { signal } = context;
    if (config.host === '') return untilAborted(signal);
    try {
      await assertOrganization(config, context);
      await using mailbox = await this.#connect(signal);
      await this.#createFolders(mailbox);
      for (;;) {
        await this.#look(mailbox, context);
        await mailbox.untilNews(config.pollSeconds * 1_000, signal);
        await assertOrganization(config, context);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Connects, signs in and opens the folder. */
  async check(signal: AbortSignal): Promise<void> {
    if (this.host.config.host === '') return;
    await using mailbox = await this.#connect(signal);
    await this.#open(mailbox);
  }

  async reopen(reference: string, { signal }: { signal: AbortSignal }): Promise<Readable | undefined> {
    const { config } = this.host;
    const mailbox = await this.#connect(signal);
    let content: Readable | undefined;
    try {
      const mail = await findRefused(mailbox, config, reference);
      content = mail && (await mailbox.read(mail, config.maxMailBytes));
      content?.on('error', () => undefined); // the reader gets it; without a listener it would end the process
      content?.once('close', () => void mailbox[Symbol.asyncDispose]());
      return content;
    } finally {
      if (!content) await mailbox[Symbol.asyncDispose]();
    }
  }

  async finish(reference: string, { signal }: { signal: AbortSignal }): Promise<void> {
    const { config } = this.host;
    await using mailbox = await this.#connect(signal);
    await this.#createFolders(mailbox);
    const mail = await findRefused(mailbox, config, reference);
    if (mail) await settleTakenLater(mailbox, config, mail.uid);
  }

  async #look(mailbox: Mailbox, context: IntakeContext): Promise<void> {
    const { config, logger, state } = this.host;
    const opened = await this.#open(mailbox);
    const progress = await Progress.of(state, progressKey(config), { ...opened, isNew: await this.#taken.isEmpty() });
    const memory = { progress, taken: this.#taken, refused: this.#refused };
    await mailbox.holding(config.folder, () => lookAtFolder({ config, logger, context, mailbox, ...memory }));
  }

  async #connect(signal: AbortSignal): Promise<Mailbox> {
    const { after } = this.host.config;
    const mailbox = await Mailbox.open(this.host, signal, this.patience);
    if ((after !== 'move' && after !== 'delete') || mailbox.can(after)) return mailbox;
    await mailbox[Symbol.asyncDispose]();
    throw new Error(
      'the mail server cannot remove single mails from a folder: it has neither MOVE nor UIDPLUS. Remedy: set INTAKE_IMAP_AFTER=seen',
    );
  }

  /** Opens the folder again each time: only then does every server say whether its mails still have the same numbers. */
  async #open(mailbox: Mailbox): Promise<{ uidValidity: bigint; uidNext: number }> {
    const { folder } = this.host.config;
    const opened = await mailbox.select(folder);
    if (!opened)
      throw new Error(`the mailbox has no folder ${folder}. Remedy: create it, or correct INTAKE_IMAP_FOLDER`);
    return opened;
  }

  async #createFolders(mailbox: Mailbox): Promise<void> {
    const { after, doneFolder, failedFolder } = this.host.config;
    if (after === 'move') await mailbox.create(doneFolder);
    if (failedFolder !== undefined) await mailbox.create(failedFolder);
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Another folder has other numbers. */
function progressKey({ host, user, folder }: ImapConfig): string {
  const hash = createHash('sha256').update(JSON.stringify([host.toLowerCase(), user, folder]));
  return `folder ${hash.digest('base64url')}`;
}
