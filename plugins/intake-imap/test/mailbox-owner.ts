import { ImapFlow } from 'imapflow';
import type { Dovecot } from '../../../test/support/dovecot.js';

/** A mail as a person sees it in a folder. */
export interface SeenMail {
  uid: number;
  subject: string;
  flags: string[];
}

/** A person who uses the mailbox with a program of their own. Each action has a connection of its own. */
export class MailboxOwner {
  constructor(private readonly server: Dovecot) {}

  async put(folder: string, mail: string | Buffer): Promise<void> {
    await this.#connected((client) => client.append(folder, mail));
  }

  async createFolder(folder: string): Promise<void> {
    await this.#connected((client) => client.mailboxCreate(folder));
  }

  async deleteFolder(folder: string): Promise<void> {
    await this.#connected((client) => client.mailboxDelete(folder));
  }

  /** The mails in a folder; `undefined` when there is none of that name. */
  async mailsIn(folder: string): Promise<SeenMail[] | undefined> {
    return this.#connected(async (client) => {
      try {
        const { exists } = await client.mailboxOpen(folder, { readOnly: true });
        if (exists === 0) return [];
      } catch {
        return undefined;
      }
      const all = await client.fetchAll('1:*', { uid: true, envelope: true, flags: true });
      return all.map(({ uid, envelope, flags }) => ({
        uid,
        subject: envelope?.subject ?? '',
        flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent').sort(),
      }));
    });
  }

  async subjectsIn(folder: string): Promise<string[]> {
    return ((await this.mailsIn(folder)) ?? []).map(({ subject }) => subject);
  }

  async #connected<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const { user, password, port, certificate } = this.server;
    const client = new ImapFlow({
      host: 'localhost',
      port,
      secure: false,
      auth: { user, pass: password },
      tls: { ca: certificate },
      logger: false,
      disableAutoIdle: true,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout().catch(() => undefined);
      client.close();
    }
  }
}

let count = 0;

/** A mail with an attachment, as a scanner sends it. */
export function aMail(subject: string, { attachment = `the content of ${subject}` } = {}): string {
  count += 1;
  return [
    'From: Scanner <scanner@example.com>',
    'To: scans@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${count}.${subject.replaceAll(' ', '-')}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=parts',
    '',
    '--parts',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=scan.txt',
    '',
    attachment,
    '--parts--',
    '',
  ].join('\r\n');
}
