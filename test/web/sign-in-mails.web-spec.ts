import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MailServer } from '../support/mail-server.js';
import { eventually } from '../support/until.js';
import { checkAxe } from './support/check-axe.js';
import { PASSWORD, webTest } from './support/web-test.js';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

describe('a server that sends mails', () => {
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await MailServer.start();
  });
  afterAll(() => mailServer.stop());
  const web = webTest(() => ({
    AUTH_IS_EMAIL_VERIFICATION_REQUIRED: 'true',
    EMAILS_DRIVER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.port),
  }));

  /** The link of the mail with this number for an address; waits until it is there. */
  async function linkTo(email: string, number = 1): Promise<string> {
    let text = '';
    await eventually(() => {
      const mails = mailServer.arrived.filter(({ recipients }) => recipients.includes(email));
      expect(mails.length).toBeGreaterThanOrEqual(number);
      text = mails[number - 1]?.mail.text ?? '';
      return Promise.resolve();
    });
    return /^https?:\/\/\S+\/api\/auth\/\S+$/m.exec(text)?.[0] ?? '';
  }

  async function signInWith(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.goto(`${web.address}/login`);
    await fillIn(page, { 'E-mail address': email, Password: password });
    await press(page, 'Sign in');
  }

  async function aVerifiedPerson(page: Page, email: string): Promise<void> {
    await fillIn(page, { Name: 'Ada', 'E-mail address': email, Password: PASSWORD });
    await press(page, 'Create account');
    await page.getByText('Verify your e-mail address first.').waitFor();
    await page.goto(await linkTo(email));
    await heading(page, 'Address verified');
  }

  it('a new person gets in through the link of the mail, and gets another mail on request', async () => {
    const { page } = await web.visit('/register');
    const email = 'ada@example.com';
    await fillIn(page, { Name: 'Ada', 'E-mail address': email, Password: PASSWORD });
    await press(page, 'Create account');
    await page.getByText(`We sent a link to ${email}.`).waitFor();
    await checkAxe(page);
    const first = await linkTo(email);
    await press(page, 'Send another e-mail');
    await page.getByText('We sent another e-mail.').waitFor();
    await linkTo(email, 2);
    await signInWith(page, email);
    await page.getByText('Verify your e-mail address first.').waitFor();
    await checkAxe(page);
    await page.goto(first);
    await heading(page, 'Address verified');
    await checkAxe(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await heading(page, 'Sign in');
    await signInWith(page, email);
    await page.waitForURL(({ pathname }) => pathname === '/organizations/first');
  });

  it('the page says when a link of verification is wrong or too old, and offers another mail', async () => {
    const { page } = await web.visit('/register');
    const callback = encodeURIComponent(`${web.address}/email-verification`);
    await page.goto(`${web.address}/api/auth/verify-email?token=wrong&callbackURL=${callback}`);
    await heading(page, 'Address not verified');
    await page.getByText('The link is not valid.').waitFor();
    await checkAxe(page);
    await field(page, 'E-mail address').fill('unknown@example.com');
    await press(page, 'Send another e-mail');
    await page.getByRole('status').getByText('If this address has to be verified').waitFor();
    await page.goto(`${web.address}/email-verification?error=TOKEN_EXPIRED`);
    await page.getByText('The link was valid for one hour').waitFor();
    await page.goto(`${web.address}/email-validation-required`);
    await heading(page, 'Verify your e-mail address');
    await checkAxe(page);
  });

  it('a person chooses a new password once by the link of a mail, which then signs in', async () => {
    const { page } = await web.visit('/register');
    const email = 'grace@example.com';
    await aVerifiedPerson(page, email);
    await page.goto(`${web.address}/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Reset password'); // the page before has a field of the same name
    await field(page, 'E-mail address').fill(email);
    await checkAxe(page);
    await press(page, 'Send link');
    const link = await linkTo(email, 2);
    await page.goto(link);
    await heading(page, 'Choose a new password');
    await checkAxe(page);
    await field(page, 'New password').fill('another good one');
    await press(page, 'Save password');
    await page.getByText('Password changed. All sessions have ended.').waitFor();
    await checkAxe(page);
    await page.goto(link);
    await page.getByText('The link has expired or was used before.').waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/request-password-reset');
    await signInWith(page, email, 'another good one');
    await page.waitForURL(({ pathname }) => pathname === '/organizations/first');
  });
});
