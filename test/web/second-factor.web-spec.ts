import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AuthenticatorApp } from '../support/totp.js';
import { checkAxe } from './support/check-axe.js';
import { PASSWORD, webTest, type SignedUp } from './support/web-test.js';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the second factor', () => {
  const web = webTest();

  /** By the API; the code of the earlier period is used up, those of now and later are not. */
  async function protect({ call }: SignedUp): Promise<{ app: AuthenticatorApp; backupCodes: string[] }> {
    const { totpURI, backupCodes } = await call<{ totpURI: string; backupCodes: string[] }>(
      'POST',
      '/api/auth/two-factor/enable',
      { password: PASSWORD },
    );
    const app = new AuthenticatorApp(totpURI);
    await call('POST', '/api/auth/two-factor/verify-totp', { code: app.code(-1) });
    return { app, backupCodes };
  }

  async function givePassword(page: Page, email: string): Promise<void> {
    await field(page, 'E-mail address').fill(email);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await page.getByRole('heading', { level: 1, name: 'Confirm it’s you' }).waitFor();
    // The form is loaded after the heading, and takes the focus.
    await page.locator('input[name=code]:focus').waitFor();
  }

  it('the second factor is set up with a QR code and a first code, and offers backup codes for download', async () => {
    const { page, email } = await web.signIn();
    await page.goto(`${web.app.baseUrl}/settings/security`);
    await press(page, 'Set up');
    const dialog = page.getByRole('dialog', { name: 'Set up second factor' });
    await dialog.getByLabel('Your password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const app = new AuthenticatorApp(`otpauth://totp/Archivolt:${email}?secret=${secret}`);
    await checkAxe(page);
    await dialog.getByLabel('Code', { exact: true }).fill(app.wrongCode());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('This code is wrong.').waitFor();
    const code = app.code();
    await dialog.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByRole('list', { name: 'Backup codes' }).waitFor();
    const codes = await dialog.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await checkAxe(page);
    const downloaded = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await downloaded).path(), 'utf8');
    expect(file.trim().split('\n').slice(1)).toEqual(codes);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByText('you are asked for a code from your authenticator app').waitFor();
    await checkAxe(page);

    const other = await web.visit('/login');
    await givePassword(other.page, email);
    await press(other.page, 'Use a backup code');
    await field(other.page, 'Backup code').fill(codes[0] ?? '');
    await press(other.page, 'Sign in');
    await other.page.waitForURL(/\/organizations\//);
  });

  it('a code is required after the password, by keyboard alone, and not again on a trusted device', async () => {
    const ada = await web.signUp();
    const { app } = await protect(ada);
    const { page, browser } = await web.visit(`/login?redirect=/organizations/${ada.organizationId}/tags`);
    await page.setViewportSize({ width: 360, height: 740 });
    await givePassword(page, ada.email);
    await checkAxe(page);
    await page.keyboard.type(app.wrongCode());
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong or was already used.').waitFor();
    expect(await field(page, 'Code').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await checkAxe(page);
    await field(page, 'Code').fill(app.code());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.getByRole('checkbox', { name: 'Trust this device for 30 days' }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname.endsWith('/tags'));

    const session = (await browser.cookies()).find(({ name }) => name.endsWith('session_token'));
    await browser.clearCookies({ name: session?.name ?? '' });
    await page.goto(`${web.app.baseUrl}/login`);
    await field(page, 'E-mail address').fill(ada.email);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await page.waitForURL(({ pathname }) => pathname.startsWith('/organizations/'));
  });

  it('the sign-in returns to the password when it took too long', async () => {
    const ada = await web.signUp();
    const { app } = await protect(ada);
    const { page, browser } = await web.visit('/login');
    await givePassword(page, ada.email);
    await browser.clearCookies();
    await field(page, 'Code').fill(app.code());
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('The sign-in took too long.').waitFor();
    await press(page, 'Back to password');
    await field(page, 'Password').waitFor();
  });

  it('a code is required when the session has ended over a page', async () => {
    const ada = await web.signIn();
    const { app } = await protect(ada);
    const { page } = ada;
    await page.goto(`${web.app.baseUrl}/settings/profile`);
    await field(page, 'Name').fill('Grace Hopper');
    await ada.call('POST', '/api/auth/sign-out', {});
    await press(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByLabel('Code', { exact: true }).fill(app.code());
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Name saved.').waitFor();
  });

  it('the second factor gets new backup codes with the password, and can be turned off', async () => {
    const ada = await web.signIn();
    const { backupCodes } = await protect(ada);
    const { page } = ada;
    await page.goto(`${web.app.baseUrl}/settings/security`);
    await press(page, 'New backup codes');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Create new codes' }).click();
    await dialog.getByRole('list', { name: 'Backup codes' }).waitFor();
    const fresh = await dialog.getByRole('listitem').allTextContents();
    expect(fresh.filter((code) => backupCodes.includes(code))).toEqual([]);
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
    await press(page, 'Turn off');
    await checkAxe(page);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Second factor turned off.').waitFor();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    const { user } = await ada.call<{ user: { twoFactorEnabled: boolean } }>('GET', '/api/users/me');
    expect(user.twoFactorEnabled).toBe(false);
  });
});
