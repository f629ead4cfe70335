import { describe, expect, it } from '@jest/globals';
import { Diagnostics, type CheckReport } from '#ground/features';
import { startApp } from '../support/app.js';

const SENDS = { EMAILS_DRIVER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' };
const NO_TRANSPORT = { PLUGINS_DISABLED: 'mail-transport-log,mail-transport-resend,mail-transport-smtp' };
const VERIFIES = { AUTH_IS_EMAIL_VERIFICATION_REQUIRED: 'true' };
const PUBLIC = { APP_BASE_URL: 'https://archive.example' };

async function reportsOf(settings: Record<string, string>): Promise<Map<string, CheckReport>> {
  const app = await startApp(settings);
  try {
    const found = new Map<string, CheckReport>();
    const { signal } = new AbortController();
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(signal)) found.set(report.name, report);
    return found;
  } finally {
    await app.close();
  }
}

describe('the checks of mails', () => {
  it.each([
    ['without a transport', NO_TRANSPORT, 'warning', /no mail is sent/, /set MAIL_TRANSPORT_PLUGIN to/],
    ['with the log', {}, 'warning', /mail-transport-log writes mails to the log/, /set MAIL_TRANSPORT_PLUGIN to/],
    ['with links to this computer', SENDS, 'warning', /links lead to http:\/\/localhost:/, /set APP_BASE_URL/],
    [
      'with links to a public address',
      { ...SENDS, ...PUBLIC },
      'ok',
      /mail-transport-smtp sends mails, with links to https:\/\/archive.example\//,
      undefined,
    ],
  ])('the check reports what happens to mails %s', async (_, settings, status, message, remedy) => {
    const report = (await reportsOf(settings)).get('mails');
    expect(report).toMatchObject({ status, message: expect.stringMatching(message) });
    if (remedy) expect(report?.remedy).toMatch(remedy);
  });

  it('the check reports that new users cannot sign in when they must verify an address and no mail is sent', async () => {
    expect((await reportsOf(VERIFIES)).get('verification')).toMatchObject({ status: 'problem' });
  });

  it('the check reports a mail server that does not respond as a fault of the plugin', async () => {
    const reports = await reportsOf({ ...SENDS, ...VERIFIES, ...PUBLIC });
    expect(reports.get('verification')).toMatchObject({ status: 'ok' });
    expect(reports.get('plugins')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('the mail server 127.0.0.1:1 cannot be reached (ECONNREFUSED)'),
      remedy: expect.stringContaining('correct MAIL_TRANSPORT_SMTP_HOST'),
    });
  });
});
