import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { definePlugin, PermanentPluginError, type MailMessage } from '@archivolt/plugin-kit';
import { UnitOfWork } from '#ground/database';
import { JobStates } from '#ground/jobs';
import { Mails, type Mail } from '#capabilities/mail';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';
import { runCli } from '../support/run-cli.js';

const accepted: MailMessage[] = [];
/** Errors of the next attempts, in order. */
const faults: Error[] = [];
let attempts: MailMessage[] = [];

const transport = definePlugin({
  id: 'mail-transport-memory',
  contract: 2,
  provides: {
    'mail-transport': {
      create: () => ({
        send: async (message) => {
          attempts.push(message);
          const fault = faults.shift();
          if (fault) throw fault;
          accepted.push(message);
        },
      }),
    },
  },
});

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: 'https://archive.example/reset?token=5ecret',
  html: '<a href="https://archive.example/reset?token=5ecret">Reset</a>',
};

describe('a mail', () => {
  let app: TestApp;
  const send = (changes: Partial<Mail> = {}) =>
    app.app.get(UnitOfWork).run((tx) => app.app.get(Mails, { strict: false }).send(tx, { ...mail, ...changes }));
  const counts = async () => (await app.app.get(JobStates).counts()).find(({ name }) => name === 'mail.send');
  const storedJobs = async () =>
    (await poolOf(app).query<{ name: string }>(`select name from job.job where name like 'mail.send%'`)).rows;

  beforeAll(async () => {
    app = await startApp(
      { EMAILS_FROM_ADDRESS: 'My archive <archive@example.com>' },
      { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-memory' } },
    );
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    accepted.length = faults.length = 0;
    attempts = [];
    await poolOf(app).query(`delete from job.job where name like 'mail.send%'`);
  });

  it('a mail is sent once after the commit, with the sender of the settings, and its data is deleted', async () => {
    const id = await send();
    expect(accepted).toEqual([]);
    await app.drain();
    const from = { address: 'archive@example.com', name: 'My archive' };
    expect(accepted).toEqual([{ id, from, to: mail.to, subject: mail.subject, text: mail.text, html: mail.html }]);
    expect(await storedJobs()).toEqual([]);
  });

  it('a mail is not sent when the transaction fails', async () => {
    const failing = app.app.get(UnitOfWork).run(async (tx) => {
      await app.app.get(Mails, { strict: false }).send(tx, mail);
      throw new Error('the transaction failed');
    });
    await expect(failing).rejects.toThrow('the transaction failed');
    await app.drain();
    expect(attempts).toEqual([]);
  });

  it('a mail keeps its id in all attempts until the transport accepts it', async () => {
    faults.push(new Error('connection reset'), new Error('451 try again later'));
    const id = await send();
    await app.drain();
    expect(attempts.map((attempt) => attempt.id)).toEqual([id, id, id]);
    expect(accepted).toHaveLength(1);
  });

  it('a mail is dead-lettered after one attempt when the transport says that it can never be sent', async () => {
    faults.push(new PermanentPluginError('550 there is no such mailbox'));
    await send();
    await app.drain();
    expect(attempts).toHaveLength(1);
    expect(await counts()).toMatchObject({ waiting: 0, active: 0, failed: 1 });
    const { rows } = await poolOf(app).query<{ days: number }>(
      `select extract(day from keep_until - created_on)::int as days from job.job where name = 'mail.send.failed'`,
    );
    expect(rows).toEqual([{ days: 7 }]);
  });

  it('a mail is not sent after the time in which it is useful', async () => {
    await send({ usefulUntil: new Date(Date.now() - 1) });
    await send({ usefulUntil: new Date(Date.now() + 3_600_000) });
    await app.drain();
    expect(accepted).toHaveLength(1);
    expect(await counts()).toMatchObject({ failed: 1 });
  });

  it('a mail with a line break in a field is refused before it is enqueued', async () => {
    await expect(send({ subject: 'Hello\r\nBcc: eve@example.com' })).rejects.toMatchObject({ code: 'mail.invalid' });
    await app.drain();
    expect(attempts).toEqual([]);
  });
});

describe('cli mail test', () => {
  let app: TestApp;
  let settings: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({ PROCESS_MODE: 'web' });
    settings = { DATABASE_URL: app.installation.databaseUrl, DATA_DIR: app.dataDir };
  });
  afterAll(() => app.close());

  it('reports which transport accepted the mail', async () => {
    const { code, output } = await runCli(['mail', 'test', '--to', 'ada@example.com'], settings);
    expect({ code, output }).toEqual({
      code: 0,
      output:
        'mail-transport-log accepted the mail to ada@example.com.\n' +
        'It only writes mails to a log. MAIL_TRANSPORT_PLUGIN chooses a plugin that sends them.\n',
    });
  });

  it('reports an address that cannot be used', async () => {
    const { code, errors } = await runCli(['mail', 'test', '--to', 'ada'], settings);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'archivolt: This mail cannot be sent: the recipient is not an e-mail address.\n',
    });
  });
});
