import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Where a session is when the server answers. */
export type Stage = 'login' | 'sender' | 'recipient' | 'data';

export interface MailServerOptions {
  /** `implicit`: from the first byte, `starttls`: offered, `none`: not offered. */
  tls?: 'implicit' | 'none' | 'starttls';
  /** The name in its certificate. */
  certificateFor?: string;
  /** The one account; without it, no login is offered. */
  account?: { user: string; password: string };
  port?: number;
}

/** What the server received in one session, and what a mail reader makes of it. */
export interface Arrived {
  mail: ParsedMail;
  raw: string;
  recipients: string[];
  sender: string;
  isEncrypted: boolean;
}

/** A real SMTP server with its mailbox. */
export class MailServer {
  readonly arrived: Arrived[] = [];
  /** Sessions that have come to the end of a mail, also those that got no answer. */
  received = 0;
  /** The Message-ID of each of them. */
  readonly seenIds: string[] = [];
  /** Refusals of the next commands of a stage, in order: `451 try again later`. */
  readonly refusals: { stage: Stage; response: string }[] = [];
  /** True: the end of a mail gets no answer. */
  isSilent = false;
  readonly #progress = new EventEmitter();

  private constructor(
    readonly server: SMTPServer,
    /** PEM, for clients that shall trust this server. */
    readonly certificate: string,
  ) {}

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const { tls = 'none', certificateFor = 'localhost', account, port = 0 } = options;
    const names = [{ type: 2 as const, value: certificateFor }];
    const { cert, private: key } = await generate([{ name: 'commonName', value: certificateFor }], {
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: names }],
    });
    const disabled = [...(tls === 'none' ? ['STARTTLS'] : []), ...(account ? [] : ['AUTH'])];
    const server: SMTPServer = new SMTPServer({
      key,
      cert,
      secure: tls === 'implicit',
      authOptional: account === undefined,
      allowInsecureAuth: true,
      disabledCommands: disabled,
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      ...handlers((): MailServer => mailServer, account),
    });
    server.on('error', () => undefined); // clients that break off
    const mailServer: MailServer = new MailServer(server, cert);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return mailServer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Resolves when so many mails have come to their end, with or without an answer. */
  async untilReceived(count: number): Promise<void> {
    while (this.received < count) await once(this.#progress, 'mail');
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  /** To be called at the end of each mail. */
  count(raw: Buffer): void {
    this.received += 1;
    this.seenIds.push(/^message-id: (.*)$/im.exec(raw.toString())?.[1]?.trim() ?? '');
    this.#progress.emit('mail');
  }

  /** The next refusal of a stage, as the error that the library sends. */
  refusalOf(stage: Stage): Error | undefined {
    const index = this.refusals.findIndex((refusal) => refusal.stage === stage);
    const [refusal] = index < 0 ? [] : this.refusals.splice(index, 1);
    if (!refusal) return undefined;
    const [, code = '', text = ''] = /^(\d+) (.*)$/.exec(refusal.response) ?? [];
    return Object.assign(new Error(text), { responseCode: Number(code) });
  }
}

type Handlers = Pick<SMTPServerOptions, 'onAuth' | 'onData' | 'onMailFrom' | 'onRcptTo'>;

function handlers(server: () => MailServer, account: MailServerOptions['account']): Handlers {
  return {
    onAuth: ({ username, password }, _session, done) => {
      const refusal = server().refusalOf('login');
      if (refusal) return done(refusal);
      const isRight = username === account?.user && password === account?.password;
      return isRight ? done(null, { user: username }) : done(new Error('Authentication failed'));
    },
    onMailFrom: (_address, _session, done) => done(server().refusalOf('sender')),
    onRcptTo: (_address, _session, done) => done(server().refusalOf('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const here = server();
        const raw = Buffer.concat(chunks);
        here.count(raw);
        if (here.isSilent) return;
        const refusal = here.refusalOf('data');
        if (refusal) return done(refusal);
        const { mailFrom, rcptTo } = session.envelope;
        void simpleParser(raw).then((mail) => {
          here.arrived.push({
            mail,
            raw: raw.toString(),
            recipients: rcptTo.map(({ address }) => address),
            sender: mailFrom === false ? '' : mailFrom.address,
            isEncrypted: session.secure,
          });
          done();
        });
      });
    },
  };
}
