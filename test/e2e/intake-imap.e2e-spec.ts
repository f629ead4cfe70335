import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nodemailer from 'nodemailer';
import { aMail, MailboxOwner } from '../../plugins/intake-imap/test/mailbox-owner.js';
import { startApp, type TestApp } from '../support/app.js';
import { Dovecot, dovecotVersion } from '../support/dovecot.js';
import { MailServer } from '../support/mail-server.js';
import { poolOf } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { anAddress } from './intake-mails.js';

interface Failure {
  id: string;
  kind: string;
  source: string;
  sender: string | null;
  subject: string | null;
  isRetryable: boolean;
}

const SENDER = 'boss@example.com';
const WITHIN_MS = 60_000;
const isInstalled = dovecotVersion() !== undefined;
if (!isInstalled)
  it.skip('makes documents of mails: dovecot-imapd is not installed, which .ci/run installs', () => undefined);

(isInstalled ? describe : describe.skip)('an IMAP mailbox', () => {
  let mailServer: MailServer;
  let mailbox: Dovecot;
  let owner: MailboxOwner;
  let app: TestApp;
  let archive: Awaited<ReturnType<TestApp['anArchive']>>;
  let address: string;
  let base: string;

  beforeAll(async () => {
    mailServer = await MailServer.start();
    mailbox = await Dovecot.start();
    owner = new MailboxOwner(mailbox);
    app = await startApp(
      {
        INTAKE_EMAILS_IS_ENABLED: 'true',
        INTAKE_EMAILS_WEBHOOK_SECRET: 'a secret for signatures',
        INTAKE_EMAILS_CATCH_ALL_DOMAIN: 'in.example.com',
        INTAKE_IMAP_HOST: 'localhost',
        INTAKE_IMAP_PORT: String(mailbox.port),
        INTAKE_IMAP_SECURE: 'false',
        INTAKE_IMAP_USER: mailbox.user,
        INTAKE_IMAP_PASSWORD: mailbox.password,
        INTAKE_IMAP_FAILED_FOLDER: 'Refused',
        INTAKE_IMAP_POLL_SECONDS: '5',
      },
      { pollsForWork: true },
    );
    archive = await app.anArchive();
    base = `/api/organizations/${archive.organizationId}`;
    address = (await anAddress(archive, [SENDER])).emailAddress;
  });
  afterAll(async () => {
    await app.close();
    await mailbox.stop();
    await mailServer.stop();
  });

  /** Sends a mail over SMTP, and puts what arrives into the mailbox, as a mail server does. */
  const send = async (from: string, subject: string, files: Record<string, string>): Promise<void> => {
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: mailServer.port, secure: false });
    const attachments = Object.entries(files).map(([filename, content]) => ({ filename, content }));
    await transport.sendMail({ from, to: address, subject, text: 'See the files.', attachments });
    const { raw = '', recipients = [] } = mailServer.arrived.at(-1) ?? {};
    await owner.put('INBOX', `Delivered-To: ${recipients.join(', ')}\r\n${raw}`);
  };
  const documents = async (searchQuery = '') => {
    const query = new URLSearchParams({ searchQuery });
    const { body } = await archive.api.get<{ documents: { name: string }[] }>(`${base}/documents?${query.toString()}`);
    return body.documents;
  };
  const failures = async (): Promise<Failure[]> =>
    (await archive.api.get<{ failures: Failure[] }>(`${base}/intake/failures`)).body.failures;

  it('the files of mails become documents that can be searched', async () => {
    await send(SENDER, 'Two invoices', { 'march.txt': 'walrus invoice', 'april.txt': 'badger invoice' });
    await eventually(async () => {
      expect((await documents('walrus')).map(({ name }) => name)).toEqual(['march.txt']);
      expect((await documents('badger')).map(({ name }) => name)).toEqual(['april.txt']);
      expect(await owner.subjectsIn('Archivolt')).toEqual(['Two invoices']);
    }, WITHIN_MS);
    expect(await owner.mailsIn('INBOX')).toEqual([]);
    const { rows } = await poolOf(app).query('select distinct source from document where organization_id = $1', [
      archive.organizationId,
    ]);
    expect(rows).toEqual([{ source: 'email' }]);
  });

  it('a mail of a forbidden sender is kept in the folder for refused ones, and taken on request', async () => {
    await send('sales@example.net', 'An offer', { 'offer.txt': 'ocelot offer' });
    await eventually(async () => expect(await owner.subjectsIn('Refused')).toEqual(['An offer']), WITHIN_MS);
    const [failure] = await failures();
    expect(failure).toMatchObject({
      ...{ kind: 'mail', source: 'email', sender: 'sales@example.net', subject: 'An offer', isRetryable: true },
    });
    expect((await documents()).map(({ name }) => name)).not.toContain('offer.txt');
    const { status } = await archive.api.post(`${base}/intake/failures/${failure?.id}/retry`);
    expect(status).toBe(202);
    await eventually(async () => {
      expect((await documents()).map(({ name }) => name)).toContain('offer.txt');
      expect(await failures()).toEqual([]);
      expect(await owner.subjectsIn('Archivolt')).toContain('An offer');
    }, WITHIN_MS);
    expect(await owner.subjectsIn('Refused')).toEqual([]);
  });

  it('a mail that no organization gets is kept in the folder for refused ones', async () => {
    await owner.put('INBOX', aMail('For another address'));
    await eventually(async () => expect(await owner.subjectsIn('Refused')).toEqual(['For another address']), WITHIN_MS);
    expect(await failures()).toEqual([]);
  });
});
