import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, type MailMessage } from '@archivolt/plugin-kit';
import { AnnounceAgenda } from '#outside/agenda';
import { addMember } from '../authorization/archive.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';

const accepted: MailMessage[] = [];

const transport = definePlugin({
  id: 'mail-transport-agenda',
  contract: 2,
  provides: {
    'mail-transport': {
      create: () => ({
        send: (message) => {
          accepted.push(message);
          return Promise.resolve();
        },
      }),
    },
  },
});

describe('mails about the agenda', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(
      { EMAILS_FROM_ADDRESS: 'archive@example.com' },
      { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-agenda' } },
    );
  });
  afterAll(() => app.close());

  it('each member with a confirmed address gets one mail a day about all entries, also when a mail to another member cannot be sent', async () => {
    const { api, organizationId, userId } = await app.anArchive('Household');
    const base = `/api/organizations/${organizationId}`;
    const member = await app.aUser({ email: 'member@example.com' });
    const unconfirmed = await app.aUser({ email: 'unconfirmed@example.com' });
    const unsendable = await app.aUser();
    for (const each of [member, unconfirmed, unsendable])
      await addMember(app, organizationId, { userId: each.userId, role: 'viewer' });
    const confirmed = [userId, member.userId, unsendable.userId];
    await poolOf(app).query('update "user" set email_verified = true where id = any($1)', [confirmed]);
    await poolOf(app).query(`update "user" set email = 'no address' where id = $1`, [unsendable.userId]);
    const today = new Date().toISOString().slice(0, 10);
    for (let number = 1; number <= 22; number += 1) {
      const name = `bill ${String(number).padStart(2, '0')}.txt`;
      const { id } = (await api.upload(organizationId, { name, content: name })).body.document;
      await api.patch(`${base}/documents/${id}`, { documentDate: today });
    }
    await app.drain();
    await api.post(`${base}/reminders`, { name: 'Pay', dateSource: 'documentDate', sendsMail: true });
    await api.post(`${base}/reminders`, { name: 'No mail', dateSource: 'documentDate' });
    const announce = (): Promise<number> =>
      app.app.get(AnnounceAgenda, { strict: false }).execute(new AbortController().signal);
    expect(await announce()).toBe(44);
    await announce();
    await app.drain();
    expect(accepted.map(({ to }) => to).sort()).toEqual(['member@example.com', expect.stringMatching(/^user\d+@/)]);
    const { subject, text } = accepted[0] as MailMessage;
    expect(subject).toBe(`Due on ${today}`);
    expect(text.split('\n').filter((line) => line.includes('(Pay)'))).toHaveLength(20);
    expect(text).toContain('And 2 more.');
    expect(text).not.toContain('No mail');
    expect(text).toContain(`/organizations/${organizationId}/agenda`);
  });
});
