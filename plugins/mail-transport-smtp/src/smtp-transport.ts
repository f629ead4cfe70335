import type { Socket } from 'node:net';
import { PermanentPluginError, type HostLookup, type MailMessage, type MailTransport } from '@archivolt/plugin-kit';
import { NAMES, smtpFault } from './smtp-fault.js';
import type { SmtpOptions } from './smtp-options.js';

/** Milliseconds that the server may say nothing. The host ends an attempt after 60 seconds. */
const PATIENCE = { greeting: 15_000, answer: 30_000 };
const LARGEST_RESPONSE_BYTES = 65_536;

type Mailer = Awaited<ReturnType<typeof mailerOver>>;

/** Passes each mail to an SMTP server, over a connection of its own. */
export class SmtpTransport implements MailTransport {
  constructor(
    private readonly options: SmtpOptions,
    private readonly lookup: HostLookup,
    private readonly patience = PATIENCE,
  ) {}

  async send({ id, from, to, subject, text, html }: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    for (const field of [from.name ?? '', subject]) assertOneLine(field);
    for (const field of [id, from.address, to]) assertOneWord(field);
    await this.#connected(signal, (mailer) =>
      mailer.sendMail({
        messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        from: { name: from.name ?? '', address: from.address },
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        ...(html !== undefined && { html }),
        headers: { 'auto-submitted': 'auto-generated' }, // no vacation notices (RFC 3834)
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
  }

  /** Connects and signs in, without sending a mail. */
  async check(signal: AbortSignal): Promise<void> {
    await this.#connected(signal, (mailer) => mailer.verify());
  }

  async #connected(signal: AbortSignal, work: (mailer: Mailer) => Promise<unknown>): Promise<void> {
    signal.throwIfAborted();
    const { host, port } = this.options;
    const found = await this.lookup(host, NAMES);
    const socket = await found.connect(port, { signal });
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const requireTLS = this.options.requireTLS ?? (this.options.ignoreTLS !== true && !found.isInOwnNetwork);
      const mailer = await mailerOver(socket, { ...this.options, requireTLS }, this.patience);
      await Promise.race([work(mailer), aborted]);
    } catch (error) {
      signal.throwIfAborted();
      throw smtpFault(error, `${host}:${port}`);
    } finally {
      signal.removeEventListener('abort', abort);
      socket.destroySoon();
    }
  }
}

async function mailerOver(connection: Socket, options: SmtpOptions, { greeting, answer }: typeof PATIENCE) {
  const { default: nodemailer } = await import('nodemailer'); // not before there is a mail: it is large
  return nodemailer.createTransport({
    ...options,
    connection,
    greetingTimeout: greeting,
    socketTimeout: answer,
    maxResponseSize: LARGEST_RESPONSE_BYTES,
    logger: false,
  });
}

/** The host checks this, too; here it must not depend on the quoting of headers. */
function assertOneLine(field: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(field))
    throw new PermanentPluginError('a field of the mail contains a line break or a control character');
}

/** Nodemailer would take these characters for the limits of an address, and read a part of the text as one. */
function assertOneWord(field: string): void {
  if (/[\s\p{Cc}<>,;"\\]/u.test(field))
    throw new PermanentPluginError('an address of the mail contains a character that mail servers do not take');
}
