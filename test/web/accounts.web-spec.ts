import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FirstAccount } from '#people/auth/http';
import { checkAxe } from './support/check-axe.js';
import { untilInPage, untilValue } from './support/eventual-value.js';
import { PASSWORD, webTest } from './support/web-test.js';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

describe('the first account while registration is disabled', () => {
  const web = webTest({ AUTH_IS_REGISTRATION_ENABLED: 'false' });

  it('the first account is created with the set-up code, after which the page accepts no more accounts', async () => {
    const { page } = await web.visit('/');
    await page.getByRole('heading', { level: 1, name: 'Create first account' }).waitFor();
    await checkAxe(page);
    const account = { Name: 'Ada', 'E-mail address': 'ada@example.com', Password: PASSWORD };
    await fillIn(page, { ...account, 'Set-up code': 'AAAAA-AAAAA-AAAAA-AAAAA' });
    await press(page, 'Create account');
    await page.getByText('The set-up code is wrong.').waitFor();
    expect(await field(page, 'Set-up code').getAttribute('aria-invalid')).toBe('true');
    expect(await field(page, 'Name').inputValue()).toBe('Ada');
    const code = (await web.app.app.get(FirstAccount).codeToPrint()) ?? '';
    await field(page, 'Set-up code').fill(code.toLowerCase());
    await press(page, 'Create account');
    await page.waitForURL(/\/organizations\/first$/);

    const second = await web.visit('/register');
    await second.page.getByText('Registration is closed.').waitFor();
    await checkAxe(second.page);
  });
});

describe('accounts', () => {
  const web = webTest();

  /** A session of another browser, by the API. */
  async function signInElsewhere(email: string): Promise<void> {
    const response = await fetch(`${web.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: web.address },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    await response.text();
    expect(response.status).toBe(200);
  }

  it('a sign-in leads to the requested page, and a wrong password is reported', async () => {
    const ada = await web.signIn();
    await ada.call('POST', '/api/auth/sign-out', {});
    await ada.page.goto(`${web.app.baseUrl}/organizations/${ada.organizationId}/tags`);
    await ada.page.waitForURL(/\/login/);
    await ada.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await checkAxe(ada.page);
    await fillIn(ada.page, { 'E-mail address': ada.email, Password: 'wrong password' });
    await press(ada.page, 'Sign in');
    await ada.page.getByRole('alert').getByText('Invalid email or password').waitFor();
    await field(ada.page, 'Password').fill(PASSWORD);
    await press(ada.page, 'Sign in');
    await ada.page.waitForURL(/\/organizations\/\w+\/tags$/);
  });

  it('the form shows what is wrong with a new account at its field', async () => {
    const { page } = await web.visit('/register');
    const taken = 'taken@example.com';
    await web.signUp({ email: taken });
    await fillIn(page, { Name: 'Ada', 'E-mail address': taken, Password: PASSWORD });
    await press(page, 'Create account');
    await page.getByText('User already exists. Use another email.').waitFor();
    expect(await field(page, 'E-mail address').getAttribute('aria-invalid')).toBe('true');
    await checkAxe(page);
  });

  it('the sign-in opens over the page when the session has ended, and then what was typed is sent', async () => {
    const { page, call, email } = await web.signIn();
    await page.goto(`${web.app.baseUrl}/settings/profile`);
    await field(page, 'Name').fill('Grace Hopper');
    await call('POST', '/api/auth/sign-out', {});
    await press(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await checkAxe(page);
    await untilValue(dialog.getByLabel('E-mail address', { exact: true }), email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Name saved.').waitFor();
    const { user } = await call<{ user: { name: string } }>('GET', '/api/users/me');
    expect(user.name).toBe('Grace Hopper');
  });

  it('a user changes the password, and ends another session', async () => {
    const { page, email, call } = await web.signIn();
    await signInElsewhere(email);
    await page.goto(`${web.app.baseUrl}/settings/security`);
    await page.getByText('This session').waitFor();
    await checkAxe(page);
    await page.getByRole('listitem').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('listitem').getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
    await fillIn(page, { 'Current password': 'wrong password', 'New password': 'another good one' });
    await press(page, 'Change password');
    await page.getByRole('alert').getByText('Invalid password').waitFor();
    await field(page, 'Current password').fill(PASSWORD);
    await press(page, 'Change password');
    await page.getByText('Password changed.').waitFor();
    await call('POST', '/api/auth/sign-in/email', { email, password: 'another good one' });
  });

  it('a user who changes the password is offered to revoke the API keys, which work until then', async () => {
    const { page, call } = await web.signIn();
    const tokens: string[] = [];
    for (const name of ['Scanner', 'Backup'])
      tokens.push((await call<{ token: string }>('POST', '/api/api-keys', { name, permissions: ['tags:read'] })).token);
    const statuses = () =>
      Promise.all(
        tokens.map(async (token) => {
          const headers = { authorization: `Bearer ${token}` };
          return (await fetch(`${web.app.baseUrl}/api/api-keys/current`, { headers })).status;
        }),
      );
    await page.goto(`${web.app.baseUrl}/settings/security`);
    await fillIn(page, { 'Current password': PASSWORD, 'New password': 'another good one' });
    await press(page, 'Change password');
    await page.getByText('2 API keys work as before: a new password does not end them.').waitFor();
    await checkAxe(page);
    await press(page, 'Revoke all API keys');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await statuses()).toEqual([200, 200]);
    await press(page, 'Revoke all API keys');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke all API keys', exact: true }).click();
    await page.getByText('API keys revoked.').waitFor();
    expect(await statuses()).toEqual([401, 401]);
    await page.getByRole('button', { name: 'Revoke all API keys', exact: true }).waitFor({ state: 'detached' });
  });

  it('a user keeps the theme in this browser and takes it over in another one', async () => {
    const { page, email } = await web.signIn();
    await page.goto(`${web.app.baseUrl}/settings/appearance`);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect((await saved).status()).toBe(200);
    const isDark = (of: Page) => untilInPage(of, 'document.documentElement.dataset.theme', 'dark');
    await isDark(page);
    await checkAxe(page);
    await page.reload();
    await page.getByRole('radio', { name: 'Dark' }).waitFor();
    await isDark(page);
    const other = await web.visit('/login');
    await fillIn(other.page, { 'E-mail address': email, Password: PASSWORD });
    await press(other.page, 'Sign in');
    await other.page.waitForURL(/\/organizations\//);
    await isDark(other.page);
  });

  it('a user creates an API key that works, sees it once, and deletes it after a question', async () => {
    const { page, organizationId } = await web.signIn({ organization: 'Only <b>this</b> one' });
    await page.goto(`${web.app.baseUrl}/api-keys`);
    await page.getByRole('heading', { name: 'No API keys' }).waitFor();
    await page.getByRole('link', { name: 'New API key' }).click();
    await field(page, 'Name').fill('Scanner <img src=x onerror=alert(1)>');
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'Only <b>this</b> one' }).check();
    await page.getByRole('group', { name: 'Documents' }).getByRole('checkbox', { name: 'create' }).check();
    await checkAxe(page);
    await press(page, 'Create key');
    const token = (await page.getByRole('status').locator('code').textContent()) ?? '';
    await checkAxe(page);
    const headers = { authorization: `Bearer ${token}` };
    const documents = await fetch(`${web.app.baseUrl}/api/organizations/${organizationId}/documents`, { headers });
    expect(documents.status).toBe(200);
    await page.getByRole('link', { name: 'I’ve copied it' }).click();
    await page.getByRole('heading', { name: 'Scanner <img src=x onerror=alert(1)>' }).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await checkAxe(page);
    await press(page, 'Delete Scanner <img src=x onerror=alert(1)>');
    await press(page, 'Delete key');
    await page.getByText('Key deleted.').waitFor();
    await page.getByRole('heading', { name: 'No API keys' }).waitFor();
    expect((await fetch(`${web.app.baseUrl}/api/api-keys/current`, { headers })).status).toBe(401);
  });

  it('a user accepts and declines invitations', async () => {
    const owner = await web.signUp({ organization: 'House' });
    const guest = await web.signIn({ email: 'guest@example.com' });
    const second = await owner.call<{ organization: { id: string } }>('POST', '/api/organizations', { name: 'Office' });
    for (const organizationId of [owner.organizationId, second.organization.id])
      await owner.call('POST', `/api/organizations/${organizationId}/members/invitations`, {
        email: 'guest@example.com',
        role: 'member',
      });
    await guest.page.goto(`${web.app.baseUrl}/invitations`);
    await press(guest.page, 'Decline invitation to Office');
    await guest.page.getByText('Invitation declined.').waitFor();
    await guest.page.getByRole('heading', { name: 'Office' }).waitFor({ state: 'detached' });
    await checkAxe(guest.page);
    await press(guest.page, 'Accept invitation to House');
    await guest.page.waitForURL(new RegExp(`/organizations/${owner.organizationId}/documents`));
  });

  it('the page says that no password mails are sent when the server sends none', async () => {
    const { page } = await web.visit('/request-password-reset');
    await page.getByText('This server sends no e-mail').waitFor();
    await checkAxe(page);
    await page.goto(`${web.app.baseUrl}/reset-password`);
    await page.getByText('The link is incomplete.').waitFor();
    await checkAxe(page);
  });
});
