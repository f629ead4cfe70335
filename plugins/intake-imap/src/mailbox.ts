import { pipeline, Readable } from 'node:stream';
import { TransientPluginError } from '@archivolt/plugin-kit';
import type { ImapFlow, MailboxObject, SearchObject } from 'imapflow';
import { CHUNK_BYTES, clientOf, PATIENCE, type Account, type AccountHost, type Patience } from './connect.js';
import { FACTS, foundMail, type FoundMail } from './found-mail.js';
import { imapFault } from './imap-fault.js';
import { MailContent } from './mail-content.js';

/** An open connection to the account. Every command has a time limit, and ends when the signal is aborted. */
export class Mailbox implements AsyncDisposable {
  /** Why the connection was closed, if it was not the server that closed it. */
  #cause: Error | undefined;
  readonly #lost = Promise.withResolvers<never>();
  #hasNews = false;
  #announce: () => void = () => undefined;

  private constructor(
    private readonly client: ImapFlow,
    private readonly account: Account,
    private readonly patience: Patience,
  ) {
    this.#lost.promise.catch(() => undefined); // the caller that waits at that moment gets it, too
    client.on('error', (error) => (this.#cause ??= error));
    client.on('close', () => this.#lost.reject(Object.assign(new Error('lost'), { code: 'NoConnection' })));
    client.on('exists', ({ count, prevCount }) => {
      if (count <= prevCount) return;
      this.#hasNews = true;
      this.#announce();
    });
  }

  /** Connects and signs in. */
  static async open(host: AccountHost, signal: AbortSignal, patience = PATIENCE): Promise<Mailbox> {
    signal.throwIfAborted();
    const client = await clientOf(host, patience);
    const mailbox = new Mailbox(client, host.config, patience);
    const end = (): void => client.close();
    signal.addEventListener('abort', end, { once: true });
    client.once('close', () => signal.removeEventListener('abort', end));
    try {
      if (signal.aborted) end();
      await mailbox.#call(() => client.connect());
      return mailbox;
    } catch (error) {
      client.close();
      signal.removeEventListener('abort', end);
      throw error;
    }
  }

  /** Throws why the connection was lost. */
  async assertUsable(): Promise<void> {
    if (!this.client.usable) await this.#lost.promise.catch((error: unknown) => Promise.reject(this.#fault(error)));
  }

  /** True when single mails can be removed: without these, all that others have marked would be removed with them. */
  can(after: 'delete' | 'move'): boolean {
    const { capabilities } = this.client;
    return (
      capabilities.has('UIDPLUS') || capabilities.has('IMAP4rev2') || (after === 'move' && capabilities.has('MOVE'))
    );
  }

  /** Opens a folder, also one that is open already; `undefined` when there is none of that name. */
  async select(folder: string): Promise<MailboxObject | undefined> {
    this.#hasNews = false;
    return this.#call(async () => {
      try {
        return await this.client.mailboxOpen(folder);
      } catch (error) {
        if ((error as { mailboxMissing?: boolean }).mailboxMissing === true) return undefined;
        throw error;
      }
    });
  }

  /** Creates a folder unless it is there. */
  async create(folder: string): Promise<void> {
    await this.#call(() => this.client.mailboxCreate(folder));
  }

  /** The numbers of mails, in ascending order. */
  async search(query: SearchObject): Promise<number[]> {
    const found = await this.#call(() => this.client.search(query, { uid: true }));
    if (!Array.isArray(found)) throw this.#failed('did not search the folder');
    return found.sort((one, other) => one - other);
  }

  /** What the server says about a mail; `undefined` when it is not there any more. */
  async find(uid: number): Promise<FoundMail | undefined> {
    const message = await this.#call(() => this.client.fetchOne(uid, FACTS, { uid: true }));
    return message === false ? undefined : foundMail(message);
  }

  /** The mail as it was received, without marking it as read; `undefined` when it is not there any more. */
  async read({ uid, size }: FoundMail, maxBytes: number): Promise<MailContent | undefined> {
    const confirmEnd = (bytes: number): Promise<void> => this.#confirmEnd(uid, bytes);
    const content = new MailContent({ maxBytes, announced: size, confirmEnd });
    const download = await this.#call(() =>
      this.client.download(uid, undefined, { uid: true, chunkSize: CHUNK_BYTES, maxBytes: maxBytes + 1 }),
    );
    const { content: source = size === 0 ? Readable.from([]) : undefined } = download;
    if (!source) {
      if (await this.find(uid)) throw this.#failed('did not send the mail');
      return undefined;
    }
    const late = setTimeout(() => content.destroy(this.#failed('did not send the mail in time')), this.patience.mail);
    content.once('close', () => clearTimeout(late));
    // An error of the download becomes one of the content, and to destroy the content ends the download.
    pipeline(source, content, () => undefined);
    return content;
  }

  /** Some servers announce an estimate of the size. Those say that nothing follows; others have broken off. */
  async #confirmEnd(uid: number, bytes: number): Promise<void> {
    const rest = { uid: true, source: { start: bytes, maxLength: 1 } };
    const message = await this.#call(() => this.client.fetchOne(uid, rest, { uid: true }));
    if (message === false || message.source?.length !== 0) throw this.#failed('did not send the whole mail');
  }

  async markSeen(uid: number): Promise<void> {
    if (!(await this.#call(() => this.client.messageFlagsAdd(uid, ['\\Seen'], { uid: true }))))
      throw this.#failed('did not mark the mail as read');
  }

  /** False when this server has no keywords. */
  addKeyword(uid: number, keyword: string): Promise<boolean> {
    return this.#call(() => this.client.messageFlagsAdd(uid, [keyword], { uid: true }));
  }

  async removeKeyword(uid: number, keyword: string): Promise<void> {
    await this.#call(() => this.client.messageFlagsRemove(uid, [keyword], { uid: true }));
  }

  /** Returns the number of the mail in the other folder; `undefined` when the server does not say it. */
  async move(uid: number, folder: string): Promise<number | undefined> {
    const moved = await this.#call(() => this.client.messageMove(uid, folder, { uid: true }));
    if (moved === false) throw this.#failed(`did not move the mail to ${folder}`);
    return moved.uidMap?.get(uid);
  }

  async remove(uid: number): Promise<void> {
    if (!(await this.#call(() => this.client.messageDelete(uid, { uid: true }))))
      throw this.#failed('did not delete the mail');
  }

  /** Keeps the server from being asked for news while a look at the folder pauses between its commands. */
  async holding(folder: string, work: () => Promise<void>): Promise<void> {
    const lock = await this.#call(() => this.client.getMailboxLock(folder));
    try {
      await work();
    } finally {
      lock.release();
    }
  }

  /** Resolves when mails have arrived since the folder was opened, or after this time. */
  async untilNews(withinMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    const end = (): void => resolve();
    signal.addEventListener('abort', end, { once: true });
    this.#announce = resolve;
    if (this.#hasNews || signal.aborted) resolve();
    try {
      await Promise.race([promise, this.#lost.promise]);
    } catch (error) {
      throw this.#fault(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.#announce = () => undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.client.usable) await this.#call(() => this.client.logout(), this.patience.greeting).catch(() => undefined);
    this.client.close();
  }

  async #call<Result>(work: () => Promise<Result>, withinMs = this.patience.command): Promise<Result> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(this.#failed('did not respond in time'));
      this.client.close();
    }, withinMs);
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw this.#fault(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #failed(what: string): TransientPluginError {
    return new TransientPluginError(`the mail server ${this.#where} ${what}`);
  }

  #fault(error: unknown): Error {
    const { password, accessToken } = this.account;
    const secrets = [password, accessToken].filter((secret) => secret !== undefined && secret !== '') as string[];
    const isLost = (error as { code?: unknown }).code === 'NoConnection';
    return imapFault(isLost ? (this.#cause ?? error) : error, { where: this.#where, secrets });
  }

  get #where(): string {
    return `${this.account.host}:${this.account.port}`;
  }
}
