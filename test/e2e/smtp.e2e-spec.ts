import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { JobStates } from '#ground/jobs';
import { Mails } from '#capabilities/mail';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { ApiClient } from '../support/api-client.js';
import { moveTime } from '../support/movable-time.js';
import { runCli } from '../support/run-cli.js';
import { startMailing } from './mailing-app.js';
import { ownInstallation, ServerProcess } from './server-process.js';

const account = { user: 'archive', password: 'c0rrect' };
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'It is there.' };

describe('a mail through SMTP', () => {
  let server: MailServer;
  let app: TestApp;

  async function start(settings: Record<string, string> = {}): Promise<void> {
    server = await MailServer.start({ account });
    app = await startMailing(server, { SMTP_USER: account.user, SMTP_PASSWORD: account.password, ...settings });
  }
  afterEach(async () => {
    await app.close();
    await server.stop();
  });
  const send = () => app.app.get(UnitOfWork).run((tx) => app.app.get(Mails, { strict: false }).send(tx, mail));
  const counts = async () => (await app.app.get(JobStates).counts()).find(({ name }) => name === 'mail.send');

  it('a mail arrives once, under one id, after temporary refusals of the server and of the login', async () => {
    await start();
    server.refusals.push(
      { stage: 'login', response: '535 5.7.8 wrong password' },
      { stage: 'recipient', response: '450 4.2.1 greylisted' },
      { stage: 'data', response: '451 4.3.0 try again later' },
    );
    const id = await send();
    await app.drain();
    expect(server.arrived.map((arrived) => arrived.mail.messageId)).toEqual([`<${id}@localhost>`]);
    expect(await counts()).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('a mail is dead-lettered at once when the server does not know the mailbox', async () => {
    await start();
    server.refusals.push({ stage: 'recipient', response: '550 5.1.1 no such user' });
    await send();
    await app.drain();
    expect(server.arrived).toEqual([]);
    expect(await counts()).toMatchObject({ waiting: 0, active: 0, failed: 1 });
  });

  it('the command line reports a failing mail server with the cause and the remedy', async () => {
    await start({ SMTP_PASSWORD: 'wr0ng' });
    const settings = {
      DATABASE_URL: app.installation.databaseUrl,
      DATA_DIR: app.dataDir,
      EMAILS_DRIVER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(server.port),
      SMTP_USER: account.user,
    };
    const wrong = await runCli(['mail', 'test', '--to', mail.to], { ...settings, SMTP_PASSWORD: 'wr0ng' });
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('correct MAIL_TRANSPORT_SMTP_USER') });
    expect(wrong.errors + wrong.output).not.toContain('wr0ng');
    const right = await runCli(['mail', 'test', '--to', mail.to], { ...settings, SMTP_PASSWORD: account.password });
    expect(right.output).toMatch(/^mail-transport-smtp accepted the mail to ada@example.com.\nLinks in mails lead to/);
    expect(server.arrived).toMatchObject([{ mail: { subject: 'Test mail' }, recipients: [mail.to] }]);
  });
});

describe('a server that is killed while a mail is being sent', () => {
  const TEST_MS = 240_000;
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let mailServer: MailServer;
  let process: ServerProcess | undefined;

  beforeAll(async () => {
    installation = await ownInstallation();
    mailServer = await MailServer.start();
    Object.assign(installation.settings, {
      EMAILS_DRIVER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
    });
  });
  afterAll(async () => {
    await process?.kill('SIGKILL');
    await mailServer.stop();
    await installation.remove();
  });

  it(
    'a mail is sent again after the restart, under the same id, so that it is not lost',
    async () => {
      process = await ServerProcess.start(installation.settings);
      await new ApiClient(process.baseUrl, undefined).post(
        '/api/auth/sign-up/email',
        { name: 'Ada', email: 'ada@example.com', password: 'correct horse' },
        { origin: process.baseUrl },
      );
      mailServer.isSilent = true;
      const asked = await fetch(`${process.baseUrl}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', redirectTo: '/reset-password' }),
      });
      expect(asked.status).toBe(200);
      await mailServer.untilReceived(1);
      await process.kill('SIGKILL');
      mailServer.isSilent = false;
      // The job of a process that has sent no heartbeat for some time goes to another one.
      await moveTime(installation.settings['DATABASE_URL'] ?? '', 120_000);
      process = await ServerProcess.start(installation.settings);
      await mailServer.untilReceived(2);
      await process.kill('SIGTERM');
      const ids = mailServer.seenIds;
      expect(mailServer.arrived).toHaveLength(1);
      expect(new Set(ids).size).toBe(1);
      expect(ids).toHaveLength(2);
    },
    TEST_MS,
  );
});
